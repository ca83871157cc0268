"use client";

import { memo, useMemo, useState } from "react";

import { Chart } from "@/components/charts/chart";
import { DataTable } from "@/components/data-table/data-table";
import { useCompact } from "@/components/data-table/use-compact";
import { useDataTable } from "@/components/data-table/use-data-table";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { SplitPanel } from "@/components/ui/split-panel";
import { counted, formatCount } from "@/lib/format/number";
import type { Preflight } from "@/lib/training/preflight";
import { rewardHistogram } from "@/lib/training/reward-histogram";
import { numberText } from "@/lib/format/number-text";

import type { ConversationOf } from "../../trajectory/conversation-of";
import type { Choices } from "../use-choices";
import { groupColumns } from "./group-columns";
import { GroupDetail } from "./group-detail";

interface TeachStepProps {
  checked: Preflight;
  files: ReadonlyMap<number, Blob>;
  choices: Choices;
  conversation: ConversationOf;
  /** The open group. */
  openKey: string | null;
  onOpen: (key: string | null) => void;
}

/**
 * The training signal of the groups: totals, rewards, and every group with its advantages. Kept while files are read.
 */
export const TeachStep = memo(function TeachStep(props: TeachStepProps) {
  const { checked, choices } = props;
  const histogram = useMemo(() => rewardHistogram(checked.rewards), [checked.rewards]);
  const { bins, end } = histogram;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Totals checked={checked} choices={choices} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Checkbox checked={choices.isScaled} onCheckedChange={(on) => choices.setScaled(on === true)}>
          Divide by the group&apos;s standard deviation
        </Checkbox>
        <span className="text-meta text-muted">
          {choices.isScaled
            ? "Advantage = (reward − group mean) ÷ population standard deviation, as in GRPO."
            : "Advantage = reward − group mean, as in Dr. GRPO."}{" "}
          Preview only: the runner computes its own advantages.
        </span>
      </div>
      {bins.length > 0 && (
        <Chart
          label="Rewards"
          x="number"
          formatX={numberText}
          format={formatCount}
          data={{
            starts: bins.map(({ from }) => from),
            end,
            series: [
              {
                label: "Trajectories",
                values: bins.map(({ count }) => count),
                color: "var(--category-1)",
                look: "bars",
              },
            ],
          }}
        />
      )}
      <Groups {...props} />
    </div>
  );
});

function Totals({ checked, choices }: Pick<TeachStepProps, "checked" | "choices">) {
  const { sent, flat, missing, repeated, shared, systems, withoutSystem, models, ops } = checked;
  return (
    <div className="grid gap-1">
      <p className="text-title font-semibold tabular-nums" role="status">
        {counted(sent.groups, "group")} · {counted(sent.trajectories, "trajectory", "trajectories")}{" "}
        <span
          className="text-body font-normal text-muted"
          title="One token per four characters, or per Chinese, Japanese or Korean character"
        >
          · about {counted(sent.tokens, "token")}
        </span>
      </p>
      {flat > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-muted tabular-nums">
          {counted(flat, "group")} without reward variance
          <Button size="small" onClick={() => choices.leaveFlatOut(!choices.leavesFlatOut)}>
            {choices.leavesFlatOut ? "Include them" : "Leave them out"}
          </Button>
        </p>
      )}
      {missing > 0 && (
        <p className="text-warning tabular-nums">
          {counted(missing, "trajectory", "trajectories")} without a reward: left out unless you set one
        </p>
      )}
      {repeated > 0 && (
        <p className="text-muted tabular-nums">
          {counted(repeated, "trajectory duplicates", "trajectories duplicate")} another one in the same group
        </p>
      )}
      {(systems > 1 || (systems > 0 && withoutSystem > 0)) && (
        <p className="text-warning tabular-nums">
          Different prompts are mixed: {counted(systems, "system prompt")}
          {withoutSystem > 0 && `, and ${counted(withoutSystem, "trajectory", "trajectories")} without one`}
        </p>
      )}
      {(models > 1 || ops > 1) && (
        <p className="text-warning tabular-nums">
          The trajectories are of{" "}
          {[models > 1 && counted(models, "model"), ops > 1 && counted(ops, "op")].filter(Boolean).join(" and ")}
        </p>
      )}
      {systems === 0 && withoutSystem > 0 && <p className="text-muted">No trajectory has a system prompt</p>}
      {shared > 0 && (
        <p className="text-muted tabular-nums">
          {counted(shared, "trajectory", "trajectories")} with messages that are also in another group
        </p>
      )}
    </div>
  );
}

function Groups({ checked, files, choices, conversation, openKey, onOpen }: TeachStepProps) {
  const compact = useCompact();
  const [onlyMissing, setOnlyMissing] = useState(false);
  const { largest } = checked;
  const columns = useMemo(() => groupColumns(largest, compact ? onOpen : undefined), [largest, compact, onOpen]);
  const isFiltered = onlyMissing && checked.missing > 0;
  const rows = useMemo(
    () => (isFiltered ? checked.groups.filter(({ missing }) => missing > 0) : checked.groups),
    [checked.groups, isFiltered],
  );
  const table = useDataTable({ id: "training-groups", columns, rows, rowId: ({ group }) => group.key });
  const open = checked.groups.find(({ group }) => group.key === openKey);
  const detail = open && (
    <GroupDetail
      key={open.group.key}
      group={open}
      files={files}
      choices={choices}
      conversation={conversation}
      onClose={compact ? undefined : () => onOpen(null)}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-2">
      {checked.missing > 0 && (
        <Checkbox checked={onlyMissing} onCheckedChange={(on) => setOnlyMissing(on === true)}>
          Only groups with missing rewards
        </Checkbox>
      )}
      <div
        // As high as its rows while no group is open.
        style={{ height: `min(480px, 70vh${detail && !compact ? "" : `, ${boxHeight(rows.length, compact)}px`})` }}
        className="flex min-h-0 flex-col border-y border-line"
      >
        <SplitPanel
          id="training-group"
          label="Group width"
          sized="end"
          defaultWidth={520}
          start={
            <div className="flex h-full min-h-0 flex-col">
              <DataTable table={table} label="Groups" peek={{ id: openKey, onChange: onOpen }} />
            </div>
          }
          end={compact ? undefined : detail}
        />
      </div>
      {compact && (
        <Dialog open={open !== undefined} onOpenChange={() => onOpen(null)} title="Group" shape="sheet">
          {detail}
        </Dialog>
      )}
    </div>
  );
}

const headerPx = 31;

function boxHeight(rows: number, compact: boolean): number {
  return compact ? Math.max(1, rows) * 52 + 2 : headerPx + Math.max(1, rows) * 28;
}
