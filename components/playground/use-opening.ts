"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { parseAsNativeArrayOf, parseAsString } from "nuqs/server";
import { useCallback, useEffect, useRef, type Dispatch } from "react";

import { toast } from "@/components/ui/toast-store";
import { versionInAddress } from "@/lib/contract/version-name";
import { emptyDocument, isUntouched } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import type { PlaygroundSession } from "@/lib/playground/session";
import { unpackDocument } from "@/lib/playground/share-link";
import { presetDetail } from "@/lib/queries/presets";

import { newSession } from "./draft";
import type { Opened } from "./opened-call";
import { useJobPrompt } from "./use-job-prompt";

/**
 * A traced call by id; a preset by name; a prompt by name, and its version (digest, label, or `v1` for the first; otherwise
 * the latest); models to compare, with a prompt from a training job.
 */
const parsers = {
  call: parseAsString,
  preset: parseAsString,
  prompt: parseAsString,
  version: parseAsString,
  model: parseAsNativeArrayOf(parseAsString),
  job: parseAsString,
};

const shareStart = "#share=";

/** The fragment with a shared playground. */
export function shareFragment(packed: string): string {
  return `${shareStart}${packed}`;
}

interface Opening {
  projectId: string;
  /** The document that would be replaced. */
  read: () => PlaygroundSession;
  /** False if the previous one was not stored in the history. */
  replace: (session: PlaygroundSession) => boolean;
  /** Edits one playground, by its id. */
  editOf: (session: string) => Dispatch<Edit>;
}

type Source =
  | { callId: string }
  | { packed: string }
  | { preset: string }
  | { prompt: { name: string; version: string } };

/**
 * Opens what the address names: a traced call, a preset, a prompt, a shared playground, or a new one for some models. The
 * previous playground stays in the history with its answers, and can be restored.
 */
export function useOpening({ projectId, read, replace, editOf }: Opening) {
  const cache = useQueryClient();
  const [{ call, preset, prompt, version, model, job }, setNamed] = useQueryStates(parsers);
  const clearAddress = useCallback(() => {
    // When the navigation that led here ends, it drops pending updates of the address.
    setTimeout(() => void setNamed(null, { history: "replace" }));
  }, [setNamed]);
  const switchTo = useCallback(
    (next: PlaygroundSession, title: string, description?: string) => {
      const before = read();
      const isKept = replace(next);
      if (isUntouched(before.document)) return toast({ title, description });
      const where = isKept
        ? "The previous playground is in History."
        : "The previous playground is too long for History. Undo to keep it.";
      return toast({
        title,
        description: description === undefined ? where : `${description}. ${where}`,
        action: { label: "Undo", onAction: () => replace(before) },
        durationMs: 20_000,
      });
    },
    [read, replace],
  );
  const open = useCallback(
    ({ document, title, description }: Opened) => void switchTo(newSession(document), title, description),
    [switchTo],
  );
  const { mutate, error, reset, isPending } = useMutation({
    mutationFn: async (source: Source): Promise<Opened> => {
      if ("packed" in source) return { document: await unpackDocument(source.packed), title: "Opened from link" };
      if ("callId" in source) {
        const { openedCall } = await import("./opened-call");
        return openedCall(cache, projectId, source.callId);
      }
      if ("prompt" in source) {
        const { openedPrompt } = await import("./prompt/opened-prompt");
        const { name, version: written } = source.prompt;
        return openedPrompt(cache, projectId, { name, version: versionInAddress(written) });
      }
      const { readPreset } = await import("@/lib/playground/preset");
      const { val } = await cache.fetchQuery(presetDetail(projectId, source.preset, "latest"));
      return { document: readPreset(val), title: `Opened ${source.preset}` };
    },
    onSuccess: open,
  });
  const jobPrompt = useJobPrompt({ read, editOf });
  const fillFromJob = jobPrompt.fill;
  const asked = useRef<string>(undefined);
  useEffect(() => {
    const source = sourceAt({ call, preset, prompt, version });
    const named = JSON.stringify(source);
    if (!source || named === asked.current) return;
    asked.current = named;
    // Removed from the address at once, so that a reload keeps later edits.
    clearAddress();
    mutate(source);
  }, [call, clearAddress, mutate, preset, prompt, version]);
  const tried = useRef<string>(undefined);
  useEffect(() => {
    const named = JSON.stringify([job, ...model]);
    if (model.length === 0 || named === tried.current) return;
    tried.current = named;
    clearAddress();
    const session = newSession(emptyDocument(model));
    switchTo(session, `New playground for ${model.join(" and ")}`);
    if (job !== null) fillFromJob({ jobId: job, session });
  }, [clearAddress, fillFromJob, job, model, switchTo]);
  useEffect(() => {
    const openShared = () => {
      const { hash, pathname, search } = window.location;
      if (!hash.startsWith(shareStart)) return;
      window.history.replaceState(window.history.state, "", pathname + search);
      mutate({ packed: hash.slice(shareStart.length) });
    };
    openShared();
    window.addEventListener("hashchange", openShared);
    return () => window.removeEventListener("hashchange", openShared);
  }, [mutate]);
  return {
    open,
    openCall: (id: string) => mutate({ callId: id }),
    openPrompt: (name: string, wanted: string) => mutate({ prompt: { name, version: wanted } }),
    reopen: (session: PlaygroundSession) => void switchTo(session, "Opened from history"),
    isReading: isPending || jobPrompt.isReading,
    problem: error ? `Could not open the playground: ${error.message}` : jobPrompt.problem,
    dismissProblem: () => {
      reset();
      jobPrompt.dismissProblem();
    },
  };
}

function sourceAt(named: Record<"call" | "preset" | "prompt" | "version", string | null>): Source | undefined {
  const { call, preset, prompt, version } = named;
  if (call !== null) return { callId: call };
  if (preset !== null) return { preset };
  return prompt === null ? undefined : { prompt: { name: prompt, version: version ?? "latest" } };
}
