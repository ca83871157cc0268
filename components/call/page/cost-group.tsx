"use client";

import Link from "next/link";

import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Timestamp } from "@/components/ui/timestamp";
import type { CallCost } from "@/lib/contract/call-costs";
import { nameMatch, type NameMatch } from "@/lib/cost/price-names";
import { callPath } from "@/lib/format/address";
import { callName } from "@/lib/format/call-name";
import { amountsDecimals, exactAmounts, exactDecimals, exactMoney, formatAmounts } from "@/lib/format/money";
import { counted, formatCount } from "@/lib/format/number";
import type { CostGroup as Group, CostLine } from "@/lib/trace/cost-groups";

import type { TraceModel } from "../tree/trace-model";

/** Maximum number of calls listed; the number of others is shown. */
const LISTED_CALLS = 100;

const partWords: Record<CostLine["part"], string> = {
  prompt: "input",
  cached: "read from cache",
  cache_write: "written to cache",
  completion: "output",
};

const matchWords: Record<NameMatch, string> = {
  exact: "its name matches the model",
  prefix: "its name matches the model without the provider prefix",
  date: "its name matches the model without the date",
  prefix_and_date: "its name matches the model without the provider prefix and the date",
};

/** Tokens times price, line by line, for one model and price; which price, and why. */
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
          <PriceRow model={model} price={price} />
        </>
      ) : (
        <p className="text-meta text-muted">
          {tokensOf(price)} No price matches this model, with or without its provider prefix and date. Add a price to
          see the cost of these calls.
        </p>
      )}
      {(calls.length > 1 || calls[0]?.id !== callId) && <ChargedCalls calls={calls} trace={trace} />}
    </section>
  );
}

function Derivation({ lines, total }: { lines: readonly CostLine[]; total: Group["total"] }) {
  const prices = exactDecimals(lines.map(({ price }) => price));
  const amounts = exactDecimals([...lines.map(({ amount }) => amount), ...Object.values(total)]);
  return (
    <table className="w-full text-meta leading-6 tabular-nums">
      <thead className="sr-only">
        <tr>
          <th>Tokens</th>
          <th>Unit price</th>
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
              <span className="text-muted">× </span>
              {exactMoney(price, currency, prices)}
              {isPromptPrice && <span className="text-muted"> input price</span>}
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

/** Which price was used, and why. */
function PriceRow({ model, price }: { model: string; price: CallCost }) {
  const { price_llm_id: row, price_id: id, provider_id: provider, pricing_level: level, effective_date: since } = price;
  const match = row === undefined ? undefined : nameMatch(model, row);
  const reasons = [
    match && matchWords[match],
    level && (level === "project" ? "it is a project price" : "the project has no price for the model"),
    since && "it was the latest in effect when the call started",
  ].filter(Boolean);
  return (
    <dl className="grid grid-cols-[80px_minmax(0,1fr)] gap-x-2 text-meta leading-5">
      <dt className="text-muted">Price</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
        <code>{row}</code>
        {provider && <span className="text-muted">{provider}</span>}
        {level && <Badge>{level === "project" ? "project price" : "default price"}</Badge>}
        {since && (
          <span className="text-muted">
            effective from <Timestamp at={since} style="full" />
          </span>
        )}
        {id && <CopyButton text={id} label="Copy price ID" className="size-5" />}
      </dd>
      {reasons.length > 0 && (
        <>
          <dt className="text-muted">Reason</dt>
          <dd>{capitalized(reasons.join("; "))}.</dd>
        </>
      )}
    </dl>
  );
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

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
