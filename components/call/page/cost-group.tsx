"use client";

import Link from "next/link";

import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Timestamp } from "@/components/ui/timestamp";
import type { CallCost } from "@/lib/contract/call-costs";
import { formatPerMillion } from "@/lib/cost/per-million";
import { callPath } from "@/lib/format/address";
import { callName } from "@/lib/format/call-name";
import { amountsDecimals, exactAmounts, exactDecimals, exactMoney, formatAmounts } from "@/lib/format/money";
import { counted, formatCount } from "@/lib/format/number";
import { formatTime } from "@/lib/format/time";
import type { CostGroup as Group, CostLine } from "@/lib/trace/cost-groups";

import type { TraceModel } from "../tree/trace-model";

/** Maximum number of calls listed; the number of others is shown. */
const LISTED_CALLS = 100;

const partWords: Record<CostLine["part"], string> = {
  prompt: "input",
  cached: "read from cache",
  cache_write: "written to cache",
  cache_write_1h: "written to cache for an hour",
  completion: "output",
};

/** Tokens times price, line by line, for one model and price. */
export function CostGroup({ group, trace, callId }: { group: Group; trace: TraceModel; callId: string }) {
  const { model, price, lines, total, calls } = group;
  return (
    <section aria-label={model} className="grid gap-1 border-t border-line pt-3">
      <h2 className="flex min-w-0 items-baseline justify-between gap-3 font-medium">
        <span className="min-w-0 wrap-anywhere">{model}</span>
        {price.priced ? (
          <span className="tabular-nums">{formatAmounts(total)}</span>
        ) : (
          <Badge tone="warning">no price</Badge>
        )}
      </h2>
      {price.priced ? (
        <>
          <Derivation lines={lines} total={total} />
          <UsedPrice price={price} />
        </>
      ) : (
        <p className="text-meta text-muted">
          {tokensOf(price)} No price matches this model. Add a price to see the cost of these calls.
        </p>
      )}
      {(calls.length > 1 || calls[0]?.id !== callId) && <ChargedCalls calls={calls} trace={trace} />}
    </section>
  );
}

function Derivation({ lines, total }: { lines: readonly CostLine[]; total: Group["total"] }) {
  const amounts = exactDecimals([...lines.map(({ amount }) => amount), ...Object.values(total)]);
  return (
    <table className="w-full text-meta leading-6 tabular-nums">
      <thead className="sr-only">
        <tr>
          <th>Tokens</th>
          <th>Price</th>
          <th>Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ part, tokens, price, amount, currency, isPromptPrice }) => (
          <tr key={part}>
            <td>
              {formatCount(tokens)} <span className="text-muted">{partWords[part]}</span>
            </td>
            <td className="text-right">
              {formatPerMillion(price, currency)}
              <span className="text-muted"> / 1M{isPromptPrice && ", the input price"}</span>
            </td>
            <td className="text-right">{exactMoney(amount, currency, amounts)}</td>
          </tr>
        ))}
        {Object.entries(total).map(([currency, amount]) => (
          <tr key={currency} className="border-t border-line font-medium">
            <td colSpan={2}>Total</td>
            <td className="text-right">{exactMoney(amount, currency, amounts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `Built-in price since 29 Sep 2025`, and the model that it is listed for. */
function UsedPrice({ price }: { price: CallCost }) {
  const { price_llm_id: row, price_id: id, provider_id: provider, pricing_level: level, effective_date: since } = price;
  const isOwn = level === "project";
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-meta leading-5 text-muted wrap-anywhere">
      <span>
        {isOwn ? "Project price" : "Built-in price"}
        {since && " since "}
        {/* A built-in price has a day, which is the same in every time zone. */}
        {since && (isOwn ? <Timestamp at={since} style="date" /> : formatTime(since, "UTC", "date"))}
      </span>
      <code className="text-ink">{row}</code>
      {tierOf(price)}
      {provider && <span>{provider}</span>}
      {id && <CopyButton text={id} label="Copy price ID" className="size-5" />}
    </p>
  );
}

/** `batch`, `prompts above 200,000 tokens`: the tier of the price, if it is not the standard one. */
function tierOf({ price_service_tier: service, above_prompt_tokens: above }: CallCost): string {
  const length = above !== undefined && `prompts above ${formatCount(above)} tokens`;
  return [service, length].filter(Boolean).join(", ");
}

function ChargedCalls({ calls, trace }: { calls: Group["calls"]; trace: TraceModel }) {
  const listed = calls.slice(0, LISTED_CALLS);
  const decimals = amountsDecimals(calls.map(({ total }) => total));
  return (
    <details className="text-meta">
      <summary className="w-fit text-muted hover:text-ink">{counted(calls.length, "call")}</summary>
      <ul className="grid pl-3">
        {listed.map(({ id, total }) => {
          const row = trace.tree.byId.get(id)?.row;
          return (
            <li key={id} className="flex min-w-0 justify-between gap-3 leading-6">
              {row?.project_id ? (
                <Link
                  href={callPath(row.project_id, id)}
                  prefetch={false}
                  className="min-w-0 truncate text-accent-ink underline"
                >
                  {callName(row)}
                </Link>
              ) : (
                <span className="truncate">{id}</span>
              )}
              <span title={exactAmounts(total)} className="tabular-nums">
                {formatAmounts(total, decimals)}
              </span>
            </li>
          );
        })}
        {calls.length > listed.length && (
          <li className="text-muted">and {counted(calls.length - listed.length, "more call")}</li>
        )}
      </ul>
    </details>
  );
}

function tokensOf({ prompt_tokens: prompt, completion_tokens: completion }: CallCost): string {
  const parts = [
    prompt !== undefined && `${formatCount(prompt)} input`,
    completion !== undefined && `${formatCount(completion)} output`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(" and ")} tokens.` : "";
}
