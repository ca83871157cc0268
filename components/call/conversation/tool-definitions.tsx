"use client";

import dynamic from "next/dynamic";

import { Fold } from "@/components/ui/fold";
import { counted } from "@/lib/format/number";
import type { ToolDefinition } from "@/lib/trace/tool-definitions";

export const ToolDefinitionText = dynamic(async () => (await import("./tool-definition-text")).ToolDefinitionText, {
  ssr: false,
});

/** The tools that were offered to the model, collapsed; expanded, each with its parameters. */
export function OfferedTools({ tools }: { tools: ReadonlyMap<string, ToolDefinition> }) {
  if (tools.size === 0) return undefined;
  const names = [...tools.keys()];
  return (
    <Fold
      summary={
        <span className="min-w-0 truncate">
          {counted(tools.size, "tool")} offered{" "}
          <span className="font-mono text-label">{names.slice(0, 12).join(", ")}</span>
        </span>
      }
    >
      <ul className="grid gap-2 border-l-2 border-line pl-3">
        {[...tools.values()].map((tool) => (
          <li key={tool.name} className="min-w-0">
            <p className="font-mono text-meta font-medium wrap-anywhere">{tool.name}</p>
            <ToolDefinitionText tool={tool} />
          </li>
        ))}
      </ul>
    </Fold>
  );
}
