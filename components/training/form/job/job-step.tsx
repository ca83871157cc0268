"use client";

import dynamic from "next/dynamic";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CodeEditor } from "@/components/ui/code-editor";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { Skeleton } from "@/components/ui/skeleton";
import type { Draft } from "@/components/ui/use-draft";
import { ApiError } from "@/lib/client/api-error";
import { counted, formatBytes, formatPercent } from "@/lib/format/number";
import { useMay } from "@/lib/queries/use-may";
import { type ConfigDraft, readConfig } from "@/lib/training/job-config";
import type { Preflight } from "@/lib/training/preflight";

import { MAY_NOT_TRAIN } from "../../may-not-train";
import { MethodField } from "./method-field";
import { ModelField } from "./model-field";
import { RunnerNote } from "./runner-note";
import { useSubmit } from "./use-submit";

// Shown once there are groups.
const BodyPreview = dynamic(async () => (await import("./body-preview")).BodyPreview, {
  ssr: false,
  loading: () => <Skeleton className="h-6 w-28" />,
});
// Mostly not shown.
const Refusal = dynamic(async () => (await import("./refusal")).Refusal, { ssr: false });
const TestTableField = dynamic(async () => (await import("../../test-table/test-table-field")).TestTableField, {
  ssr: false,
  loading: () => <Skeleton className="h-17 w-80" />,
});

interface JobStepProps {
  projectId: string;
  checked: Preflight;
  files: ReadonlyMap<number, Blob>;
  /** Whether files are still being read. */
  isReading: boolean;
  modelId: string;
  onModelChange: (modelId: string) => void;
  config: ConfigDraft;
  onConfigChange: (change: Partial<ConfigDraft>) => void;
  /** The ref of the test table; empty for none. */
  testTable: string;
  onTestTableChange: (testTable: string) => void;
  /** Of model, settings and test table. */
  draft: Omit<Draft, "text" | "setText">;
  /** Called once the service has accepted the job. */
  onSent: () => void;
  onOpenGroup: (key: string) => void;
}

/** The job itself: model, settings, and the exact request. */
export function JobStep(props: JobStepProps) {
  const { projectId, checked, files, isReading, modelId, onModelChange, config, onConfigChange, onOpenGroup } = props;
  const { testTable, onTestTableChange, draft, onSent } = props;
  const [isTried, setTried] = useState(false);
  const submission = useSubmit(() => {
    draft.clear();
    onSent();
  });
  const mayTrain = useMay(projectId, "member");
  const read = readConfig(config);
  const problems = "problems" in read ? read.problems : {};
  const isEmpty = checked.sent.groups === 0;
  const submittable = "config" in read ? { projectId, modelId, config: read.config, checked, files } : undefined;
  const { state, error } = submission;
  const isBusy = state.step !== "idle";
  const submit = () => {
    setTried(true);
    if (submittable && modelId !== "" && !isEmpty && !isReading && !isBusy) submission.submit(submittable, testTable);
  };
  return (
    <form className="grid max-w-160 gap-3" onSubmit={onSubmit(submit)}>
      <ModelField
        projectId={projectId}
        modelId={modelId}
        onChange={onModelChange}
        error={isTried && modelId === "" ? "Choose a trainable model" : undefined}
      />
      <MethodField method={config.method} onChange={(method) => onConfigChange({ method })} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Learning rate" hint="If empty, the runner's default is used" error={problems.learningRate}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={config.learningRate}
              placeholder="1e-5"
              autoComplete="off"
              onChange={(event) => onConfigChange({ learningRate: event.target.value })}
              className="tabular-nums"
            />
          )}
        </Field>
        <div className="sm:pt-6">
          <Checkbox
            checked={config.precalculatesLogprobs}
            onCheckedChange={(on) => onConfigChange({ precalculatesLogprobs: on === true })}
          >
            Precompute log-probabilities
          </Checkbox>
        </div>
      </div>
      <OtherSettings text={config.others} error={problems.others} onChange={(others) => onConfigChange({ others })} />
      <TestTableField projectId={projectId} testTable={testTable} onChange={onTestTableChange} />
      <DraftNote draft={draft} />
      <RunnerNote />
      {!isEmpty && checked.sent.groups === checked.sent.flat && (
        <InlineBanner tone="warning">
          No selected group has reward variance; training would have no effect.
        </InlineBanner>
      )}
      {submittable && !isEmpty && (
        <BodyPreview
          built={submission.builtOf(submittable)}
          isBuilding={state.step === "building"}
          onBuild={() => submission.preview(submittable)}
        />
      )}
      {error instanceof ApiError ? (
        <Refusal error={error} groups={checked.groups} onOpenGroup={onOpenGroup} />
      ) : (
        error && <InlineBanner tone="error">Could not submit the job: {error.message}</InlineBanner>
      )}
      {isTried && isEmpty && (
        <InlineBanner tone="error">No groups to submit. Choose some under “Groups” first.</InlineBanner>
      )}
      {isTried && isReading && (
        <InlineBanner tone="warning">A file is still being read. Submit when it is done.</InlineBanner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {isBusy ? (
          <>
            <progress
              value={state.step === "sending" ? state.share : undefined}
              aria-label="Submitting the job"
              className="h-1.5 min-w-0 flex-1 sm:max-w-80"
            />
            <span role="status" className="text-meta text-muted tabular-nums">
              {state.step === "building"
                ? `Preparing the request: ${formatBytes(state.bytes)}`
                : state.share < 1
                  ? `Uploading ${formatPercent(Math.floor(state.share * 100) / 100)} of ${formatBytes(state.bytes)}`
                  : "Uploaded. The service is checking the job…"}
            </span>
            <Button onClick={submission.cancel}>Cancel</Button>
          </>
        ) : (
          <Button type="submit" variant="primary" disabled={!mayTrain} title={mayTrain ? undefined : MAY_NOT_TRAIN}>
            {error ? "Submit again" : "Submit"} {isEmpty ? "job" : counted(checked.sent.groups, "group")}
          </Button>
        )}
        {!mayTrain && <span className="text-meta text-muted">{MAY_NOT_TRAIN}</span>}
      </div>
    </form>
  );
}

function OtherSettings({ text, error, onChange }: { text: string; error?: string; onChange: (text: string) => void }) {
  return (
    <Fold
      summary={text.trim() === "" ? "Other training parameters (JSON)" : "Other training parameters (JSON), changed"}
    >
      <CodeEditor
        label="Other training parameters"
        value={text}
        onChange={onChange}
        error={error}
        placeholder={'{"epsilon": 0.2}'}
        minHeight={80}
        maxHeight={240}
      />
    </Fold>
  );
}
