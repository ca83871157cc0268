import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { csvLine, csvText } from "@/lib/format/csv";
import { columnPath } from "./column-path";
import { leavesOf } from "./columns";

/** The columns of the rows, collected row by row. */
export class CsvColumns {
  readonly #paths = new Map<string, readonly string[]>();

  add(row: JsonText): void {
    for (const { path } of leavesOf(JsonNode.parse(row))) this.#paths.set(columnPath(path), path);
  }

  /** The header line; a row that is not an object is in the column `value`. */
  header(): string {
    return csvLine([...this.#paths.keys()].map((path) => csvText(path === "" ? "value" : path)));
  }

  /** A row as a CSV line: numbers with all digits, strings as text, lists as JSON, and empty for absent values. */
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
