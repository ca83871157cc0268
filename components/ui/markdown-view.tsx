"use client";

import { memo, useMemo } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkCjkFriendly from "remark-cjk-friendly";
import remarkGfm from "remark-gfm";

import { cn } from "./cn";
import { blockDirections } from "./markdown-directions";
import { markRanges, type MarkdownMark } from "./markdown-marks";
import { ScrollRegion } from "./scroll-region";

export interface MarkdownProps {
  /** Untrusted text, which may be hostile. */
  text: string;
  /** In the order of the text, without overlaps; the same list while unchanged. */
  marks?: readonly MarkdownMark[];
  className?: string;
}

/** No elements that load or run anything, or could be mistaken for the page itself. */
const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !["picture", "source"].includes(name)),
  protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto"], src: ["http", "https"] },
};

const linkClass = "text-accent-ink underline underline-offset-2 wrap-anywhere";

const components: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noreferrer noopener" className={linkClass}>
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // Loading an external image would reveal to its host who reads the text.
  img: ({ src, alt }) => {
    const words = alt ? `Image: ${alt}` : "Image";
    return typeof src === "string" ? (
      <a href={src} target="_blank" rel="noreferrer noopener" className={linkClass}>
        {words}
      </a>
    ) : (
      <span>{words}</span>
    );
  },
  pre: ({ children }) => (
    <ScrollRegion label="Code" className="my-2 overflow-x-auto rounded-control border border-line bg-raised">
      <pre dir="ltr" className="p-2.5 text-meta leading-[18px]">
        {children}
      </pre>
    </ScrollRegion>
  ),
  table: ({ children }) => (
    <ScrollRegion label="Table" className="my-2 overflow-x-auto">
      <table className="border-collapse text-meta wrap-break-word">{children}</table>
    </ScrollRegion>
  ),
  // Headings in a text are not headings of the page.
  h1: ({ children }) => (
    <p dir="auto" className="mt-3 mb-1 text-section font-semibold">
      {children}
    </p>
  ),
  h2: ({ children }) => (
    <p dir="auto" className="mt-3 mb-1 text-section font-semibold">
      {children}
    </p>
  ),
  h3: ({ children }) => (
    <p dir="auto" className="mt-2 mb-1 font-semibold">
      {children}
    </p>
  ),
  h4: ({ children }) => (
    <p dir="auto" className="mt-2 mb-1 font-semibold">
      {children}
    </p>
  ),
  h5: ({ children }) => (
    <p dir="auto" className="mt-2 mb-1 font-medium">
      {children}
    </p>
  ),
  h6: ({ children }) => (
    <p dir="auto" className="mt-2 mb-1 font-medium">
      {children}
    </p>
  ),
  input: ({ checked }) => <span aria-label={checked ? "Done" : "Not done"}>{checked ? "☑" : "☐"}</span>,
};

// CommonMark finds no end of emphasis between a punctuation mark and a letter, where Chinese, Japanese and Korean have no space.
const remarkPlugins: Options["remarkPlugins"] = [remarkGfm, remarkCjkFriendly];
const noMarks: readonly MarkdownMark[] = [];

const lookClass = cn(
  "min-w-0 wrap-anywhere [&_p]:my-1.5 [&>:first-child]:mt-0 [&>:last-child]:mb-0",
  "[&_ul]:my-1.5 [&_ul]:list-disc [&_ul]:ps-5 [&_ol]:my-1.5 [&_ol]:list-decimal [&_ol]:ps-5",
  "[&_blockquote]:my-2 [&_blockquote]:border-s-2 [&_blockquote]:border-line-strong [&_blockquote]:ps-3 [&_blockquote]:text-muted",
  "[&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:py-1 [&_th]:text-start [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1",
  "[&_strong]:font-semibold [&_hr]:my-3 [&_:not(pre)>code]:rounded-[4px] [&_:not(pre)>code]:bg-hover [&_:not(pre)>code]:px-1 [&_:not(pre)>code]:text-meta",
);

/** The renderer itself, which `Markdown` loads. */
export const MarkdownView = memo(function MarkdownView({ text, marks = noMarks, className }: MarkdownProps) {
  const rehypePlugins = useMemo<Options["rehypePlugins"]>(
    () => [[rehypeSanitize, schema], blockDirections, [markRanges, marks]],
    [marks],
  );
  return (
    <div className={cn(lookClass, className)}>
      <ReactMarkdown skipHtml remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
