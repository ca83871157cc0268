import Link from "next/link";

import { tickTime } from "@/components/charts/axis-time";
import { columnsOf } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { FeedbackGlance } from "@/components/ui/feedback-glance";
import { ModelDot } from "@/components/ui/model-colors";
import { Quantity } from "@/components/ui/quantity";
import { perMillion } from "@/lib/cost/per-million";
import { modelCallsPath } from "@/lib/filter/model-calls";
import { costsPath, playgroundModelsPath, trainingJobPath, withSearch } from "@/lib/format/address";
import { durationParts } from "@/lib/format/duration";
import { exactAmounts, exactMoney, formatAmounts } from "@/lib/format/money";
import { formatCount, formatPercent } from "@/lib/format/number";
import type { TimeZone } from "@/lib/format/time";

import type { ModelRow } from "./join-models";

const DAY_MS = 86_400_000;
const column = columnsOf<ModelRow>();

interface ModelColumnsOptions {
  projectId: string;
  /** Where the days that are looked back begin. */
  since: string | undefined;
  zone: TimeZone;
  /** Which job made a model, by its id. */
  madeBy: ReadonlyMap<string, string>;
  /** Decimals that all sums spent are written with. */
  spentDecimals: number;
  /** The same of prices, which have all of theirs. */
  priceDecimals: number;
}

/** The columns of the list of models. */
export function modelColumns(options: ModelColumnsOptions) {
  const { projectId, since, zone, madeBy, spentDecimals, priceDecimals } = options;
  return column.columns([
    column.display({
      id: "model",
      header: "Model",
      cell: ({ row: { original: model } }) => (
        <span className="flex min-w-0 items-center gap-2">
          <ModelDot model={model.id} />
          <bdi className="truncate font-medium" title={model.id}>
            {model.id}
          </bdi>
          {!model.entry && <Badge>not served</Badge>}
          <MadeBy projectId={projectId} jobId={madeBy.get(model.id)} />
        </span>
      ),
      size: 210,
      enableHiding: false,
      meta: { grow: true, phone: { line: 1, grow: true } },
    }),
    column.display({
      id: "served",
      header: "Served by",
      cell: ({ row: { original: model } }) => {
        const words = model.entry?.upstreams?.join(", ") ?? model.entry?.owned_by;
        return <bdi title={entryWords(model)}>{words ?? <span className="text-faint">—</span>}</bdi>;
      },
      size: 100,
    }),
    column.display({
      id: "context",
      header: "Context",
      cell: ({ row }) => formatCount(row.original.entry?.max_model_len),
      size: 80,
      meta: { align: "end" },
    }),
    column.display({
      id: "price",
      header: "Price / 1M in, out",
      cell: ({ row: { original: model } }) => <Price projectId={projectId} model={model} decimals={priceDecimals} />,
      size: 130,
      meta: { align: "end", raised: true, phone: { line: 2 } },
    }),
    column.display({
      id: "calls",
      header: "Calls",
      cell: ({ row: { original: model } }) =>
        model.observed ? (
          <Link href={modelCallsPath(projectId, model.id, since)} className="hover:underline">
            {formatCount(model.observed.count)}
          </Link>
        ) : (
          <span className="text-faint">—</span>
        ),
      size: 80,
      meta: { align: "end", raised: true },
    }),
    column.display({
      id: "p50",
      header: "p50",
      cell: ({ row }) => <Quantity parts={durationParts(row.original.observed?.latency_p50_ms)} />,
      size: 70,
      meta: { align: "end" },
    }),
    column.display({
      id: "p95",
      header: "p95",
      cell: ({ row }) => <Quantity parts={durationParts(row.original.observed?.latency_p95_ms)} />,
      size: 70,
      meta: { align: "end", phone: { line: 2 } },
    }),
    column.display({
      id: "errors",
      header: "Errors",
      cell: ({ row: { original: model } }) => <ErrorRate model={model} />,
      size: 70,
      meta: { align: "end" },
    }),
    column.display({
      id: "spent",
      header: "Cost",
      cell: ({ row: { original: model } }) => (
        <span title={exactAmounts(model.observed?.total_cost)}>
          {formatAmounts(model.observed?.total_cost, spentDecimals)}
        </span>
      ),
      size: 90,
      meta: { align: "end", phone: { line: 1 } },
    }),
    column.display({
      id: "feedback",
      header: "Feedback",
      cell: ({ row }) => <FeedbackGlance records={row.original.feedback ?? []} />,
      size: 120,
    }),
    column.display({
      id: "used",
      header: "Last used",
      cell: ({ row: { original: model } }) =>
        model.lastUsed ? tickTime(Date.parse(model.lastUsed), DAY_MS, zone) : <span className="text-faint">—</span>,
      size: 80,
      meta: { phone: { line: 2, grow: true } },
    }),
    column.display({
      id: "try",
      header: "Try",
      cell: ({ row: { original: model } }) =>
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
    }),
  ]);
}

function MadeBy({ projectId, jobId }: { projectId: string; jobId: string | undefined }) {
  if (jobId === undefined) return null;
  return (
    <Link href={trainingJobPath(projectId, jobId)} prefetch={false} className="text-meta text-accent-ink underline">
      trained here
    </Link>
  );
}

function Price({ projectId, model, decimals }: { projectId: string; model: ModelRow; decimals: number }) {
  const { price } = model;
  const href = withSearch(costsPath(projectId), price ? { q: price.llm_id } : { price: model.id });
  if (!price)
    return (
      <Link href={href} className={model.observed ? "text-warning underline" : "text-muted underline"}>
        add price
      </Link>
    );
  const [prompt, completion] = [perMillion(price.prompt_token_cost), perMillion(price.completion_token_cost)];
  const words = `${exactMoney(prompt, price.prompt_token_cost_unit, decimals)}, ${exactMoney(completion, price.completion_token_cost_unit, decimals)}`;
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
  return `Owned by ${entry.owned_by}, root ${entry.root}${since}`;
}
