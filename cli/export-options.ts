import type { Given } from "./arguments";

/** The format of an exported file. */
export function exportFormat(given: Given): "jsonl" | "csv" {
  return given.choice("format", ["jsonl", "csv"]);
}

/** Where it was exported to, at the end of a sentence. */
export function placeOf(given: Given): string {
  const file = given.text("output");
  return file === undefined || file === "-" ? "" : ` to ${file}`;
}
