"use client";

import { CornerDownRight, type LucideIcon, Wrench } from "lucide-react";
import { useMemo, type ReactNode } from "react";

import { JsonView } from "@/components/json/json-view";
import { prettyText } from "@/lib/json/pretty";
import { visibleText } from "@/components/json/visible-text";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Fold } from "@/components/ui/fold";
import { LongText } from "@/components/ui/long-text";
import { Markdown } from "@/components/ui/markdown";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { shortenMiddle } from "@/lib/format/shorten";
import type { MessagePart as Part } from "@/lib/trace/message-parts";
import type { ToolDefinition } from "@/lib/trace/tool-definitions";

import { Media } from "./media";
import { ToolDefinitionText } from "./tool-definitions";

/** Number of characters from which JSON is shown as a tree, which is read as far as it is expanded. */
const LARGE_CHARS = 10_000;

interface MessagePartProps {
  part: Part;
  /** The tools that were offered, by name. */
  tools: ReadonlyMap<string, ToolDefinition>;
  /** Whether its text is rendered as Markdown. */
  isMarkdown: boolean;
}

// The Markdown view drops HTML tags, so a text that has any is shown as plain text.
const TAG = /<[a-z/!?]/i;

/** One part of a message, as text or Markdown. */
export function MessagePart({ part, tools, isMarkdown }: MessagePartProps) {
  switch (part.type) {
    case "text": {
      const text = visibleText(part.text);
      return isMarkdown && !TAG.test(text) ? <Markdown text={text} /> : <LongText text={text} />;
    }
    case "refusal":
      return (
        <div>
          <Badge tone="warning">refusal</Badge>
          <LongText text={visibleText(part.text)} className="mt-1" />
        </div>
      );
    case "reasoning":
      return (
        <Fold summary="Reasoning">
          <LongText text={visibleText(part.text)} className="border-l-2 border-line pl-3 text-muted" />
        </Fold>
      );
    case "tool_call":
      return (
        <ToolBox icon={Wrench} title={part.name || "tool"} id={part.id} label="Tool call" copied={part.arguments}>
          {part.arguments.trim() !== "" && <JsonOrText text={part.arguments} />}
          <Definition tool={tools.get(part.name)} wasOffered={tools.size === 0 || tools.has(part.name)} />
        </ToolBox>
      );
    case "tool_result":
      return (
        <ToolBox
          icon={CornerDownRight}
          title={part.name ?? "result"}
          id={part.toolCallId}
          label="Tool result"
          isError={part.isError}
          copied={part.text ?? part.json ?? ""}
        >
          {part.parts === undefined ? (
            <JsonOrText text={part.text ?? part.json ?? ""} />
          ) : (
            // Parts have no identity other than their index.
            part.parts.map((inner, index) => <MessagePart key={index} part={inner} tools={tools} isMarkdown={false} />)
          )}
        </ToolBox>
      );
    case "media":
      return <Media part={part} />;
    case "json":
      return <JsonOrText text={part.json} />;
  }
}

/** The definition of the called tool, or a note that it was not offered. */
function Definition({ tool, wasOffered }: { tool: ToolDefinition | undefined; wasOffered: boolean }) {
  if (!wasOffered) return <Badge tone="warning">not among the offered tools</Badge>;
  if (!tool) return undefined;
  return (
    <Fold summary="Definition">
      <ToolDefinitionText tool={tool} />
    </Fold>
  );
}

/** Formats JSON; models also write invalid JSON, which is shown unchanged. */
function JsonOrText({ text }: { text: string }) {
  const isLarge = text.length > LARGE_CHARS;
  const pretty = useMemo(() => (isLarge ? undefined : prettyText(text)), [isLarge, text]);
  const json = useMemo(() => (isLarge ? readJson(text) : undefined), [isLarge, text]);
  if (json) return <JsonView json={json} name="value" label="JSON" className="max-h-96" />;
  return <LongText mono text={visibleText(pretty ?? text)} />;
}

function readJson(text: string): JsonText | undefined {
  try {
    return new JsonText(JsonNode.parse(text).raw);
  } catch {
    return undefined;
  }
}

interface ToolBoxProps {
  icon: LucideIcon;
  title: string;
  id: string | undefined;
  label: string;
  isError?: boolean;
  copied: string;
  children: ReactNode;
}

function ToolBox({ icon: Icon, title, id, label, isError = false, copied, children }: ToolBoxProps) {
  return (
    <div role="group" aria-label={`${label} ${title}`} className="border-l-2 border-line-strong pl-3">
      <div className="flex min-w-0 items-center gap-1.5 text-meta">
        <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span className="truncate font-mono font-medium">{title}</span>
        {isError && <Badge tone="error">error</Badge>}
        {id && (
          <span title={id} className="truncate font-mono text-label text-muted">
            {shortenMiddle(id, 18)}
          </span>
        )}
        <CopyButton text={copied} label={`Copy ${label.toLowerCase()}`} className="size-5" />
      </div>
      {children}
    </div>
  );
}
