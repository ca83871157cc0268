"use client";

import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod";

import { JsonNode } from "@/lib/contract/json/node";
import { preview } from "@/lib/contract/json/plain";

import type { PaneRun } from "./pane-run";

const prefix = "loupe:playground-runs:";
const MAX_RUNS = 100;
const PREVIEW_CHARS = 140;
const listeners = new Set<() => void>();

const pastRun = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  model: z.string(),
  state: z.enum(["done", "stopped", "failed"]),
  asked: z.string(),
  answered: z.string(),
  callId: z.string().optional(),
});
export type PastRun = z.infer<typeof pastRun>;

/** Adds a run that has ended to the history of this browser. */
export function rememberRun(projectId: string, run: PaneRun): void {
  if (run.state === "running") return;
  const added: PastRun = {
    at: run.startedAt,
    model: JsonNode.parse(run.body).get("model")?.string() ?? "",
    state: run.state,
    asked: preview(run.body, PREVIEW_CHARS),
    answered: (run.failure?.message ?? run.answer.choices[0]?.content ?? "").slice(0, PREVIEW_CHARS),
    ...(run.callId === undefined ? {} : { callId: run.callId }),
  };
  try {
    const all = [added, ...parseRuns(localStorage.getItem(prefix + projectId))];
    localStorage.setItem(prefix + projectId, JSON.stringify(all.slice(0, MAX_RUNS)));
  } catch {
    // Storage is full or forbidden: the trace list has the calls too.
  }
  for (const listener of listeners) listener();
}

/** The model of the last run; empty when there was none. */
export function lastModel(projectId: string): string {
  return parseRuns(read(projectId))[0]?.model ?? "";
}

/** The runs of this browser in a project, the last first. */
export function usePastRuns(projectId: string): readonly PastRun[] {
  const stored = useSyncExternalStore(
    subscribe,
    () => read(projectId),
    () => null,
  );
  return useMemo(() => parseRuns(stored), [stored]);
}

function read(projectId: string): string | null {
  try {
    return localStorage.getItem(prefix + projectId);
  } catch {
    return null;
  }
}

function parseRuns(stored: string | null): PastRun[] {
  try {
    return z.array(pastRun).safeParse(JSON.parse(stored ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
