"use client";

import Link from "next/link";
import type { ReactNode } from "react";

import { buttonClass } from "@/components/ui/button";
import { Timestamp } from "@/components/ui/timestamp";
import type { ScoringRule } from "@/lib/contract/scoring";
import { versionName } from "@/lib/contract/version-name";
import { measuredCallsPath } from "@/lib/filter/measured-calls";
import { objectPath } from "@/lib/format/address";
import { counted, formatCount, formatPercent } from "@/lib/format/number";

import { RuleFilter } from "./rule-filter";
import { costText, unitText } from "./rule-words";
import { useScorerVersion } from "./use-scorer-version";

/** What a rule scores, with which scorer, and what became of its calls. */
export function RuleFacts({ rule }: { rule: ScoringRule }) {
  const { project_id: projectId, definition, calls, unpriced, backfill } = rule;
  const { object, digest, index } = useScorerVersion(projectId, definition.scorer_ref);
  const selected = measuredCallsPath(projectId, {
    measure: "calls",
    query: definition.query,
    filter: { ...definition.filter, trace_roots_only: definition.unit === "traces" || undefined },
  });
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 pt-3">
      <Fact term="Scorer">
        {digest === undefined ? (
          object
        ) : (
          <Link
            href={objectPath(projectId, { kind: "object", name: object, digest })}
            prefetch={false}
            className="underline decoration-line underline-offset-2 hover:decoration-current"
          >
            <bdi>{object}</bdi>
            {index !== undefined && ` ${versionName(index)}`}
          </Link>
        )}
      </Fact>
      <Fact term="Applies to">{unitText(definition)}</Fact>
      <Fact term="Filter">
        <RuleFilter definition={definition} />{" "}
        <Link href={selected} prefetch={false} className={buttonClass("ghost", "small")}>
          Show calls
        </Link>
      </Fact>
      <Fact term="Sampling">{formatPercent(definition.sampling_rate ?? 1)}</Fact>
      <Fact term="Scored">{formatCount(calls.scored)}</Fact>
      <Fact term="Waiting">
        {formatCount(calls.waiting)}
        {calls.sent > 0 && <span className="text-muted">, {formatCount(calls.sent)} being scored</span>}
      </Fact>
      <Fact term="Failed">
        <span className={calls.failed > 0 ? "text-error" : undefined}>{formatCount(calls.failed)}</span>
      </Fact>
      {backfill && (
        <Fact term="Backfill">
          collects calls from <Timestamp at={backfill.start} /> to <Timestamp at={backfill.end} />
        </Fact>
      )}
      <Fact term="Cost">
        {costText(rule)}
        {unpriced > 0 && <span className="text-warning">, {counted(unpriced, "verdict")} without a price</span>}
      </Fact>
      <Fact term="Created">
        <Timestamp at={rule.created_at} /> by {rule.created_by}
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </>
  );
}
