"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Gauge } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { ListScreen } from "@/components/data-table/list-screen";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useShortcuts } from "@/components/ui/shortcuts";
import { SplitPanel } from "@/components/ui/split-panel";
import { usePeekParam } from "@/components/ui/use-peek-param";
import type { ScoringRule } from "@/lib/contract/scoring";
import { counted } from "@/lib/format/number";
import { scoringPath } from "@/lib/format/scoring-address";
import { scoringRules } from "@/lib/queries/scoring";
import { useMay } from "@/lib/queries/use-may";

import { ruleColumns } from "./columns";
import { MAY_NOT_SCORE } from "./may-not-score";
import { useAskedRule } from "./use-asked-rule";

const RuleDialog = dynamic(async () => (await import("./rule-dialog")).RuleDialog, { ssr: false });
const RulePeek = dynamic(async () => (await import("./rule-peek")).RulePeek, {
  ssr: false,
  loading: () => <TableSkeleton rows={4} label="Loading rule" />,
});

const noRules: readonly ScoringRule[] = [];
const peekWidth = 480;

/** The scoring rules of a project with their counts, updated live, and one of them with its failures. */
export function RuleList({ projectId }: { projectId: string }) {
  const [peekedId, onPeek] = usePeekParam("rule");
  const { asked, clear } = useAskedRule();
  const [wantsForm, setWantsForm] = useState(false);
  const mayChange = useMay(projectId, "member");
  const query = useQuery(scoringRules(projectId));
  const rows = query.data ?? noRules;
  const list = useList(query, rows);
  const table = useDataTable({ id: "scoring", columns: ruleColumns, rows, rowId: ({ id }) => id });
  const peeked = rows.find(({ id }) => id === peekedId);
  useShortcuts("Scoring", [{ keys: "n", description: "New rule", run: () => mayChange && setMaking(true) }]);

  const setMaking = (isMaking: boolean) => {
    setWantsForm(isMaking);
    if (!isMaking) clear();
  };
  const isMaking = wantsForm || (asked !== undefined && mayChange);
  const paused = rows.filter(({ status }) => status === "paused").length;
  const make = (
    <Button
      variant="primary"
      icon={Plus}
      disabled={!mayChange}
      title={mayChange ? undefined : MAY_NOT_SCORE}
      onClick={() => setMaking(true)}
    >
      New rule
    </Button>
  );
  return (
    <section aria-labelledby="scoring" className="flex h-full min-h-0 flex-col">
      <h1 id="scoring" className="sr-only">
        Scoring
      </h1>
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 px-4 py-2">
          <p role="status" className="min-w-0 flex-1 text-meta text-muted">
            {counted(rows.length, "rule")}
            {paused > 0 && <span className="text-warning">, {paused} paused</span>}
          </p>
          <ColumnsMenu table={table} />
          {make}
        </div>
      )}
      <SplitPanel
        id="rule-peek"
        label="Rule width"
        sized="end"
        defaultWidth={peekWidth}
        start={
          <ListScreen
            table={table}
            label="Scoring rules"
            list={list}
            skeletonRows={4}
            rowHref={({ id }) => scoringPath(projectId, id)}
            peek={{ id: peekedId, onChange: onPeek }}
            empty={
              <EmptyState
                icon={Gauge}
                title="No scoring rules yet"
                description="A rule scores new traces as they come: it names a scorer, the traces, calls or threads that it scores, and which share of them. The scores are feedback on the calls, so you can filter, chart, alert on and train with them."
              >
                {make}
              </EmptyState>
            }
          />
        }
        end={peeked && <RulePeek key={peeked.id} rule={peeked} mayChange={mayChange} onClose={() => onPeek(null)} />}
      />
      {isMaking && (
        <RuleDialog
          projectId={projectId}
          start={asked}
          onClose={() => setMaking(false)}
          onSaved={({ id }) => onPeek(id)}
        />
      )}
    </section>
  );
}
