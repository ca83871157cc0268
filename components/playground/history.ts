"use client";

import { useMemo } from "react";
import * as z from "zod";

import { browserStorage, storedJson } from "@/components/ui/safe-storage";
import { useStoredText } from "@/components/ui/use-stored-text";
import { preview } from "@/lib/json/plain";
import { prefixText } from "@/lib/playground/prefix";

import type { PaneRun } from "./pane-run";

const prefix = "loupe:playground-runs:";
const MAX_RUNS = 100;
const PREVIEW_CHARS = 140;

const pastRun = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  model: z.string(),
  server: z.string().optional(),
  state: z.enum(["done", "stopped", "failed"]),
  asked: z.string(),
  answered: z.string(),
  /** Whether it began with forced text. */
  isForked: z.boolean().optional(),
  callId: z.string().optional(),
});
export type PastRun = z.infer<typeof pastRun>;

/** Adds an ended run to this browser's history; if the storage is full, it is still in the trace list. */
export function rememberRun(projectId: string, run: PaneRun): void {
  if (run.state === "running") return;
  const { model, server } = run.source;
  const said = prefixText(run.prefix) + (run.answer.choices[0]?.content ?? "");
  const added: PastRun = {
    at: run.startedAt,
    model,
    ...(server === undefined ? {} : { server }),
    state: run.state,
    asked: preview(run.body, PREVIEW_CHARS),
    answered: (run.failure?.message ?? said).slice(0, PREVIEW_CHARS),
    ...(run.prefix.length > 0 && { isForked: true }),
    ...(run.callId === undefined ? {} : { callId: run.callId }),
  };
  const all = [added, ...parseRuns(browserStorage.read(prefix + projectId))];
  browserStorage.write(prefix + projectId, JSON.stringify(all.slice(0, MAX_RUNS)));
}

/** The model of the last run; empty if there was none. */
export function lastModel(projectId: string): string {
  return parseRuns(browserStorage.read(prefix + projectId))[0]?.model ?? "";
}

/** The runs of this browser in a project, newest first. */
export function usePastRuns(projectId: string): readonly PastRun[] {
  const text = useStoredText(prefix + projectId);
  return useMemo(() => parseRuns(text), [text]);
}

function parseRuns(text: string | null): PastRun[] {
  return z.array(pastRun).safeParse(storedJson(text)).data ?? [];
}
