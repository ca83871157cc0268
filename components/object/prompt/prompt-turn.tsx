import { roleColor } from "@/components/conversation/role-color";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { LongText } from "@/components/ui/long-text";
import { JsonNode } from "@/lib/json/node";
import { prettyJson, prettyText } from "@/lib/json/pretty";
import type { TurnFields } from "@/lib/playground/document";
import { PLACEHOLDER_ROLE } from "@/lib/playground/message";

import { MarkedVariables } from "./marked-variables";

const mark = (text: string) => <MarkedVariables text={text} />;

/** One message of a prompt: the role on the left, the content on the right. */
export function PromptTurn({ turn }: { turn: TurnFields }) {
  const { role, name, content, contentIsJson, toolCalls, toolCallId, extra } = turn;
  const isPlaceholder = role === PLACEHOLDER_ROLE;
  return (
    <article
      aria-label={`${role} message`}
      className="group grid gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0 @min-[420px]:grid-cols-[84px_minmax(0,1fr)]"
    >
      <header className="flex items-start gap-1 @min-[420px]:flex-wrap @min-[420px]:content-start">
        <span className={cn("text-meta leading-5 font-medium wrap-anywhere", roleColor(role))}>{role}</span>
        {name !== undefined && !isPlaceholder && <span className="text-label wrap-anywhere text-muted">{name}</span>}
        {content !== "" && !isPlaceholder && (
          <CopyButton
            text={content}
            label="Copy message"
            className="-ml-1 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-sm:opacity-100"
          />
        )}
      </header>
      <div className="grid min-w-0 content-start gap-2">
        {isPlaceholder && (
          <p className="text-muted">
            The messages of <span className="font-mono text-meta text-accent-ink">{name}</span> are inserted here.
          </p>
        )}
        <Content content={content} isJson={contentIsJson ?? false} />
        {toolCallId !== undefined && <Member label="Tool call ID" text={toolCallId} />}
        {toolCalls !== undefined && <Member label="Tool calls" text={toolCalls} />}
        {extra !== undefined && <Member label="Other fields" text={extra} />}
      </div>
    </article>
  );
}

function Content({ content, isJson }: { content: string; isJson: boolean }) {
  if (content === "" || (isJson && content === "null")) return undefined;
  const parts = isJson ? [...(JsonNode.read(content)?.items() ?? [])] : [];
  if (parts.length === 0) return <LongText text={content} render={mark} mono={isJson} />;
  return parts.map((part, index) => {
    const text = part.get("type")?.string() === "text" ? part.get("text")?.string() : undefined;
    // Parts have no identity other than their index.
    return <LongText key={index} text={text ?? prettyJson(part)} render={mark} mono={text === undefined} />;
  });
}

function Member({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-label text-muted">{label}</p>
      <LongText mono text={prettyText(text) ?? text} />
    </div>
  );
}
