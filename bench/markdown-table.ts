import { type Result, ratioOf, short } from "./report";

const BYTES_PER_MIB = 1024 ** 2;

/** What was measured of a project with that many calls. */
interface Column {
  name: string;
  calls: number;
  results: readonly Result[];
}

/** A row per figure. */
export function markdownTable(columns: readonly Column[]): string {
  const figures = [...new Set(columns.flatMap(({ results }) => results.map(({ what }) => what)))];
  const header = ["figure", ...columns.map(({ name }) => name)];
  const rows = figures.map((figure) => [figure, ...columns.map((column) => cellOf(column, figure))]);
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function cellOf({ calls, results }: Column, figure: string): string {
  const result = results.find(({ what }) => what === figure);
  return result ? shown(result, calls) : "not measured";
}

/** Times as median / 95th percentile, with the ratio to the reference; space on disk also per call. */
function shown(result: Result, calls: number): string {
  const { ours, p95, unit } = result;
  const ratio = ratioOf(result);
  const value = p95 === undefined ? `${short(ours)} ${unit}` : `${short(ours)} / ${short(p95)} ${unit}`;
  if (unit === "MiB") return `${value}, ${short((ours * BYTES_PER_MIB) / calls)} bytes a call`;
  return ratio === undefined ? value : `${value} (${short(ratio)} ×)`;
}
