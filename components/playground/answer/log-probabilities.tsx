"use client";

import { GitFork } from "lucide-react";
import { useMemo, useState } from "react";

import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { visibleText } from "@/components/json/visible-text";
import type { JsonNode } from "@/lib/json/node";
import { counted, formatCount, formatDecimal, formatPercent } from "@/lib/format/number";
import { forkAt, type PrefixPart } from "@/lib/playground/prefix";
import { certaintyOf, perplexityOf, readToken, type TokenView } from "@/lib/chat/token";

import { ForcedText } from "./forced-text";

interface LogProbabilitiesProps {
  /** The given beginning of the answer; the tokens follow it. */
  prefix: readonly PrefixPart[];
  tokens: readonly JsonNode[];
  /** Continues from the tokens before one, with another in its place. */
  onFork: (prefix: PrefixPart[]) => void;
}

/** Number of tokens rendered at once; more on request. */
const SHOWN = 2_000;

/** The stronger the background, the less likely the token was; the underline shows the same without color. */
const looks = [
  "bg-[color-mix(in_oklch,var(--error)_40%,transparent)] underline decoration-wavy decoration-error",
  "bg-[color-mix(in_oklch,var(--error)_22%,transparent)] underline decoration-dotted",
  "bg-[color-mix(in_oklch,var(--warning)_24%,transparent)] underline decoration-dotted",
  "bg-[color-mix(in_oklch,var(--warning)_12%,transparent)]",
  "",
];

/** An answer token by token: the probability of each, and the alternatives. */
export function LogProbabilities({ prefix, tokens: nodes, onFork }: LogProbabilitiesProps) {
  const [shown, setShown] = useState(SHOWN);
  const [chosen, setChosen] = useState(0);
  const tokens = useMemo(() => nodes.map(readToken), [nodes]);
  const perplexity = perplexityOf(tokens);
  const token = tokens[chosen];
  if (!token) return <p className="text-muted">This answer has no log-probabilities.</p>;
  const move = (by: number) => {
    const next = Math.min(Math.max(chosen + by, 0), Math.min(shown, tokens.length) - 1);
    setChosen(next);
    document.querySelector<HTMLElement>(`[data-token="${next}"]`)?.focus();
  };
  return (
    <div className="grid gap-2">
      <div className="font-mono text-meta leading-6 wrap-anywhere whitespace-pre-wrap">
        <ForcedText parts={prefix} />
        <div
          role="listbox"
          aria-label="Tokens"
          aria-orientation="horizontal"
          tabIndex={-1}
          onKeyDown={(event) => {
            const by = { ArrowRight: 1, ArrowLeft: -1, Home: -tokens.length, End: tokens.length }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            move(by);
          }}
          className="inline"
        >
          {tokens.slice(0, shown).map((one, index) => (
            <span
              // A token is identified by its index.
              key={index}
              data-token={index}
              role="option"
              aria-selected={index === chosen}
              tabIndex={index === chosen ? 0 : -1}
              title={formatPercent(Math.exp(one.logprob))}
              onClick={() => setChosen(index)}
              onFocus={() => setChosen(index)}
              onKeyDown={(event) => event.key === "Enter" && setChosen(index)}
              className={cn(
                "cursor-pointer rounded-[3px] py-0.5",
                looks[certaintyOf(one.logprob)],
                index === chosen && "outline-2 outline-accent-ring",
              )}
            >
              {tokenText(one.token)}
            </span>
          ))}
        </div>
      </div>
      {tokens.length > shown && (
        <Button size="small" onClick={() => setShown(shown + SHOWN)}>
          Show more tokens ({formatCount(shown)} of {formatCount(tokens.length)} shown)
        </Button>
      )}
      <Alternatives
        token={token}
        onFork={(other) => {
          const before = tokens
            .slice(0, chosen)
            .map((one) => one.token)
            .join("");
          onFork(forkAt({ prefix, before, token: other }));
        }}
        summary={
          perplexity === undefined
            ? ""
            : `perplexity ${formatDecimal(perplexity, 2)} over ${counted(tokens.length, "token")}`
        }
      />
    </div>
  );
}

interface AlternativesProps {
  token: TokenView;
  summary: string;
  onFork: (other: string) => void;
}

function Alternatives({ token, summary, onFork }: AlternativesProps) {
  const others = token.alternatives.some((one) => one.token === token.token)
    ? token.alternatives
    : [token, ...token.alternatives];
  return (
    <div className="grid gap-1 border-l-2 border-line-strong pl-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-label text-muted">
        <span>Alternative tokens</span>
        <span className="tabular-nums">{summary}</span>
      </div>
      <table className="w-full max-w-120 text-meta">
        <thead className="sr-only">
          <tr>
            <th>Token</th>
            <th>Probability</th>
            <th>Bar</th>
            <th>Log-probability</th>
            <th>Fork</th>
          </tr>
        </thead>
        <tbody>
          {others.map((one) => {
            const isTaken = one.token === token.token;
            return (
              <tr key={one.token} className={cn(isTaken && "font-medium")}>
                <td className="max-w-40 truncate py-0.5 pr-3 font-mono" title={one.token}>
                  {JSON.stringify(one.token)}
                </td>
                <td className="w-12 pr-2 text-right tabular-nums">{formatPercent(Math.exp(one.logprob))}</td>
                <td aria-hidden className="w-1/3 pr-3">
                  <span className="block h-1.5 rounded-full bg-hover">
                    <span
                      style={{ width: `${Math.exp(one.logprob) * 100}%` }}
                      className={cn("block h-full rounded-full", isTaken ? "bg-accent" : "bg-control")}
                    />
                  </span>
                </td>
                <td className="pr-3 text-right text-muted tabular-nums">
                  {Number.isFinite(one.logprob) ? formatDecimal(one.logprob, 3) : "−∞"}
                </td>
                <td className="w-20 text-right">
                  {isTaken ? (
                    <span className="text-label font-normal text-muted">sampled</span>
                  ) : (
                    <Button size="small" variant="ghost" icon={GitFork} onClick={() => onFork(one.token)}>
                      Fork
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function tokenText(token: string): string {
  return visibleText(token).replaceAll("\n", "⏎\n");
}
