import { cpus, loadavg, totalmem } from "node:os";
import * as z from "zod";
import type { Timing } from "./measure";

const GIB = 1024 ** 3;

/** One line of the result; times are medians, and a ratio is ours divided by the reference. */
export const resultSchema = z.object({
  what: z.string(),
  unit: z.enum(["ms", "s", "rows/s", "requests/s", "MiB", "KiB", "fps", "nodes"]),
  ours: z.number(),
  p95: z.number().optional(),
  reference: z.object({ what: z.string(), value: z.number(), p95: z.number().optional() }).optional(),
  target: z.string(),
});
export type Result = z.infer<typeof resultSchema>;

/** Our time compared with that of the bare statement on the same database. */
export function compared(what: string, ours: Timing, bare: Timing, target: string): Result {
  const reference = { what: "bare statement", value: bare.p50, p95: bare.p95 };
  return { what, unit: "ms", ours: ours.p50, p95: ours.p95, reference, target };
}

/** Prints the results of a run with its size and machine, as a table and as a line of JSON. */
export function printRun(size: object, versions: Record<string, string>, results: readonly Result[]): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / GIB)} GiB`;
  const load = loadavg().map((average) => Number(average.toFixed(1)));
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const amounts = Object.entries(size).map(([name, amount]) => `${name} ${JSON.stringify(amount)}`);
  console.log(`\n${[...amounts, machine, ...named, `load ${load.join(" ")}`].join("; ")}\n`);
  printTable(results);
  const rows = results.map((one) => ({ ...one, ratio: ratioOf(one) }));
  console.log(`\n${JSON.stringify({ ...size, machine, load, versions, results: rows })}`);
}

function printTable(results: readonly Result[]): void {
  const header = ["what", "ours", "p95", "reference", "p95", "ratio", "target"];
  const lines = [header, ...results.map(cellsOf)];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

/** Ours divided by the reference. */
export function ratioOf({ ours, reference }: Result): number | undefined {
  return reference && ours / reference.value;
}

function cellsOf(result: Result): string[] {
  const { what, unit, ours, p95, reference, target } = result;
  const ratio = ratioOf(result);
  return [
    what,
    `${short(ours)} ${unit}`,
    p95 === undefined ? "" : short(p95),
    reference ? `${short(reference.value)} (${reference.what})` : "",
    reference?.p95 === undefined ? "" : short(reference.p95),
    ratio === undefined ? "" : `${short(ratio)} ×`,
    target,
  ];
}

/** Three significant digits, or a whole number. */
export function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
