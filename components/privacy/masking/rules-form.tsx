"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DraftNote } from "@/components/ui/draft-note";
import { InlineBanner } from "@/components/ui/inline-banner";
import { onSubmit } from "@/components/ui/on-submit";
import { RelativeTime } from "@/components/ui/timestamp";
import { useDraft } from "@/components/ui/use-draft";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import { ApiError, isConflict } from "@/lib/client/api-error";
import { MASKING_CALLS, MASKING_RULES } from "@/lib/contract/limits";
import type { Masking } from "@/lib/contract/masking";
import { READY_KINDS } from "@/lib/contract/masking-kinds";
import { counted, formatCount } from "@/lib/format/number";
import { dryRunMasking, setMaskingRules } from "@/lib/queries/masking";
import { useMay } from "@/lib/queries/use-may";

import { DryRun } from "./dry-run";
import {
  draftOf,
  newRow,
  problemsOf,
  READY_NAMES,
  readDraft,
  type RowProblems,
  type RuleRow,
  rulesOf,
  toggled,
} from "./masking-draft";
import { RuleCard } from "./rule-card";

const noProblems: ReadonlyMap<number, RowProblems> = new Map();

/** The masking rules of a project: they are tried on its latest calls and saved together. */
export function RulesForm({ projectId, masking }: { projectId: string; masking: Masking }) {
  const mayChange = useMay(projectId, "admin");
  const stored = draftOf(masking);
  const draft = useDraft(`masking:${projectId}`, JSON.stringify(stored));
  const { version, rows } = readDraft(draft.text) ?? stored;
  const [problems, setProblems] = useState(noProblems);
  const [open, setOpen] = useState<number>();
  const save = useMutation(setMaskingRules());
  const dryRun = useMutation(dryRunMasking());
  const rules = rulesOf(rows);
  const isChanged = JSON.stringify(rules) !== JSON.stringify(rulesOf(stored.rows));
  const isBehind = isChanged && version !== masking.version;
  const setRows = (next: readonly RuleRow[]) => {
    setProblems(noProblems);
    // A problem at a field does not outlive its text.
    save.reset();
    draft.setText(JSON.stringify({ version, rows: next }));
  };
  const show = (error: unknown) => {
    const found = error instanceof ApiError ? problemsOf(error.errors) : noProblems;
    setProblems(found);
    const [first] = found.keys();
    if (first !== undefined) setOpen(first);
  };
  const submit = () => {
    if (save.isPending || !isChanged) return;
    const before = masking.rules;
    save.mutate(
      // Who saves while the form says that there are other rules replaces them.
      { project_id: projectId, rules, replaces: masking.version },
      {
        onError: show,
        onSuccess: (saved) => {
          draft.clear();
          setProblems(noProblems);
          setOpen(undefined);
          offerUndo({
            id: `masking ${projectId}`,
            title: "Changed the masking rules",
            requests: [undoWith("maskingRulesSet", { project_id: projectId, rules: before, replaces: saved.version })],
            refreshes: ["masking"],
          });
        },
      },
    );
  };
  const tryOut = () => dryRun.mutate({ project_id: projectId, rules }, { onError: show });
  const add = () => {
    setOpen(rows.length);
    setRows([...rows, newRow("regex")]);
  };
  return (
    <form className="grid grid-cols-1 gap-4" noValidate onSubmit={onSubmit(submit)}>
      <fieldset className="grid gap-1.5 sm:grid-cols-2">
        <legend className="pb-1.5 text-meta font-medium">Ready-made rules</legend>
        {READY_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            checked={rows.some((row) => row.kind === kind && row.enabled)}
            disabled={!mayChange}
            onCheckedChange={(checked) => {
              setOpen(undefined);
              setRows(toggled(rows, kind, checked));
            }}
          >
            {READY_NAMES[kind]}
          </Checkbox>
        ))}
      </fieldset>
      <div className="grid grid-cols-1 gap-2">
        <h3 className="text-meta font-medium">Rules, in the order in which they apply</h3>
        {rows.length === 0 ? (
          <p className="text-muted">No rules: everything is stored as it is sent.</p>
        ) : (
          <ol aria-label="Masking rules" className="grid grid-cols-1 gap-2">
            {rows.map((row, place) => (
              <RuleCard
                // Rules have no other identity than their place while they are typed.
                key={place}
                row={row}
                problems={problems.get(place) ?? {}}
                isOpen={open === place || problems.has(place)}
                mayChange={mayChange}
                onToggle={() => setOpen(open === place ? undefined : place)}
                onChange={(next) => setRows(rows.with(place, { ...row, ...next }))}
                onRemove={() => {
                  setOpen(undefined);
                  setRows(rows.toSpliced(place, 1));
                }}
                onMoveUp={
                  place === 0
                    ? undefined
                    : () => {
                        setOpen(undefined);
                        setRows(rows.toSpliced(place, 1).toSpliced(place - 1, 0, row));
                      }
                }
              />
            ))}
          </ol>
        )}
        {mayChange && rows.length < MASKING_RULES && (
          <Button size="small" icon={Plus} className="justify-self-start" onClick={add}>
            Add pattern
          </Button>
        )}
      </div>
      {masking.changed_at !== undefined && (
        <p className="text-meta wrap-anywhere text-muted">
          Last changed <RelativeTime at={masking.changed_at} />
          {masking.changed_by !== undefined && ` by ${masking.changed_by}`}
        </p>
      )}
      {mayChange ? (
        <>
          <DraftNote
            draft={draft}
            onDiscard={() => {
              setProblems(noProblems);
              save.reset();
            }}
          />
          {isBehind && (
            <InlineBanner
              tone="warning"
              action={
                <Button size="small" onClick={draft.clear}>
                  Show their rules
                </Button>
              }
            >
              {masking.changed_by ?? "Somebody else"} has changed the rules since you began. Saving replaces theirs.
            </InlineBanner>
          )}
          {save.error && (
            <InlineBanner tone="error">
              {isConflict(save.error)
                ? "The rules have been changed in the meantime, so yours have not been saved."
                : problems.size > 0
                  ? `Could not save the rules: correct ${counted(problems.size, "rule")}.`
                  : `Could not save the rules: ${save.error.message}`}
            </InlineBanner>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={save.isPending} disabled={!isChanged}>
              {save.isPending ? "Saving" : "Save rules"}
            </Button>
            <Button busy={dryRun.isPending} disabled={rows.length === 0} onClick={tryOut}>
              {dryRun.isPending ? "Trying" : `Try on the last ${formatCount(MASKING_CALLS)} calls`}
            </Button>
          </div>
          {dryRun.error && (
            <InlineBanner tone="error">
              {problems.size > 0
                ? `Could not try the rules: correct ${counted(problems.size, "rule")}.`
                : `Could not try the rules: ${dryRun.error.message}`}
            </InlineBanner>
          )}
          {dryRun.data && (
            <DryRun
              projectId={projectId}
              result={dryRun.data}
              isOfOthers={JSON.stringify(dryRun.variables.rules) !== JSON.stringify(rules)}
            />
          )}
        </>
      ) : (
        <p className="text-meta text-muted">Changing masking rules requires the admin role on this project.</p>
      )}
    </form>
  );
}
