import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "@/lib/client/client";
import type { Experiment } from "@/lib/contract/experiments";
import { isUnended, progressText, runCost } from "@/lib/experiment/progress";
import type { Context } from "../context";
import { fitText } from "../terminal/text-width";

const POLL_MS = 1_000;
/** Between two lines of a log. */
const LOG_MS = 30_000;

/** Waits until an experiment ends or pauses, and shows its progress: in one line of a terminal, or now and then. */
export async function waitForEnd(
  { client, projectId, id }: { client: Client; projectId: string; id: string },
  { notes, signal }: Pick<Context, "notes" | "signal">,
): Promise<Experiment> {
  let shown = "";
  let shownAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { experiment } = await client.request("experimentRead", { project_id: projectId, id }, { signal });
    const hasEnded = !isUnended(experiment);
    const text = `${progressText(experiment)}, ${runCost(experiment)}`;
    if (notes.isTerminal) await notes.raw(`\r\u001B[K${fitText(text, (notes.width ?? 80) - 1)}${hasEnded ? "\n" : ""}`);
    else if (text !== shown && (hasEnded || performance.now() - shownAt >= LOG_MS)) {
      await notes.line(text);
      shownAt = performance.now();
      shown = text;
    }
    if (hasEnded) return experiment;
    await pause(POLL_MS, undefined, { signal });
  }
}
