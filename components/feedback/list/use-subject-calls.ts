"use client";

import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";

import type { CallRow } from "@/lib/contract/calls";
import { readAnyRef } from "@/lib/contract/refs";
import { partsFromEnd } from "@/lib/live/parts-from-end";
import { callsById } from "@/lib/queries/calls-by-id";

import type { ListedFeedback } from "./columns";

const partCalls = 100;

/** The calls that the records of a list are on, by ref; read after the records, in parts. */
export function useSubjectCalls(projectId: string, rows: readonly ListedFeedback[]) {
  const ids = useMemo(() => [...new Set(rows.flatMap(({ core_ref: ref }) => callIdOf(ref) ?? []))], [rows]);
  const calls = useQueries({
    queries: partsFromEnd(ids, partCalls).map((part) => callsById(projectId, part)),
    combine: byId,
  });
  return useCallback((ref: string | undefined) => calls.get(callIdOf(ref) ?? ""), [calls]);
}

const byId = (results: readonly { data?: readonly CallRow[] | undefined }[]) =>
  new Map(results.flatMap(({ data = [] }) => data.map((call) => [call.id, call] as const)));

function callIdOf(text: string | undefined): string | undefined {
  const ref = text === undefined ? undefined : readAnyRef(text);
  return ref?.kind === "call" ? ref.id : undefined;
}
