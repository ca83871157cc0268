import { JsonText } from "@/lib/json/text";
import { scoreOutput } from "@/lib/scorer/score";
import { readScorer } from "@/lib/scorer/stored-scorer";

import type { ScoreReport, ScoreRequest } from "./use-score";

const report = (message: ScoreReport) => self.postMessage(message);

self.addEventListener("message", ({ data: { val, answer } }: MessageEvent<ScoreRequest>) => {
  const definition = readScorer(new JsonText(val))?.definition;
  if (!definition || definition.type === "judge") return;
  report("started");
  // The page ends this worker if it takes too long.
  report(scoreOutput(definition, answer, (run) => run()));
});
