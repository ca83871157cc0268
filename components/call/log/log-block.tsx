"use client";

import { Marked } from "@/components/json/marked";
import { cn } from "@/components/ui/cn";
import type { EntryBlock } from "@/lib/trace/trace-log";

import { Media } from "../conversation/media";
import { roleColors } from "../conversation/role-colors";
import { placeIn } from "./find-in-log";
import { firstChars, LogText } from "./log-text";
import { UnfoldButton } from "./unfold-button";

interface LogBlockProps {
  block: EntryBlock;
  /** The number of characters that were asked for; undefined if none were. */
  asked: number | undefined;
  onShow: (chars: number) => void;
  /** The text that is searched for. */
  query: string;
  /** Whether the search is at this entry: what it found is then shown however far down it is. */
  isFound: boolean;
}

/** One text of an entry: whose it is on the left, the text on the right. */
export function LogBlock({ block, asked, onShow, query, isFound }: LogBlockProps) {
  const { label, name, text, isCode, isError, media, sameAs } = block;
  const found = isFound ? placeIn(block, query) : -1;
  const first = firstChars(text);
  const shown = Math.max(asked ?? first, found === -1 ? 0 : found + query.length + first);
  return (
    <div className="grid gap-x-3 py-1 @min-[480px]:grid-cols-[104px_minmax(0,1fr)]">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-1 self-start text-meta leading-5">
        <span className={cn("font-medium wrap-anywhere", isError ? "text-error" : (roleColors[label] ?? "text-muted"))}>
          {label}
        </span>
        {name !== undefined && (
          <span className="font-mono text-label wrap-anywhere text-muted">
            <Marked text={name} query={query} />
          </span>
        )}
      </span>
      {sameAs && asked === undefined ? (
        <UnfoldButton onClick={() => onShow(first)}>
          Same text as in <bdi>{sameAs.name}</bdi> above
        </UnfoldButton>
      ) : (
        <div className="grid min-w-0 gap-1">
          {media ? (
            <Media part={media} />
          ) : (
            <LogText text={text} isCode={isCode} isError={isError} shown={shown} onShow={onShow} query={query} />
          )}
        </div>
      )}
    </div>
  );
}
