"use client";

import { GitFork } from "lucide-react";

import { Badge } from "@/components/ui/badge";
import { Fold } from "@/components/ui/fold";
import { counted } from "@/lib/format/number";
import { visibleText } from "@/components/json/visible-text";
import { changedParameters } from "@/lib/playground/document";

import type { PaneRun } from "../pane-run";

/** Maximum number of characters of a parameter's value that are shown. */
const VALUE_CHARS = 2_000;

interface AnsweredByProps {
  run: PaneRun;
  /** Whether variables of the run have another value now. */
  hasOtherValues: boolean;
}

/** The origin of an answer: its model, the server, and the parameters and values of variables as they were sent. */
export function AnsweredBy({ run, hasOtherValues }: AnsweredByProps) {
  const { source, prefix, answer, variables = {} } = run;
  const { model, server, parameters } = source;
  const changed = changedParameters(parameters);
  const forced = prefix.filter(({ isForced }) => isForced);
  return (
    <div role="group" aria-label="Answered by" className="border-b border-line px-3 py-1">
      <Fold
        summary={
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-left">
            <span className="wrap-anywhere">
              <bdi className="font-medium text-ink">{model}</bdi>
              {server !== undefined && (
                <>
                  {" "}
                  on <bdi>{server}</bdi>
                </>
              )}
            </span>
            {changed.length > 0 && <span>{counted(changed.length, "parameter")}</span>}
            {hasOtherValues && <Badge tone="warning">other variable values</Badge>}
            {forced.length > 0 && (
              <span className="flex items-center gap-1">
                <GitFork aria-hidden className="size-3" />
                forked at {forced.map(({ text }) => JSON.stringify(text)).join(", ")}
              </span>
            )}
          </span>
        }
      >
        <dl className="grid max-h-48 gap-0.5 overflow-auto pl-4 text-meta">
          {answer.model !== undefined && answer.model !== model && (
            <Sent name="model name reported by the server" value={answer.model} />
          )}
          {Object.entries(variables).map(([name, value]) => (
            <Sent key={`variable ${name}`} name={`{{${name}}}`} value={value ?? "no value"} />
          ))}
          {Object.entries(parameters).map(([name, value]) => (
            <Sent key={name} name={name} value={value} />
          ))}
        </dl>
        {Object.keys(parameters).length === 0 && <p className="pl-4 text-muted">No parameters were sent.</p>}
      </Fold>
    </div>
  );
}

function Sent({ name, value }: { name: string; value: string }) {
  const shown = value.length > VALUE_CHARS ? `${value.slice(0, VALUE_CHARS)}…` : value;
  return (
    <div>
      <dt className="inline text-muted">{name}</dt>{" "}
      <dd className="inline font-mono wrap-anywhere">{visibleText(shown)}</dd>
    </div>
  );
}
