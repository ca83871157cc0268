"use client";

import { useMemo, useState } from "react";

import { DataTable } from "@/components/data-table/data-table";
import { useDataTable } from "@/components/data-table/use-data-table";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { callRef } from "@/lib/contract/refs";
import { shareOf } from "@/lib/feedback/queue";
import { queuePath } from "@/lib/format/address";
import { counted, formatCount, formatDecimal, formatPercent } from "@/lib/format/number";

import { useSubjectCalls } from "../list/use-subject-calls";
import { useFeedbackRights } from "../use-feedback-rights";
import { AgreementByPerson } from "./agreement-by-person";
import { type Agreement, agreementsOf, agreementWords } from "./agreement-rows";
import type { QueueParts } from "./queue-work";
import { resultColumns, type ResultRow } from "./result-columns";

/** All answers side by side, and the agreement of the annotators. */
export function QueueResults({ projectId, queue, answers, specs, owner, progress }: QueueParts) {
  const { mayRemove } = useFeedbackRights(projectId);
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const agreements = useMemo(() => agreementsOf(queue, answers, specs), [queue, answers, specs]);
  const columns = useMemo(() => resultColumns(agreements), [agreements]);
  const subjects = useMemo(() => queue.callIds.map((id) => callRef(projectId, id)), [projectId, queue]);
  const callOf = useSubjectCalls(projectId, subjects);
  const rows = useMemo(
    () =>
      queue.callIds
        .map((callId, index): ResultRow => ({
          callId,
          call: callOf(callRef(projectId, callId)),
          index,
          differs: agreements.some(({ differing }) => differing.has(index)),
        }))
        .filter(({ differs }) => differs || !onlyDiffering),
    [projectId, queue, callOf, agreements, onlyDiffering],
  );
  const table = useDataTable({ id: "queue-results", columns, rows, rowId: ({ callId }) => callId });
  // Only an admin may remove feedback without an owner.
  const isAdmin = mayRemove({ ext_user_id: undefined });
  const left = shareOf(queue, owner, progress).length - (progress.get(owner)?.size ?? 0);
  if (queue.isBlind && left > 0 && !isAdmin)
    return (
      <EmptyState
        title="Hidden until you finish"
        description={`This queue is blind: others' answers appear after you have reviewed all your calls. ${formatCount(left)} left.`}
      />
    );
  return (
    <>
      <div className="grid gap-3 border-b border-line px-4 py-3">
        <ul aria-label="Agreement" className="flex flex-wrap gap-x-8 gap-y-2">
          {agreements.map((one) => (
            <li key={one.spec.id}>
              <AgreementOf agreement={one} />
            </li>
          ))}
        </ul>
        <AgreementByPerson agreements={agreements} owner={owner} />
        <Checkbox checked={onlyDiffering} onCheckedChange={(checked) => setOnlyDiffering(checked === true)}>
          Disagreements only
        </Checkbox>
      </div>
      <DataTable
        table={table}
        label="Results"
        rowHref={({ callId }) => queuePath(projectId, queue.name, callId)}
        footer={
          rows.length === 0 && (
            <p className="px-4 py-6 text-muted">{onlyDiffering ? "No disagreements." : "This queue has no calls."}</p>
          )
        }
      />
    </>
  );
}

function AgreementOf({ agreement: { spec, people, shared, same, kappa, alpha } }: { agreement: Agreement }) {
  const coefficient = kappa ?? alpha;
  return (
    <div className="grid gap-0.5">
      <span className="text-meta text-muted wrap-anywhere">{spec.name}</span>
      {coefficient === undefined ? (
        <span className="text-muted">
          {people.length < 2
            ? "Agreement needs answers from two annotators"
            : shared === 0
              ? "No call has answers from two annotators"
              : "All answers are the same"}
        </span>
      ) : (
        <span className="flex items-baseline gap-2">
          <span className="text-title font-semibold tabular-nums">{formatDecimal(coefficient, 2)}</span>
          <span className="text-meta text-muted">
            {kappa === undefined ? "Krippendorff's alpha" : "Cohen's kappa"}, {agreementWords(coefficient)}
          </span>
        </span>
      )}
      {shared > 0 && (
        <span className="text-meta text-muted tabular-nums">
          Same answer on {formatCount(same)} of {counted(shared, "call")} ({formatPercent(same / shared)})
          {kappa !== undefined && alpha !== undefined && `, alpha ${formatDecimal(alpha, 2)}`}
        </span>
      )}
    </div>
  );
}
