import { JsonNode } from "@/lib/json/node";
import { type JsonKind, JsonText } from "@/lib/json/text";
import { PROFILE_BYTES, PROFILE_COLUMNS } from "@/lib/contract/limits";
import type { ColumnProfile, TableProfile, TableRow } from "@/lib/contract/tables";
import { columnPath } from "./column-path";
import { leavesOf } from "./columns";

const COMMON_VALUES = 8;
const RANGES = 24;
/** Longer values are counted, but never listed as common. */
const COMMON_CHARS = 200;

/** The values at one path. */
interface Column {
  present: number;
  kinds: Map<Exclude<JsonKind, "null">, number>;
  /** By their text. */
  values: Map<string, number>;
  numbers: { raw: string; value: number }[];
  chars: { min: number; max: number } | undefined;
}

/** A profile of each column in the rows of `batches`, up to `PROFILE_BYTES` of them. */
export async function profileRows(
  batches: AsyncIterable<readonly Pick<TableRow, "val">[]>,
): Promise<Omit<TableProfile, "count">> {
  const columns = new Map<string, Column>();
  // Only names are kept: there may be millions of rows.
  const leftOut = new Set<string>();
  let profiled = 0;
  let chars = 0;
  for await (const rows of batches) {
    for (const { val } of rows) {
      for (const { path, node } of leavesOf(JsonNode.parse(val))) {
        const name = columnPath(path);
        if (columns.size < PROFILE_COLUMNS || columns.has(name)) addLeaf(columns, name, node);
        else leftOut.add(name);
      }
      profiled += 1;
      chars += val.text.length;
    }
    if (chars >= PROFILE_BYTES) break;
  }
  return {
    profiled,
    columns: [...columns]
      .filter(([path, { present }]) => present > 0 || !isTakenApart(path, columns))
      .map(([path, column]) => columnOf(path, column, profiled)),
    columns_left_out: leftOut.size,
  };
}

/** Whether a path that has only nulls is an object in other rows: the columns inside it count those nulls. */
function isTakenApart(path: string, columns: ReadonlyMap<string, Column>): boolean {
  if (path === "") return columns.size > 1;
  return [...columns.keys()].some((other) => other.startsWith(`${path}.`));
}

function addLeaf(columns: Map<string, Column>, name: string, node: JsonNode): void {
  const column: Column = columns.get(name) ?? emptyColumn();
  columns.set(name, column);
  const { kind, raw } = node;
  if (kind === "null") return;
  column.present += 1;
  count(column.kinds, kind);
  count(column.values, raw);
  const value = node.number();
  if (value !== undefined) column.numbers.push({ raw, value });
  const text = node.string();
  if (text !== undefined) {
    const { min, max } = column.chars ?? { min: text.length, max: text.length };
    column.chars = { min: Math.min(min, text.length), max: Math.max(max, text.length) };
  }
}

function emptyColumn(): Column {
  return { present: 0, kinds: new Map(), values: new Map(), numbers: [], chars: undefined };
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function columnOf(path: string, { present, kinds, values, numbers, chars }: Column, rows: number): ColumnProfile {
  const common = [...values]
    .filter(([raw, times]) => times > 1 && raw.length <= COMMON_CHARS)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, COMMON_VALUES);
  return {
    path,
    kinds: Object.fromEntries(kinds),
    missing: rows - present,
    distinct: values.size,
    common: common.map(([raw, times]) => ({ val: new JsonText(raw), count: times })),
    numbers: numbersOf(numbers),
    chars,
  };
}

function numbersOf(numbers: Column["numbers"]): ColumnProfile["numbers"] {
  const [first] = numbers;
  if (!first) return undefined;
  let [min, max] = [first, first];
  for (const number of numbers) {
    if (isLess(number, min)) min = number;
    if (isLess(max, number)) max = number;
  }
  const finite = numbers.map(({ value }) => value).filter(Number.isFinite);
  const mean = finite.reduce((sum, value) => sum + value / finite.length, 0);
  return {
    min: new JsonText(min.raw),
    max: new JsonText(max.raw),
    mean: Number.isFinite(mean) ? mean : undefined,
    histogram: histogramOf(finite),
  };
}

/** Compared by all digits if both are integers, because a double has only about sixteen. */
function isLess(a: Column["numbers"][number], b: Column["numbers"][number]): boolean {
  if (a.value !== b.value) return a.value < b.value;
  return /^-?\d+$/.test(a.raw) && /^-?\d+$/.test(b.raw) && BigInt(a.raw) < BigInt(b.raw);
}

function histogramOf(values: readonly number[]): { from: number; count: number }[] {
  const min = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const max = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  if (values.length === 0) return [];
  const width = (max - min) / RANGES;
  if (width === 0 || !Number.isFinite(width)) return [{ from: min, count: values.length }];
  const ranges = Array.from({ length: RANGES }, (_, place) => ({ from: min + place * width, count: 0 }));
  for (const value of values) {
    const range = ranges[Math.min(RANGES - 1, Math.floor((value - min) / width))];
    if (range) range.count += 1;
  }
  return ranges;
}
