"use client";

import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";

import type { CallRow } from "@/lib/contract/calls";
import { readAnyRef } from "@/lib/contract/refs";
import { partsFromEnd } from "@/lib/live/parts-from-end";
import { callsById } from "@/lib/queries/calls-by-id";

const partCalls = 100;

/** The calls that refs of a list name, by ref; read after the list, in parts. Other refs are ignored. */
export function useSubjectCalls(projectId: string, refs: readonly (string | undefined)[]) {
  const ids = useMemo(() => [...new Set(refs.flatMap((ref) => callIdOf(ref) ?? []))], [refs]);
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
