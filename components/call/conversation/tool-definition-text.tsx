"use client";

import { LongText } from "@/components/ui/long-text";
import { prettyText } from "@/lib/json/pretty";
import type { ToolDefinition } from "@/lib/trace/tool-definitions";

/** What a tool does, and its parameters. */
export function ToolDefinitionText({ tool: { description, parameters, json } }: { tool: ToolDefinition }) {
  return (
    <div className="grid min-w-0 gap-1">
      {description && <LongText text={description} className="text-meta text-muted" />}
      <LongText mono text={prettyText(parameters ?? json) ?? ""} className="text-muted" />
    </div>
  );
}
