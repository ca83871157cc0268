"use client";

import { diffWordsWithSpace } from "diff";
import { useMemo, type ReactNode } from "react";

import { cn } from "@/components/ui/cn";

import type { DiffLayout, DiffRow, PlacedLine } from "./diff-rows";
import { visibleText } from "./visible-text";

/** Maximum number of characters of a line that are shown, and of two lines whose words are compared. */
const SHOWN_CHARS = 4_000;
const WORD_CHARS = 2_000;

/** One row of a comparison: a sign repeats the meaning of the color. */
export function DiffLine({ row, layout }: { row: Exclude<DiffRow, { type: "hidden" }>; layout: DiffLayout }) {
  const { left, right } = row;
  const words = useMemo(
    () => (row.type === "change" && left && right ? changedWords(left.text, right.text) : undefined),
    [row.type, left, right],
  );
  const isSame = row.type === "same";
  if (layout === "unified") {
    const shown = isSame ? right : (left ?? right);
    const side = isSame ? "same" : left ? "removed" : "added";
    return (
      <div className="grid grid-cols-[40px_40px_minmax(0,1fr)]">
        <Number line={left} />
        <Number line={right} />
        {shown && <Side line={shown} change={side} />}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[40px_minmax(0,1fr)_40px_minmax(0,1fr)]">
      <Number line={left} />
      {left ? <Side line={left} change={isSame ? "same" : "removed"} words={words?.left} /> : <Nothing />}
      <Number line={right} className="border-l border-line" />
      {right ? <Side line={right} change={isSame ? "same" : "added"} words={words?.right} /> : <Nothing />}
    </div>
  );
}

function Number({ line, className }: { line: PlacedLine | undefined; className?: string }) {
  return (
    <span aria-hidden className={cn("pr-2 text-right text-muted tabular-nums select-none", className)}>
      {line?.number}
    </span>
  );
}

const looks = {
  same: { sign: " ", word: "", className: "" },
  removed: { sign: "−", word: "removed: ", className: "bg-error-soft" },
  added: { sign: "+", word: "added: ", className: "bg-success-soft" },
};

interface SideProps {
  line: PlacedLine;
  change: keyof typeof looks;
  words?: ReactNode;
}

function Side({ line, change, words }: SideProps) {
  const look = looks[change];
  const isCut = line.text.length > SHOWN_CHARS;
  return (
    <span className={cn("flex min-w-0 pr-2", look.className)}>
      <span aria-hidden className="w-4 shrink-0 text-center text-muted select-none">
        {look.sign}
      </span>
      <span className={cn("min-w-0 wrap-anywhere whitespace-pre-wrap", line.continues && "pl-6")}>
        {look.word && <span className="sr-only">{look.word}</span>}
        {words ?? visibleText(isCut ? line.text.slice(0, SHOWN_CHARS) : line.text)}
        {isCut && <span className="text-muted">… {line.text.length - SHOWN_CHARS} more characters</span>}
      </span>
    </span>
  );
}

function Nothing() {
  return <span aria-hidden className="bg-raised" />;
}

/** Two lines with the words marked that only one of them has; no marks if they are too long or share nothing. */
function changedWords(left: string, right: string): { left: ReactNode; right: ReactNode } | undefined {
  if (left.length > WORD_CHARS || right.length > WORD_CHARS) return undefined;
  const parts = diffWordsWithSpace(left, right);
  if (!parts.some(({ added, removed, value }) => !added && !removed && value.trim() !== "")) return undefined;
  const side = (other: "added" | "removed", mark: string) =>
    parts
      .filter((part) => !part[other])
      .map(({ value, added, removed }, index) =>
        added || removed ? (
          <mark key={index} className={cn("rounded-[2px] text-ink", mark)}>
            {visibleText(value)}
          </mark>
        ) : (
          visibleText(value)
        ),
      );
  return { left: side("added", "bg-error/25"), right: side("removed", "bg-success/25") };
}
