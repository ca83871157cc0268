import type { Erasure, ErasureReceipt } from "@/lib/contract/erasure";
import { countWords, FOUND_WORDS, limitWords } from "./erasure-words";
import { counted } from "./number";

/** An erasure that has ended. */
export type EndedErasure = Erasure & { receipt: ErasureReceipt };

export const hasEnded = (erasure: Erasure): erasure is EndedErasure => erasure.receipt !== undefined;

/** The receipt as JSON, to be kept. */
export function receiptJson(erasure: EndedErasure): string {
  return `${JSON.stringify({ ...erasure, statements: limitWords(erasure.receipt) }, null, 2)}\n`;
}

/** The receipt as a page of its own, to be read and printed; `at` formats times. */
export function receiptPage(erasure: EndedErasure, at: (iso: string | undefined) => string): string {
  const { receipt } = erasure;
  const facts: readonly (readonly [string, string])[] = [
    ["Receipt", erasure.id],
    ["Project", erasure.project_id],
    ["Requested", `${at(erasure.created_at)} by ${erasure.created_by}`],
    ["Finished", at(erasure.ended_at)],
    ["Hash of the user ID", erasure.user_hash],
    ["Last search", `${at(receipt.verified_at)}, in ${counted(receipt.tables_searched, "table")}`],
  ];
  const found = receipt.found.map(
    ({ kind, table, count, ids }) =>
      `<h3>${escaped(FOUND_WORDS[kind].title)}: ${count}</h3><p>${escaped(FOUND_WORDS[kind].why)}</p>` +
      `<p>In <code>${escaped(table)}</code>: ${ids.map((id) => `<code>${escaped(id)}</code>`).join(", ")}${count > ids.length ? ", …" : ""}</p>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Erasure receipt ${escaped(erasure.id)}</title>
<style>body{font:14px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}dt{font-weight:600}dd{margin:0 0 .5rem}dd,code{overflow-wrap:anywhere}</style>
<h1>Erasure receipt</h1>
<dl>${facts.map(([term, text]) => `<dt>${escaped(term)}</dt><dd>${escaped(text)}</dd>`).join("")}</dl>
<h2>Erased</h2>
${listOf(countWords(receipt.counts))}
<h2>Found, not erased</h2>
${found.length === 0 ? "<p>Nothing.</p>" : `<p>A person must decide about these.</p>${found.join("")}`}
<h2>Limits</h2>
${listOf(limitWords(receipt))}
</html>
`;
}

const listOf = (texts: readonly string[]) => `<ul>${texts.map((text) => `<li>${escaped(text)}</li>`).join("")}</ul>`;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
