"use client";

import dynamic from "next/dynamic";
import { useDeferredValue } from "react";

import { LongText } from "./long-text";
import type { MarkdownProps } from "./markdown-view";

/** Above this a text is shown as it is: laying it out would hold the page up. */
const MAX_CHARS = 60_000;

const MarkdownView = dynamic(() => import("./markdown-view").then((module) => module.MarkdownView), {
  ssr: false,
  loading: () => null,
});

/**
 * Text laid out as Markdown, loaded when first shown. No HTML of the text is taken, nothing is fetched: a picture is a
 * link, and a link opens elsewhere. A very long text stays plain.
 */
export function Markdown({ text, marks, className }: MarkdownProps) {
  // A text that is still growing is laid out when there is time for it.
  const settled = useDeferredValue(text);
  if (text.length > MAX_CHARS) return <LongText text={text} className={className} />;
  return <MarkdownView text={settled} marks={marks} className={className} />;
}
