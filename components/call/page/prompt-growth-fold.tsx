"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";

import { Fold } from "@/components/ui/fold";
import { Skeleton } from "@/components/ui/skeleton";
import { counted, formatCount } from "@/lib/format/number";
import type { RequestChanges } from "@/lib/trace/request-changes";

import type { PromptGrowth } from "./use-prompt-growth";

const JsonDiff = dynamic(async () => (await import("@/components/json/json-diff")).JsonDiff, {
  ssr: false,
  loading: () => <Skeleton className="m-4 w-1/2" />,
});

/** What changed since the prompt of the model call before, and on demand both prompts compared line by line. */
export function PromptGrowthFold({ growth: { callName, changes } }: { growth: PromptGrowth }) {
  const words = changeWords(changes);
  if (words.length === 0)
    return (
      <p className="truncate text-meta leading-5 text-muted">
        Same prompt as <bdi>{callName}</bdi>
      </p>
    );
  return (
    <Fold
      summary={
        <span className="truncate">
          Since <bdi>{callName}</bdi>: {words.join(" · ")}
        </span>
      }
    >
      <PromptDiff changes={changes} />
    </Fold>
  );
}

function PromptDiff({ changes }: { changes: RequestChanges }) {
  const [before, after] = useMemo(() => [changes.before(), changes.after()], [changes]);
  return (
    <div className="flex h-72 min-h-0 flex-col border border-line bg-page">
      <JsonDiff left={before} right={after} label="the previous prompt and this one" layout="unified" />
    </div>
  );
}

/** Such as `1 message added`, `2 changed`, `1 tool changed`. */
function changeWords({ added, changed, removed, tools, parameters }: RequestChanges): string[] {
  const messages = [
    [added, "added"],
    [changed, "changed"],
    [removed, "removed"],
  ] as const;
  const counts = messages
    .filter(([count]) => count > 0)
    .map(([count, word], index) => `${index === 0 ? counted(count, "message") : formatCount(count)} ${word}`);
  if (tools > 0) counts.push(`${counted(tools, "tool")} changed`);
  if (parameters > 0) counts.push(`${counted(parameters, "parameter")} changed`);
  return counts;
}
