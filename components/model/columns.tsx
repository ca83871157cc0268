import Link from "next/link";

import { tickTime } from "@/components/charts/axis-time";
import type { DataColumns } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { ModelDot } from "@/components/ui/model-colors";
import { Quantity } from "@/components/ui/quantity";
import { formatPerMillion } from "@/lib/cost/per-million";
import { modelCallsPath } from "@/lib/filter/model-calls";
import { costsPath, playgroundModelsPath, trainingJobPath, withSearch } from "@/lib/format/address";
import { durationParts } from "@/lib/format/duration";
import { feedbackTotalsText, recordsText } from "@/lib/format/feedback-totals";
import { exactAmounts, formatAmounts } from "@/lib/format/money";
import { formatCount, formatPercent } from "@/lib/format/number";
import type { TimeZone } from "@/lib/format/time";

import type { ModelRow } from "./join-models";

const DAY_MS = 86_400_000;
interface ModelColumnsOptions {
  projectId: string;
  /** The start of the days that the page covers. */
  since: string | undefined;
  zone: TimeZone;
  /** The job that created a model, by the model's id. */
  madeBy: ReadonlyMap<string, string>;
  /** The number of decimals of all sums. */
  spentDecimals: number;
}

export function modelColumns(options: ModelColumnsOptions): DataColumns<ModelRow> {
  const { projectId, since, zone, madeBy, spentDecimals } = options;
  return [
    {
      id: "model",
      header: "Model",
      cell: (model) => (
        <span className="flex min-w-0 items-center gap-2">
          <ModelDot model={model.id} />
          <bdi className="truncate font-medium" title={model.id}>
            {model.id}
          </bdi>
          {!model.entry && <Badge>unavailable</Badge>}
          {model.entry?.parent && <span className="truncate text-meta text-muted">on {model.entry.parent}</span>}
          <MadeBy projectId={projectId} jobId={madeBy.get(model.id)} />
        </span>
      ),
      size: 210,
      enableHiding: false,
      meta: { grow: true, phone: { line: 1, grow: true } },
    },
    {
      id: "served",
      header: "Provider",
      cell: (model) => {
        const words = model.entry?.upstreams?.join(", ") ?? model.entry?.owned_by;
        return <bdi title={entryWords(model)}>{words ?? <span className="text-faint">—</span>}</bdi>;
      },
      size: 100,
    },
    {
      id: "context",
      header: "Context",
      cell: (row) => formatCount(row.entry?.max_model_len),
      size: 80,
      meta: { align: "end" },
    },
    {
      id: "price",
      header: "Price per 1M tokens",
      cell: (model) => <Price projectId={projectId} model={model} />,
      size: 170,
      meta: { align: "end", raised: true, phone: { line: 2 } },
    },
    {
      id: "calls",
      header: "Calls",
      cell: (model) =>
        model.observed ? (
          <Link href={modelCallsPath(projectId, model.id, since)} className="hover:underline">
            {formatCount(model.observed.count)}
          </Link>
        ) : (
          <span className="text-faint">—</span>
        ),
      size: 80,
      meta: { align: "end", raised: true },
    },
    {
      id: "p50",
      header: "p50",
      cell: (row) => <Quantity parts={durationParts(row.observed?.latency_p50_ms)} />,
      size: 70,
      meta: { align: "end" },
    },
    {
      id: "p95",
      header: "p95",
      cell: (row) => <Quantity parts={durationParts(row.observed?.latency_p95_ms)} />,
      size: 70,
      meta: { align: "end", phone: { line: 2 } },
    },
    {
      id: "errors",
      header: "Errors",
      cell: (model) => <ErrorRate model={model} />,
      size: 70,
      meta: { align: "end" },
    },
    {
      id: "spent",
      header: "Cost",
      cell: (model) => (
        <span title={exactAmounts(model.observed?.total_cost)}>
          {formatAmounts(model.observed?.total_cost, spentDecimals)}
        </span>
      ),
      size: 90,
      meta: { align: "end", phone: { line: 1 } },
    },
    {
      id: "feedback",
      header: "Feedback",
      cell: ({ feedback = [] }) => {
        const text = feedbackTotalsText(feedback);
        return text && <span title={`${recordsText(feedback)}: ${text}`}>{text}</span>;
      },
      size: 120,
    },
    {
      id: "used",
      header: "Last used",
      cell: (model) =>
        model.lastUsed ? tickTime(Date.parse(model.lastUsed), DAY_MS, zone) : <span className="text-faint">—</span>,
      size: 80,
      meta: { phone: { line: 2, grow: true } },
    },
    {
      id: "try",
      header: () => <span className="sr-only">Try</span>,
      cell: (model) =>
        model.entry && (
          <Link
            href={playgroundModelsPath(projectId, [model.id])}
            aria-label={`Try ${model.id} in the playground`}
            className={buttonClass("ghost", "small")}
          >
            Try
          </Link>
        ),
      size: 60,
      enableHiding: false,
      meta: { align: "end", raised: true, phone: { line: 1 } },
    },
  ];
}

function MadeBy({ projectId, jobId }: { projectId: string; jobId: string | undefined }) {
  if (jobId === undefined) return null;
  return (
    <Link href={trainingJobPath(projectId, jobId)} prefetch={false} className="text-meta text-accent-ink underline">
      training job
    </Link>
  );
}

function Price({ projectId, model }: { projectId: string; model: ModelRow }) {
  const { price } = model;
  const href = withSearch(costsPath(projectId), price ? { q: price.llm_id } : { price: model.id });
  if (!price)
    return (
      <Link href={href} className={model.observed ? "text-warning underline" : "text-muted underline"}>
        Add price
      </Link>
    );
  const prompt = formatPerMillion(price.prompt_token_cost, price.prompt_token_cost_unit);
  const completion = formatPerMillion(price.completion_token_cost, price.completion_token_cost_unit);
  const words = `${prompt} in, ${completion} out`;
  return (
    <Link href={href} title={`${words}, priced as ${price.llm_id}`} className="hover:underline">
      {words}
    </Link>
  );
}

function ErrorRate({ model: { observed } }: { model: ModelRow }) {
  if (!observed) return <span className="text-faint">—</span>;
  const words = formatPercent(observed.errors / observed.count);
  return (
    <span
      title={`${formatCount(observed.errors)} of ${formatCount(observed.count)} calls`}
      className={observed.errors > 0 ? "text-error" : undefined}
    >
      {words}
    </span>
  );
}

function entryWords({ entry }: ModelRow): string | undefined {
  if (!entry) return undefined;
  const since = entry.created > 0 ? `, created ${new Date(entry.created * 1000).toISOString().slice(0, 10)}` : "";
  const root = entry.root === entry.id ? "" : `, root model ${entry.root}`;
  return `Owned by ${entry.owned_by}${root}${since}`;
}
