"use client";

import { prettyText } from "@/components/json/pretty";
import { Fold } from "@/components/ui/fold";
import { LongText } from "@/components/ui/long-text";
import { counted } from "@/lib/format/number";
import type { ToolDefinition } from "@/lib/trace/tool-definitions";

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

export function ToolDefinitionText({ tool: { description, parameters, json } }: { tool: ToolDefinition }) {
  return (
    <div className="grid min-w-0 gap-1">
      {description && <LongText text={description} className="text-meta text-muted" />}
      <LongText mono text={prettyText(parameters ?? json) ?? ""} className="text-muted" />
    </div>
  );
}
