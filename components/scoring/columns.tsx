import dynamic from "next/dynamic";

import type { DataColumn, DataColumns } from "@/components/data-table/column";
import { RelativeTime } from "@/components/ui/timestamp";
import type { ScoringRule } from "@/lib/contract/scoring";
import { inSentence } from "@/lib/format/in-sentence";
import { formatCount, formatPercent } from "@/lib/format/number";

import { RuleStatus } from "./rule-status";
import { costText, scorerIn, UNIT_WORDS, unitText } from "./rule-words";

// What writes filters is loaded after the page.
const RuleFilter = dynamic(async () => (await import("./rule-filter")).RuleFilter, { ssr: false });

/** The columns of the list of scoring rules. */
export const ruleColumns: DataColumns<ScoringRule> = [
  {
    id: "status",
    header: "Status",
    cell: (rule) => <RuleStatus rule={rule} />,
    size: 90,
    meta: { phone: { line: 2 }, raised: true },
  },
  {
    id: "name",
    header: "Rule",
    cell: ({ definition: { name } }) => (
      <bdi className="truncate" title={name}>
        {name}
      </bdi>
    ),
    size: 200,
    enableHiding: false,
    meta: { primary: true, phone: { line: 1, grow: true } },
  },
  {
    id: "scorer",
    header: "Scorer",
    cell: ({ definition }) => <bdi className="truncate">{scorerIn(definition.scorer_ref).name}</bdi>,
    size: 140,
  },
  {
    id: "what",
    header: "Applies to",
    cell: ({ definition }) => <span title={unitText(definition)}>{UNIT_WORDS[definition.unit]}</span>,
    size: 84,
    meta: { raised: true },
  },
  {
    id: "filter",
    header: "Filter",
    cell: ({ definition }) => <RuleFilter definition={definition} />,
    size: 160,
    meta: { grow: true, raised: true },
  },
  {
    id: "sampling",
    header: "Sampling",
    cell: ({ definition }) => formatPercent(definition.sampling_rate ?? 1),
    size: 84,
    meta: { align: "end" },
  },
  countColumn("scored", "Scored", ({ scored }) => scored),
  countColumn("waiting", "Waiting", ({ waiting, sent }) => waiting + sent),
  countColumn("failed", "Failed", ({ failed }) => failed, "text-error"),
  {
    id: "cost",
    header: "Cost",
    cell: (rule) => costText(rule),
    size: 130,
    meta: { align: "end" },
  },
  {
    id: "created",
    header: "Created",
    cell: ({ created_at: at }) => <RelativeTime at={at} />,
    size: 100,
    meta: { raised: true, optional: true },
  },
  {
    id: "by",
    header: "By",
    cell: ({ created_by: by }) => <bdi title={by}>{by}</bdi>,
    size: 100,
    meta: { raised: true },
  },
];

/** How many calls there are of a kind; on phones, where columns have no headers, with its word. */
function countColumn(
  id: string,
  header: string,
  count: (calls: ScoringRule["calls"]) => number,
  color?: string,
): DataColumn<ScoringRule> {
  return {
    id,
    header,
    cell: ({ calls }) => {
      const found = count(calls);
      return (
        <span className={found > 0 ? color : "max-sm:hidden"}>
          {formatCount(found)}
          <span className="sm:hidden"> {inSentence(header)}</span>
        </span>
      );
    },
    size: 84,
    meta: { align: "end", phone: { line: 2 } },
  };
}
