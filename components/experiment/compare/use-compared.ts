"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";

import type { CallRow } from "@/lib/contract/calls";
import { baselinePlace, type PinnedBaselines } from "@/lib/experiment/baseline";
import type { ComparedExample } from "@/lib/experiment/compare";
import type { JsonText } from "@/lib/json/text";
import {
  alignment,
  type Alignment,
  belowResults,
  type BelowResults,
  type ComparedScore,
  type Differences,
  exampleValues,
  experimentResults,
  type ExperimentResults,
  experiments,
  isRunning,
  RUNNING_MS,
  scoreDifferences,
} from "@/lib/queries/experiments";

export interface Compared {
  /** The experiments that exist, in the order of the address. */
  rows: readonly CallRow[];
  /** The place of the baseline. */
  base: number;
  /** Of each experiment; undefined while loading. */
  results: readonly (ExperimentResults | undefined)[];
  examples: readonly ComparedExample[];
  scores: readonly ComparedScore[];
  /** The chosen one. */
  score: ComparedScore | undefined;
  /** Undefined while they are computed. */
  differences: Differences | undefined;
  /** The values of examples that are refs. */
  values: ReadonlyMap<string, JsonText>;
  /** Of each experiment; undefined while loading. */
  below: readonly (BelowResults | undefined)[];
  isReading: boolean;
  error: Error | null;
  retry: () => void;
}

const noRows: readonly CallRow[] = [];
const nothing: Alignment = { ids: [], stamp: "", examples: [], scores: [] };
const noValues: ReadonlyMap<string, JsonText> = new Map();

interface ComparedParams {
  projectId: string;
  ids: readonly string[];
  /** The chosen baseline; empty for the pinned one. */
  baseId: string;
  /** The chosen score; empty for the first one. */
  chosenScore: string;
  pinned: PinnedBaselines;
  /** Whether the service runs one of them, also if it has no call yet or has one that ended before. */
  isLive: boolean;
}

/** Experiments with their results aligned by example; kept live while one of them is running. */
export function useCompared({ projectId, ids, baseId, chosenScore, pinned, isLive }: ComparedParams): Compared {
  const found = useQuery({ ...experiments(projectId, ids), ...(isLive && { refetchInterval: RUNNING_MS }) });
  const rows = found.data ?? noRows;
  const isGoing = isLive || rows.some(isRunning);
  const read = useQueries({
    queries: rows.map(({ id }) => experimentResults({ projectId, id, running: isGoing })),
    combine: (queries) => ({
      data: queries.map(({ data }) => data),
      error: queries.find(({ error }) => error)?.error ?? null,
      stamp: queries.map(({ dataUpdatedAt }) => dataUpdatedAt).join(" "),
      isReading: queries.some(({ isPending }) => isPending),
      retry: () => queries.forEach(({ error, refetch }) => error && void refetch()),
    }),
  });
  const below = useQueries({
    queries: rows.map((row) => belowResults({ projectId, traceId: row.trace_id ?? "", ended: !isGoing })),
    combine: (queries) => queries.map(({ data }) => data),
  });
  // Once more at the end: the last results arrived after the last reading.
  const cache = useQueryClient();
  const wasGoing = useRef(isGoing);
  useEffect(() => {
    if (wasGoing.current && !isGoing) void cache.invalidateQueries({ queryKey: ["calls"] });
    wasGoing.current = isGoing;
  }, [cache, isGoing]);
  const { data: results } = read;
  const all = useMemo(() => results.map((one) => one?.results ?? []), [results]);
  const refs = useMemo(() => [...new Set(all.flat().flatMap(({ exampleRef }) => exampleRef ?? []))], [all]);
  const { data: values } = useQuery(exampleValues(refs));
  const shown = rows.map(({ id }) => id);
  const isRead = rows.length > 0 && !read.isReading;
  const { data } = useQuery(alignment({ ids: shown, stamp: read.stamp, all: isRead ? all : undefined }));
  // Of a running experiment the former results stay until the new ones are aligned; of other experiments nothing does.
  const isOfThese = data !== undefined && data.ids.join("\n") === shown.join("\n");
  const aligned = isOfThese ? data : nothing;
  const { examples, scores } = aligned;
  const score = scores.find(({ name }) => name === chosenScore) ?? scores[0];
  const base = baselinePlace(rows, baseId, pinned, score?.name ?? "");
  const { data: differences } = useQuery(scoreDifferences(aligned, base));
  return {
    rows,
    base,
    results,
    examples,
    scores,
    score,
    differences,
    values: values ?? noValues,
    below,
    isReading: found.isPending || (rows.length > 0 && !isOfThese),
    error: found.error ?? read.error,
    retry: () => {
      void found.refetch();
      read.retry();
    },
  };
}
