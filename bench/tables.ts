import { endpoints } from "@/lib/contract/endpoints";
import { JsonText, writeJson } from "@/lib/json/text";
import { tableCreateResponse } from "@/lib/contract/tables";
import type { BareStatements } from "./bare-statements";
import { measure } from "./measure";
import type { Post } from "./post";
import { progressOf } from "./progress";
import { type Result, compared } from "./report";
import { PROJECT } from "./rows";

const PAGE_ROWS = 50;
const ROWS_PER_REQUEST = 20_000;
/** Numbers in mixed order, so that each sort is a new one. */
const NESTED = ["score", "length", "price", "rank", "weight"];

const shuffled = (number: number, salt: number) => (Math.imul(number + 1, 2_654_435_761 + salt * 2) >>> 0) / 1000;

function row(number: number): string {
  const meta = Object.fromEntries(NESTED.map((name, salt) => [name, shuffled(number, salt)]));
  return JSON.stringify({ question: `What of order ${number}?`, answer: `It left on day ${number % 365}`, meta });
}

/**
 * Pages of a stored table with this many rows, by position and sorted by a nested field, compared with a plain table.
 */
export async function tables(post: Post, reference: BareStatements, rows: number): Promise<Result[]> {
  const digest = await storeTable(post, rows, (from, texts) => reference.insertRows(from, texts));
  const offsetOf = (index: number) => (index * 7919) % Math.max(1, rows - PAGE_ROWS);
  const ask = (offset: number, field?: string) => {
    const sort_by = field === undefined ? undefined : [{ field: `meta.${field}`, order: "asc" }];
    return post(endpoints.tableQuery, writeJson({ project_id: PROJECT, digest, limit: PAGE_ROWS, offset, sort_by }));
  };
  const [known = "", ...fresh] = NESTED;
  return [
    compared(
      "a page of a table, by index",
      await measure(100, (index) => ask(offsetOf(index))),
      await measure(100, (index) => reference.tablePage(offsetOf(index), PAGE_ROWS)),
      "p95 ≤ 20 ms",
    ),
    compared(
      "a page sorted on a nested field, first time",
      await measure(fresh.length, (index) => ask(offsetOf(index), NESTED[index])),
      await measure(fresh.length, (index) => reference.sortedPage(NESTED[index] ?? "", offsetOf(index), PAGE_ROWS)),
      "p95 ≤ 1 s",
    ),
    compared(
      "a page sorted on a nested field, again",
      await measure(100, (index) => ask(offsetOf(index), known)),
      await measure(fresh.length, (index) => reference.sortedPage(known, offsetOf(index), PAGE_ROWS)),
      "p95 ≤ 100 ms",
    ),
  ];
}

/** Stores the rows in a table, request by request, and in anything else to compare with; returns the table's digest. */
export async function storeTable(
  post: Post,
  rows: number,
  beside: (from: number, texts: string[]) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const progress = progressOf("storing a table's rows", rows);
  let digest = "";
  for (let from = 0; from < rows; from += ROWS_PER_REQUEST) {
    const to = Math.min(from + ROWS_PER_REQUEST, rows);
    const texts = Array.from({ length: to - from }, (_, index) => row(from + index));
    const vals = texts.map((text) => new JsonText(text));
    const answer =
      digest === ""
        ? await post(endpoints.tableCreate, writeJson({ table: { project_id: PROJECT, rows: vals } }))
        : await post(
            endpoints.tableUpdate,
            writeJson({ project_id: PROJECT, base_digest: digest, updates: appends(vals) }),
          );
    digest = tableCreateResponse.pick({ digest: true }).parse(JSON.parse(answer)).digest;
    await beside(from, texts);
    progress(to);
  }
  return digest;
}

const appends = (vals: readonly JsonText[]) => vals.map((row) => ({ append: { row } }));
