const PREFIXES_TRIED = 3;
// Bedrock writes `us.anthropic.claude-…`; in `gpt-4.1` no letter follows the dot.
const DOTTED_PREFIX = /^(?:[a-z][a-z0-9-]*\.)+(?=[a-z])/;
// `-2024-08-06`, `-20241022`, Vertex's `@20241022`; Bedrock appends `-v2:0`.
const DATE = /[-@](?:20\d{2}-\d{2}-\d{2}|20\d{6})(?:-v\d+(?::\d+)?)?$/;

/**
 * The names under which a model's price may be listed, best first: the model's own, then without its provider's prefix
 * (`azure/`, `openai:`, `us.anthropic.`), then each of those without its date (design, "Calls").
 */
export function priceNames(model: string): string[] {
  const names = [model, ...withoutPrefix(model)];
  return [...new Set([...names, ...names.map((name) => name.replace(DATE, ""))])].filter((name) => name !== "");
}

function withoutPrefix(model: string): string[] {
  const parts = model.split("/");
  const first = Math.max(1, parts.length - PREFIXES_TRIED);
  const names = parts.slice(first).map((_, place) => parts.slice(first + place).join("/"));
  const last = parts.at(-1) ?? "";
  return [...names, last.replace(/^[a-z][a-z0-9_-]*:/, ""), last.replace(DOTTED_PREFIX, "")];
}

/** The part of a model's name that was ignored to find its price: nothing, its provider's prefix, its date, or both. */
export type NameMatch = "exact" | "prefix" | "date" | "prefix_and_date";

/** How a price's name matches a model's; undefined if it does not. */
export function nameMatch(model: string, rowName: string): NameMatch | undefined {
  if (rowName === model) return "exact";
  if (withoutPrefix(model).includes(rowName)) return "prefix";
  if (rowName === model.replace(DATE, "")) return "date";
  return priceNames(model).includes(rowName) ? "prefix_and_date" : undefined;
}
