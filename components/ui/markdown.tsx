"use client";

import dynamic from "next/dynamic";
import { useDeferredValue } from "react";

import { LongText } from "./long-text";
import type { MarkdownProps } from "./markdown-view";

/** Longer texts are shown unformatted, since rendering them would block the page. */
const MAX_CHARS = 60_000;

const MarkdownView = dynamic(() => import("./markdown-view").then((module) => module.MarkdownView), {
  ssr: false,
  loading: () => null,
});

/**
 * Text rendered as Markdown, loaded when first shown. HTML in the text is dropped and nothing is fetched: an image
 * becomes a link, and links open in a new tab. A very long text stays plain.
 */
export function Markdown({ text, marks, className }: MarkdownProps) {
  // A text that is still growing is rendered with low priority.
  const settled = useDeferredValue(text);
  if (text.length > MAX_CHARS) return <LongText text={text} className={className} />;
  return <MarkdownView text={settled} marks={marks} className={className} />;
}
