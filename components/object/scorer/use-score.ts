"use client";

import { useEffect, useState } from "react";

import { toJsonText } from "@/lib/json/text";
import type { RuleDefinition, ScoredAnswer, ScoreValue } from "@/lib/scorer/score";
import { writeScorer } from "@/lib/scorer/stored-scorer";

export interface ScoreRequest {
  /** The scorer as an object's value. */
  val: string;
  answer: ScoredAnswer;
}

/** Loading the worker takes longer than scoring. */
export type ScoreReport = "started" | ScoreValue;

/** As in an experiment. */
const SCORE_MS = 250;

/** The score of an answer by a rule, computed in a worker that is ended if it takes too long; undefined until then. */
export function useScore(definition: RuleDefinition | undefined, answer: ScoredAnswer): ScoreValue | undefined {
  const request =
    definition && toJsonText({ val: writeScorer({ name: "", definition }).text, answer } satisfies ScoreRequest).text;
  const [scored, setScored] = useState<{ request: string; score: ScoreValue }>();
  useEffect(() => {
    if (request === undefined) return undefined;
    const worker = new Worker(new URL("./score-answer.worker.ts", import.meta.url), { type: "module" });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (score: ScoreValue) => {
      clearTimeout(timer);
      worker.terminate();
      setScored({ request, score });
    };
    worker.addEventListener("message", ({ data }: MessageEvent<ScoreReport>) => {
      if (data !== "started") end(data);
      else timer = setTimeout(() => end({ problem: `Scoring took longer than ${SCORE_MS} ms` }), SCORE_MS);
    });
    worker.addEventListener("error", () => end({ problem: "The score could not be computed. Reload the page." }));
    worker.postMessage(JSON.parse(request));
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [request]);
  return scored?.request === request ? scored?.score : undefined;
}
