"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast-store";
import { useCheckedDraft } from "@/components/ui/use-draft";
import { Timestamp } from "@/components/ui/timestamp";
import { isConflict } from "@/lib/client/api-error";
import type { Retention, RetentionState } from "@/lib/contract/retention";
import { counted } from "@/lib/format/number";
import { retentionPreview, setRetention } from "@/lib/queries/retention";
import { useMay } from "@/lib/queries/use-may";

import { PreviewFacts } from "./preview-facts";
import { deletedWords } from "./preview-words";
import { answerOf, draftOf, isYes, retentionOf } from "./retention-draft";

const terms = [
  { value: "ever", label: "Forever" },
  { value: "days", label: "For a number of days" },
] as const;

const exceptions: readonly { field: "queued" | "inTables" | "annotated"; label: string }[] = [
  { field: "queued", label: "In an annotation queue" },
  { field: "inTables", label: "In a table, as the source of a row" },
  { field: "annotated", label: "With annotations, notes, comments, corrections or reactions" },
];

interface RetentionFormProps {
  projectId: string;
  state: RetentionState;
}

/** The retention of a project; it asks before it is saved if something will be deleted. */
export function RetentionForm({ projectId, state }: RetentionFormProps) {
  const may = useMay(projectId, "admin");
  const draft = useCheckedDraft(`retention:${projectId}`, draftOf(state));
  const { fields, problems, setProblems, change } = draft;
  const [asked, setAsked] = useState<Retention>();
  const save = useMutation(setRetention());
  const read = retentionOf(fields);
  const typed = "retention" in read ? read.retention : undefined;
  const days = typed?.keep_days ?? null;
  const question = { project_id: projectId, ...exceptionsOf(typed ?? state), keep_days: days ?? 1 };
  const preview = useQuery({ ...retentionPreview(question), enabled: days !== null });
  const counts = preview.isPlaceholderData ? undefined : preview.data;
  const isSame = typed !== undefined && isSameRetention(typed, state);
  const send = (retention: Retention) => {
    save.mutate(
      { project_id: projectId, ...retention, replaces: state.version },
      {
        onSuccess: () => {
          draft.clear();
          setAsked(undefined);
          toast({ title: "Retention saved" });
        },
      },
    );
  };
  const submit = () => {
    if (save.isPending) return;
    setProblems("problems" in read ? read.problems : {});
    if (!typed) return;
    save.reset();
    const deletesNothing = typed.keep_days === null || (counts && counts.traces === 0 && !counts.is_cut);
    if (deletesNothing) send(typed);
    else setAsked(typed);
  };
  const isBehind = !isSame && fields.version !== String(state.version);
  return (
    <form className="grid grid-cols-1 gap-4" noValidate onSubmit={onSubmit(submit)}>
      <div className="flex flex-wrap items-start gap-4">
        <Field label="Keep traces">
          {(control) => (
            <Select
              {...control}
              options={terms}
              value={fields.keep === "days" ? "days" : "ever"}
              disabled={!may}
              onValueChange={(keep) => change({ keep })}
            />
          )}
        </Field>
        {fields.keep === "days" && (
          <Field label="Days" error={problems.days ?? ("problems" in read ? read.problems.days : undefined)}>
            {(control) => (
              <Input
                {...control}
                value={fields.days}
                disabled={!may}
                inputMode="numeric"
                autoComplete="off"
                className="w-24 tabular-nums"
                onChange={(event) => change({ days: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {fields.keep === "days" && (
        <>
          <fieldset className="grid gap-1.5">
            <legend className="pb-1.5 text-meta font-medium">Always keep traces</legend>
            {exceptions.map(({ field, label }) => (
              <Checkbox
                key={field}
                checked={isYes(fields[field])}
                disabled={!may}
                onCheckedChange={(checked) => change({ [field]: answerOf(checked) })}
              >
                {label}
              </Checkbox>
            ))}
          </fieldset>
          {typed && (
            <PreviewFacts
              preview={preview.data}
              error={preview.error}
              isOld={preview.isFetching}
              onRetry={() => void preview.refetch()}
            />
          )}
        </>
      )}
      {may ? (
        <>
          <DraftNote draft={draft} />
          {isBehind && (
            <InlineBanner
              tone="warning"
              action={
                <Button size="small" onClick={draft.clear}>
                  Show theirs
                </Button>
              }
            >
              {state.changed_by ?? "Somebody else"} has changed the retention since you began. Saving replaces it.
            </InlineBanner>
          )}
          {save.error && !asked && <InlineBanner tone="error">{failureWords(save.error)}</InlineBanner>}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={save.isPending} disabled={isSame}>
              {save.isPending ? "Saving" : "Save retention"}
            </Button>
          </div>
        </>
      ) : (
        <p className="text-meta text-muted">Changing the retention requires the admin role on this project.</p>
      )}
      {asked && (
        <ConfirmDialog
          open
          title={`Delete traces after ${counted(asked.keep_days ?? 0, "day")}?`}
          confirm="Save and delete"
          confirming="Saving"
          keep="Cancel"
          isPending={save.isPending}
          problem={save.error ? failureWords(save.error) : undefined}
          onConfirm={() => send(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {counts ? (
              <>
                At <Timestamp at={counts.next_run_at} />, traces older than {counted(asked.keep_days ?? 0, "day")} are
                deleted. Today these are {deletedWords(counts)}.
              </>
            ) : (
              "The next daily run deletes traces that are older. They have not been counted."
            )}
          </p>
          <p>Nothing is deleted before that. What has been deleted cannot be restored.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}

const exceptionsOf = ({ keep_queued, keep_in_tables, keep_annotated }: Retention) => ({
  keep_queued,
  keep_in_tables,
  keep_annotated,
});

const isSameRetention = (one: Retention, other: Retention) =>
  one.keep_days === other.keep_days && JSON.stringify(exceptionsOf(one)) === JSON.stringify(exceptionsOf(other));

function failureWords(error: Error): string {
  if (isConflict(error)) return "The retention has been changed in the meantime, so yours has not been saved.";
  return `Could not save the retention: ${error.message}`;
}
