"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { JsonNode } from "@/lib/json/node";
import { sampleCalls } from "@/lib/queries/tables-from-calls";
import { type CallPart, callAsRow, fieldsOf, type RowShape } from "@/lib/table/call-row";
import { matchColumns } from "@/lib/table/match-columns";

const noCalls: readonly [] = [];

interface MappingOptions {
  projectId: string;
  callIds: readonly string[];
  parts: ReadonlySet<CallPart>;
  /** The columns that the dataset has; undefined for a new one. */
  columns: readonly string[] | undefined;
  /** The names that were entered, as `writeNames` writes them. */
  chosen: string;
}

/** The fields of the calls with the columns that they are stored in, and the first row. */
export function useMapping({ projectId, callIds, parts, columns, chosen }: MappingOptions) {
  const { data, error } = useQuery(sampleCalls({ projectId, callIds }));
  const [spreads, setSpreads] = useState<boolean>();
  const calls = data?.calls ?? noCalls;
  const fitsColumns = useMemo(() => {
    if (!columns || columns.includes("inputs")) return false;
    const fields = fieldsOf(calls, { parts: new Set(["inputs"]), spreadsInputs: true });
    const matched = matchColumns(fields, columns);
    return fields.some(({ key }) => columns.includes(matched.get(key) ?? ""));
  }, [calls, columns]);
  const spreadsInputs = spreads ?? fitsColumns;
  const fields = useMemo(() => fieldsOf(calls, { parts, spreadsInputs }), [calls, parts, spreadsInputs]);
  const names = useMemo(() => {
    const typed = readNames(chosen);
    const matched = matchColumns(fields, columns ?? []);
    return new Map(fields.map(({ key, name }) => [key, typed.get(key) ?? matched.get(key) ?? name]));
  }, [fields, columns, chosen]);
  const shape: RowShape = { parts, spreadsInputs, names };
  const [first] = calls;
  return {
    fields: data || error ? fields : undefined,
    shape,
    row: first && callAsRow(projectId, first, { ...shape, corrections: data?.corrections }),
    setSpreads,
    error,
  };
}

/** Names of columns by field, as the text of a draft. */
export function writeNames(names: ReadonlyMap<string, string>): string {
  return JSON.stringify([...names]);
}

export function readNames(text: string): Map<string, string> {
  const pairs = JsonNode.read(text)?.items() ?? [];
  return new Map([...pairs].map((pair) => [pair.item(0)?.string() ?? "", pair.item(1)?.string() ?? ""]));
}
