"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { fieldPath } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import type { ColumnProfile, TableRow } from "@/lib/contract/tables";
import { cellOf, columnsIn, gathered } from "@/lib/table/columns";
import { tableProfile, tableRows, type TableParams } from "@/lib/queries/tables";

import type { RowColumn } from "./row-columns";

/** Number of columns shown; a row's other values are visible when it is opened. */
const MOST_COLUMNS = 60;
const LAYOUT_CHARS = 300;

export interface RowColumns {
  /** Undefined until the first rows are there. */
  columns: readonly RowColumn[] | undefined;
  /** Number of further columns. */
  more: number;
  /** Tables with the same first columns share the user's layout. */
  layoutId: string;
}

/** The columns of a table: those of its first rows, then further ones from its profile. */
export function useRowColumns(params: TableParams): RowColumns {
  const { data: first } = useQuery(tableRows(params, { sort: null, digests: [] }, { offset: 0 }));
  const { data: profile } = useQuery(tableProfile(params));
  return useMemo(() => {
    if (!first) return { columns: undefined, more: 0, layoutId: "" };
    const profiled = new Map(profile?.columns.map((column) => [column.path, column]));
    const seen = columnsIn(
      first.map(({ val }) => val),
      Number.POSITIVE_INFINITY,
    ).columns;
    const all = [...new Set([...seen, ...profiled.keys()])];
    const paths = gathered(all).filter((path) => !isContainer(path, profiled.get(path), all));
    const shown = paths.slice(0, MOST_COLUMNS);
    return {
      columns: shown.map((path) => ({ path, isNumber: holdsNumbers(path, profiled.get(path), first) })),
      more: paths.length - shown.length + (profile?.columns_left_out ?? 0),
      layoutId: seen.join(",").slice(0, LAYOUT_CHARS),
    };
  }, [first, profile]);
}

/** Whether a column is empty because its values are shown in the columns inside it. */
function isContainer(path: string, column: ColumnProfile | undefined, all: readonly string[]): boolean {
  if (column) {
    const { object: _empty, ...values } = column.kinds;
    if (Object.keys(values).length > 0) return false;
  }
  return path === "" ? all.length > 1 : all.some((other) => other.startsWith(`${path}.`));
}

function holdsNumbers(path: string, column: ColumnProfile | undefined, first: readonly TableRow[]): boolean {
  if (column) {
    const { number = 0, string = 0, array = 0, object = 0 } = column.kinds;
    return number > string + array + object;
  }
  const names = path === "" ? [] : (fieldPath(path) ?? []);
  return first.some(({ val }) => cellOf(JsonNode.parse(val), names)?.kind === "number");
}
