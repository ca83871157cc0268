"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";

import { JsonDiff } from "@/components/json/json-diff";
import { JsonView } from "@/components/json/json-view";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { usePreference } from "@/components/ui/use-preference";
import type { Call } from "@/lib/contract/calls";
import { JsonText, toJsonText } from "@/lib/json/text";
import { callName } from "@/lib/format/call-name";
import { callDetail } from "@/lib/queries/trace";
import type { AlignedNode, Difference } from "@/lib/trace/align";
import { sentSummary } from "@/lib/trace/weave-summary";

import { differenceWords } from "./difference-words";
import { DiffLayoutToggle } from "./diff-layout-toggle";

const parts = ["input", "output", "exception", "attributes", "summary"] as const;
type Part = (typeof parts)[number];
const labels: Record<Part, string> = {
  input: "Input",
  output: "Output",
  exception: "Exception",
  attributes: "Attributes",
  summary: "Summary",
};
const parser = parseAsStringLiteral(parts).withDefault("output");
const parseLayout = (stored: string) => (stored === "split" || stored === "unified" ? stored : undefined);

interface PairDetailProps {
  projectId: string;
  node: AlignedNode;
  differences: readonly Difference[];
}

/** Input, output and other parts of the two calls of a position, compared line by line. */
export function PairDetail({ projectId, node, differences }: PairDetailProps) {
  const [part, setPart] = useQueryState("tab", parser);
  const [layout, setLayout] = usePreference<"split" | "unified">("diff-layout", "split", parseLayout);
  const [a, b] = [useSide(projectId, node.a?.id), useSide(projectId, node.b?.id)];
  const row = node.a?.row ?? node.b?.row;
  const error = a.error ?? b.error;
  // If one side has no call, there is nothing to compare, and the other side is shown.
  const only = node.a?.row && node.b?.row ? undefined : (a.data ?? b.data);
  return (
    <section aria-label="Comparison of this call" className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 px-4">
        <h2 className="min-w-0 truncate font-medium">{row ? callName(row) : "Call"}</h2>
        <p className="min-w-0 truncate text-meta text-muted">
          {differences.length === 0
            ? "no differences in op, status, model, input or output"
            : differenceWords(differences)}
        </p>
        <DiffLayoutToggle layout={layout} onChange={setLayout} />
      </header>
      <Tabs
        label="Part to compare"
        tabs={parts.map((value) => ({ value, label: labels[value] }))}
        value={part}
        onValueChange={(next) => void setPart(next)}
        className="flex-1"
      >
        {parts.map((value) => (
          <TabPanel key={value} value={value} className="flex flex-col max-sm:h-[70dvh]">
            {error ? (
              <ErrorState
                title={`Could not load call ${a.error ? "A" : "B"}`}
                description={error.message}
                error={error}
                onRetry={() => void Promise.all([a.refetch(), b.refetch()])}
              />
            ) : a.isLoading || b.isLoading ? (
              <Skeleton className="m-4 w-1/2" />
            ) : only ? (
              <JsonView
                json={partOf(only, value)}
                name={value}
                label={`${labels[value]} of this call, which is only in ${node.a?.row ? "A" : "B"}`}
                className="min-h-0 flex-1 px-4 pt-2"
              />
            ) : (
              <JsonDiff
                left={partOf(a.data, value)}
                right={partOf(b.data, value)}
                label="A and B"
                part={labels[value].toLowerCase()}
                layout={layout}
              />
            )}
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}

const nothing = new JsonText("null");

function partOf(call: Call | undefined, part: Part): JsonText {
  if (!call) return nothing;
  switch (part) {
    case "input":
      return call.inputs;
    case "output":
      return call.output ?? nothing;
    case "exception":
      return call.exception === undefined ? nothing : toJsonText(call.exception.split("\n"));
    case "attributes":
      return call.attributes;
    case "summary":
      return sentSummary(call.summary) ?? nothing;
  }
}

function useSide(projectId: string, id: string | undefined) {
  return useQuery({ ...callDetail(projectId, id ?? ""), enabled: id !== undefined });
}
