"use client";

import { useState, type ReactNode } from "react";

import { formatCount } from "@/lib/format/number";

import { Button } from "./button";
import { cn } from "./cn";

/** Number of characters shown at first, and added by each press. */
const firstChars = 8_000;
const moreChars = 100_000;

interface LongTextProps {
  text: string;
  /** In the first line, before the text. */
  lead?: ReactNode;
  /** Renders the shown part of the text. */
  render?: (text: string) => ReactNode;
  mono?: boolean;
  className?: string;
}

/**
 * Plain text as it was written, with its line breaks and direction; a long one is extended in steps that a browser can
 * lay out.
 */
export function LongText({ text, lead, render, mono = false, className }: LongTextProps) {
  const [shown, setShown] = useState(firstChars);
  const isCut = text.length > shown;
  const part = (isCut ? text.slice(0, shown) : text).toWellFormed();
  return (
    <div className={className}>
      <div
        className={cn(
          "wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]",
          mono && "font-mono text-meta leading-[18px]",
        )}
      >
        {lead}
        {render ? render(part) : part}
        {isCut && "…"}
      </div>
      {isCut && (
        <Button size="small" className="mt-2" onClick={() => setShown(shown + moreChars)}>
          {text.length - shown <= moreChars
            ? `Show all ${formatCount(text.length)} characters`
            : `Show ${formatCount(moreChars)} more of ${formatCount(text.length)} characters`}
        </Button>
      )}
    </div>
  );
}
