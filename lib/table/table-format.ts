/** Formats that a table can be read from. */
export type TableFormat = "csv" | "jsonl" | "json";

/** The format of a file, detected from its name or, failing that, its content. */
export async function guessFormat(file: Blob & { name?: string }): Promise<TableFormat> {
  const ending = /\.(\w+)$/.exec(file.name ?? "")?.[1]?.toLowerCase();
  if (ending === "csv" || ending === "tsv") return "csv";
  if (ending === "jsonl" || ending === "ndjson") return "jsonl";
  const beginning = (await file.slice(0, 1024).text()).trimStart();
  if (beginning.startsWith("[")) return "json";
  return beginning.startsWith("{") ? "jsonl" : "csv";
}
