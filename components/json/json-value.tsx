import Link from "next/link";

import { cn } from "@/components/ui/cn";
import type { JsonNode } from "@/lib/json/node";
import { formatCount } from "@/lib/format/number";

import { childCount, isLongText, textPieces } from "./json-rows";
import { Marked } from "./marked";
import { refHref } from "./ref-href";
import { visibleText } from "./visible-text";

const SHORT_CHARS = 300;
const GLIMPSE_CHARS = 160;

interface JsonValueProps {
  node: JsonNode;
  isExpanded: boolean;
  query: string;
}

/** A value on its line: scalars as they were sent, containers by their size, long texts shortened. */
export function JsonValue({ node, isExpanded, query }: JsonValueProps) {
  switch (node.kind) {
    case "object":
    case "array":
      return (
        <span className="text-muted">
          {bracketed(node.kind, childCount(node))}
          {!isExpanded && <span className="ml-2 opacity-80">{glimpse(node)}</span>}
        </span>
      );
    case "string":
      return isLongText(node) ? (
        <LongString node={node} isExpanded={isExpanded} query={query} />
      ) : (
        <ShortString text={node.string() ?? ""} query={query} />
      );
    default:
      return (
        <span className={cn("wrap-anywhere", node.kind === "number" ? "text-accent-ink" : "text-running")}>
          <Marked text={node.raw} query={query} />
        </span>
      );
  }
}

/** The beginning of a collapsed container, as it was sent. */
function glimpse({ raw }: JsonNode): string {
  if (raw.length <= 2) return "";
  const start = raw.slice(0, GLIMPSE_CHARS).replace(/\s+/g, " ");
  return raw.length > GLIMPSE_CHARS ? `${visibleText(start)}…` : visibleText(start);
}

function bracketed(kind: "object" | "array", count: string): string {
  if (count === "0") return kind === "object" ? "{}" : "[]";
  const [noun, nouns] = kind === "object" ? ["field", "fields"] : ["item", "items"];
  const words = `${count} ${count === "1" ? noun : nouns}`;
  return kind === "object" ? `{ ${words} }` : `[ ${words} ]`;
}

function ShortString({ text, query }: { text: string; query: string }) {
  const href = refHref(text);
  const shown = <Marked text={text} query={query} />;
  return (
    <span className="wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
      <Quote />
      {href ? (
        <Link href={href} prefetch={false} tabIndex={-1} className="text-accent-ink underline">
          {shown}
        </Link>
      ) : (
        shown
      )}
      <Quote />
    </span>
  );
}

function LongString({ node, isExpanded, query }: JsonValueProps) {
  const length = textPieces(node).reduce((sum, piece) => sum + piece.length, 0);
  if (isExpanded) return <span className="text-muted">{formatCount(length)} characters</span>;
  return (
    <span className="wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
      <Quote />
      <Marked text={(textPieces(node)[0] ?? "").slice(0, SHORT_CHARS)} query={query} />
      <span className="text-muted">… show all {formatCount(length)} characters</span>
    </span>
  );
}

function Quote() {
  return (
    <span aria-hidden className="text-faint select-none">
      &quot;
    </span>
  );
}
