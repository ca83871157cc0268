import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { csvLine, csvText } from "@/lib/format/csv";
import { columnPath } from "./column-path";
import { leavesOf } from "./columns";

/** A row as one line of JSON Lines: its own text, but for line breaks between its tokens. */
export function jsonLine(row: JsonText): string {
  // In valid JSON a raw line break occurs between tokens only.
  return `${row.text.replace(/[\r\n]+/g, " ")}\n`;
}

/** The columns that rows have, gathered row by row. */
export class CsvColumns {
  readonly #paths = new Map<string, readonly string[]>();

  add(row: JsonText): void {
    for (const { path } of leavesOf(JsonNode.parse(row))) this.#paths.set(columnPath(path), path);
  }

  /** The line of names; a row that is no object is in the column `value`. */
  header(): string {
    return csvLine([...this.#paths.keys()].map((path) => csvText(path === "" ? "value" : path)));
  }

  /** A row as a line: numbers with every digit, texts as texts, lists as JSON, and nothing where there is nothing. */
  line(row: JsonText): string {
    const root = JsonNode.parse(row);
    const leaves = new Map(leavesOf(root).map(({ path, node }) => [columnPath(path), node]));
    return csvLine([...this.#paths.keys()].map((path) => fieldOf(leaves.get(path))));
  }
}

function fieldOf(node: JsonNode | undefined): string {
  if (!node || node.kind === "null") return "";
  return node.kind === "string" ? csvText(node.string() ?? "") : node.raw;
}
