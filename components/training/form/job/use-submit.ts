"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";

import { toast } from "@/components/ui/toast-store";
import type { JsonText } from "@/lib/json/text";
import { TRAINING_BYTES } from "@/lib/contract/limits";
import { trainingJobPath } from "@/lib/format/address";
import { formatBytes } from "@/lib/format/number";
import { createTrainingJob } from "@/lib/queries/training-job-create";
import { setTestTable } from "@/lib/queries/training-test-table";
import { jobBody } from "@/lib/training/job-body";
import type { Preflight } from "@/lib/training/preflight";

import { buildBody, type BuiltBody } from "./build-body";

export interface Submission {
  projectId: string;
  modelId: string;
  config: JsonText;
  checked: Preflight;
  files: ReadonlyMap<number, Blob>;
}

export type SubmitState =
  | { step: "idle" }
  | { step: "building"; bytes: number }
  | { step: "sending"; share: number; bytes: number };

interface Built extends BuiltBody {
  /** The input it was built from. */
  submission: Submission;
}

/** Builds a job's body and submits it; a body that was not accepted is sent again with the same key. */
export function useSubmit(onSent: () => void) {
  const router = useRouter();
  const [state, setState] = useState<SubmitState>({ step: "idle" });
  const [built, setBuilt] = useState<Built>();
  const [buildError, setBuildError] = useState<Error>();
  const running = useRef<AbortController>(undefined);
  const create = useMutation(createTrainingJob());
  const setTable = useMutation(setTestTable());
  useEffect(() => () => running.current?.abort(), []);

  const build = async (submission: Submission, signal: AbortSignal): Promise<Built> => {
    if (built && isSame(built.submission, submission)) return built;
    setState({ step: "building", bytes: 0 });
    const { modelId, config, checked, files } = submission;
    const parts = jobBody({ modelId, config }, checked.groups);
    const onProgress = (bytes: number) => setState({ step: "building", bytes });
    const made = { ...(await buildBody(parts, files, { signal, onProgress })), submission };
    setBuilt(made);
    return made;
  };

  /** Runs one operation at a time, which can be cancelled. */
  const alone = async (run: (signal: AbortSignal) => Promise<void>) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setBuildError(undefined);
    create.reset();
    try {
      await run(abort.signal);
    } catch (error) {
      if (!abort.signal.aborted && error instanceof Error) setBuildError(error);
    } finally {
      if (running.current === abort) setState({ step: "idle" });
    }
  };

  /** The job is stored whether or not this succeeds, by which time its page is open. */
  const addTestTable = (id: string, ref: string) =>
    setTable.mutateAsync({ id, ref }).catch(({ message }: Error) =>
      toast({
        title: "The job was submitted without its test table",
        description: `${message} Choose the table on the job's page.`,
        tone: "error",
      }),
    );

  const submit = (submission: Submission, testTable: string) =>
    alone(async (signal) => {
      const { body, bytes, key } = await build(submission, signal);
      if (bytes > TRAINING_BYTES)
        throw new Error(
          `The job is ${formatBytes(bytes)}; the limit is ${formatBytes(TRAINING_BYTES)}. Leave out some groups.`,
        );
      setState({ step: "sending", share: 0, bytes });
      const onProgress = (sent: number) => setState({ step: "sending", share: Math.min(1, sent / bytes), bytes });
      const { id } = await create.mutateAsync({ body, key, signal, onProgress });
      if (testTable !== "") void addTestTable(id, testTable);
      onSent();
      router.push(trainingJobPath(submission.projectId, id));
    });

  return {
    state,
    error: buildError,
    /** The body that would be sent, as long as nothing has changed since it was built. */
    builtOf: (submission: Submission) => (built && isSame(built.submission, submission) ? built : undefined),
    preview: (submission: Submission) => void alone(async (signal) => void (await build(submission, signal))),
    /** `testTable`: the ref of the test table; empty for none. */
    submit: (submission: Submission, testTable: string) => void submit(submission, testTable),
    cancel: () => running.current?.abort(),
  };
}

function isSame(a: Submission, b: Submission): boolean {
  return a.modelId === b.modelId && a.config.text === b.config.text && a.checked.groups === b.checked.groups;
}
