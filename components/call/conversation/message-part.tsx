"use client";

import { ChevronRight, CornerDownRight, FileText, Image, type LucideIcon, Volume2, Wrench } from "lucide-react";
import { useMemo, type ReactNode } from "react";

import { JsonView } from "@/components/json/json-view";
import { prettyText } from "@/components/json/pretty";
import { visibleText } from "@/components/json/visible-text";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { LongText } from "@/components/ui/long-text";
import { JsonNode } from "@/lib/contract/json/node";
import { JsonText } from "@/lib/contract/json/text";
import { formatBytes } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import type { MessagePart as Part } from "@/lib/trace/message-parts";

/** Characters from which JSON is shown as a tree, read as far as it is opened. */
const LARGE_CHARS = 10_000;

/** One part of a message, always as plain text. */
export function MessagePart({ part }: { part: Part }) {
  switch (part.type) {
    case "text":
      return <LongText text={visibleText(part.text)} />;
    case "refusal":
      return (
        <div>
          <Badge tone="warning">refusal</Badge>
          <LongText text={visibleText(part.text)} className="mt-1" />
        </div>
      );
    case "reasoning":
      return (
        <details className="group/fold">
          <summary className="flex items-center gap-1 text-meta leading-5 text-muted hover:text-ink">
            <ChevronRight aria-hidden className="size-3 transition-transform group-open/fold:rotate-90" />
            Reasoning
          </summary>
          <LongText text={visibleText(part.text)} className="mt-1 border-l-2 border-line pl-3 text-muted" />
        </details>
      );
    case "tool_call":
      return (
        <ToolBox icon={Wrench} title={part.name || "tool"} id={part.id} label="Tool call" copied={part.arguments}>
          {part.arguments.trim() !== "" && <JsonOrText text={part.arguments} />}
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
          <JsonOrText text={part.text ?? part.json ?? ""} />
        </ToolBox>
      );
    case "link":
      return <MediaLink part={part} />;
    case "json":
      return <JsonOrText text={part.json} />;
  }
}

/** JSON laid out where it is JSON; models also write what only looks like it. */
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

const mediaIcons = { image: Image, audio: Volume2, file: FileText };

/** A picture or file is never fetched by itself: following its link is the reader's choice. */
function MediaLink({ part: { media, url, mediaType, name } }: { part: Part & { type: "link" } }) {
  const Icon = mediaIcons[media];
  const isWeb = url !== undefined && /^https?:\/\//i.test(url);
  const isData = url?.startsWith("data:");
  const words = name ?? (isData ? (mediaType ?? media) : url) ?? media;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-meta leading-5">
      <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
      <span className="text-muted">{media}</span>
      {isWeb ? (
        <a href={url} target="_blank" rel="noreferrer noopener" className="truncate text-accent-ink underline">
          {words}
        </a>
      ) : (
        <span className="truncate">{words}</span>
      )}
      {isData && <span className="text-muted">{formatBytes(url?.length)}</span>}
      {url && <CopyButton text={url} label="Copy address" className="size-5" />}
    </span>
  );
}
