"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { InlineBanner } from "@/components/ui/inline-banner";
import { onSubmit } from "@/components/ui/on-submit";
import { useCheckedDraft } from "@/components/ui/use-draft";
import { defaultName } from "@/lib/experiment/default-name";
import { withParents } from "@/lib/experiment/match-columns";
import {
  definitionsOf,
  experimentDraftKey,
  listed,
  type NewExperiment,
  requestCount,
} from "@/lib/experiment/new-experiment";
import { counted, formatCount } from "@/lib/format/number";
import { scorersList } from "@/lib/queries/scorers";
import { tableCount, tableProfile } from "@/lib/queries/tables";
import { useMay } from "@/lib/queries/use-may";

import { MAY_NOT_RUN } from "../may-not-run";
import { ColumnsSection } from "./columns-section";
import { LimitsSection } from "./limits-section";
import { PromptSection } from "./prompt-section";
import { RequestPreview } from "./request-preview";
import { RowsSection } from "./rows-section";
import { ScorersSection } from "./scorers-section";
import { useCreate } from "./use-create";
import { type MatchingRows, useMatchingRows } from "./use-matching-rows";
import { unservedText, useUnserved } from "./use-unserved";

interface ExperimentFormProps {
  projectId: string;
  /** What it begins with: each has a draft of its own. */
  subject: string;
  initial: NewExperiment;
}

/** The form of a new experiment, with a preview of what is sent for each row. */
export function ExperimentForm({ projectId, subject, initial }: ExperimentFormProps) {
  const draft = useCheckedDraft(experimentDraftKey(projectId, subject), initial);
  const { fields, problems, setProblems } = draft;
  const table = { projectId, digest: fields.table };
  const isChosen = fields.table !== "";
  const { data: count, error: unreadable } = useQuery({ ...tableCount(table), enabled: isChosen });
  const { data: profile, isLoading: isReading } = useQuery({ ...tableProfile(table), enabled: isChosen });
  const columns = useMemo(() => profile && withParents(profile.columns.map(({ path }) => path)), [profile]);
  const scorers = useQuery(scorersList(projectId));
  const mayRun = useMay(projectId, "member");
  const name = defaultName(fields);
  const create = useCreate({
    projectId,
    fields,
    onIds: (ids) => draft.change({ ids }),
    onMade: draft.clear,
    onRefused: setProblems,
  });
  // Another experiment has another id.
  const change = (next: Partial<NewExperiment>) => draft.change({ ...next, ids: "" });
  const judges = listed(fields.scorers).filter(
    (ref) => scorers.data?.find((scorer) => scorer.ref === ref)?.definition.type === "judge",
  ).length;
  const matching = useMatchingRows(projectId, fields);
  const amount = requestCount(fields, { count, matching: matching.digests?.length, judges });
  const isUnknown = isReading || matching.isReading;
  const unserved = useUnserved(projectId, fields);
  const refusal = mayRun ? unservedText(unserved) : MAY_NOT_RUN;
  const submit = () => {
    // Which columns fill the variables is known once those of the table are, and which rows match once they are read.
    if (refusal !== undefined || isUnknown) return;
    const read = definitionsOf(fields, {
      columns: columns ?? [],
      areAll: profile?.columns_left_out === 0,
      matching: matching.digests,
      nameOf: defaultName,
    });
    setProblems("problems" in read ? read.problems : {});
    if ("definitions" in read) create.submit(read.definitions);
  };
  const parts = { projectId, fields, problems, onChange: change };
  const isIncomplete = Object.keys(problems).length > 0;
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-x-8 px-4 pb-8 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]"
      onSubmit={onSubmit(submit)}
    >
      <div className="min-w-0">
        <RowsSection {...parts} count={count} error={unreadable} columns={columns} matching={matching} />
        <PromptSection {...parts} unserved={unserved} />
        <ColumnsSection {...parts} columns={columns} />
        <ScorersSection {...parts} scorers={scorers.data} error={scorers.error} />
        <LimitsSection {...parts} name={name} />
      </div>
      <div className="grid content-start gap-4 py-4 max-lg:border-t max-lg:border-line lg:sticky lg:top-0 lg:self-start">
        <RequestPreview
          projectId={projectId}
          fields={fields}
          columns={columns}
          count={count}
          digests={digestsOf(fields, matching)}
        />
        <DraftNote draft={draft} />
        {create.error ? (
          <InlineBanner tone="error">Could not start the experiment: {create.error.message}</InlineBanner>
        ) : (
          isIncomplete && <InlineBanner tone="error">Nothing was sent. Complete the marked fields.</InlineBanner>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            busy={create.isBusy || isUnknown}
            disabled={refusal !== undefined}
            title={refusal}
          >
            {create.isBusy ? "Starting" : "Run experiment"}
          </Button>
          <span role="status" className="text-meta text-muted tabular-nums">
            {refusal ?? (amount && sentText(amount))}
          </span>
        </div>
      </div>
    </form>
  );
}

/** The rows that were chosen, or that the filter selects; undefined for those of the table. */
function digestsOf(fields: NewExperiment, matching: MatchingRows): readonly string[] | undefined {
  return fields.rows === "chosen" ? listed(fields.chosen) : matching.digests;
}

function sentText({
  rows,
  repetitions,
  models,
  requests,
  judged,
}: NonNullable<ReturnType<typeof requestCount>>): string {
  const factors = [
    counted(rows, "row"),
    ...(repetitions > 1 ? [formatCount(repetitions)] : []),
    ...(models > 1 ? [counted(models, "model")] : []),
  ];
  const how = factors.length > 1 ? ` (${factors.join(" × ")})` : "";
  const judges = judged > 0 ? `, and ${formatCount(judged)} to judges` : "";
  return `${counted(requests, "request")}${how}${judges}`;
}
