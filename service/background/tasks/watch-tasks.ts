import { performance } from "node:perf_hooks";
import type { Metrics } from "@/service/telemetry/metrics";
import type { Tracing } from "@/service/telemetry/tracing";
import type { WatchTasks } from "./repeat";

/** Measures the rounds of tasks in the background, and makes traces of those that found something to do. */
export function watchTasks(metrics: Metrics, tracing: Tracing | undefined): WatchTasks {
  const count = metrics.counter("loupe_background_rounds_total", "Rounds of repeated tasks, by task and outcome.");
  const lastRuns = new Map<string, number>();
  const seconds = new Map<string, number>();
  metrics.gauge(
    "loupe_background_last_round_timestamp_seconds",
    "When the last round of a task ended without an error, in seconds since the epoch.",
    () => seriesOf(lastRuns),
  );
  metrics.total("loupe_background_seconds_total", "Time for which tasks ran, including waits.", () =>
    seriesOf(seconds),
  );
  return {
    async round(task, round) {
      const startedAt = performance.now();
      try {
        const result = await (tracing ? tracing.task(task, round) : round());
        count({ task, outcome: "ok" });
        lastRuns.set(task, Math.round(Date.now() / 1000));
        return result;
      } catch (error) {
        count({ task, outcome: "failed" });
        throw error;
      } finally {
        seconds.set(task, (seconds.get(task) ?? 0) + (performance.now() - startedAt) / 1000);
      }
    },
    async item(name, work) {
      if (!tracing) return work();
      await tracing.task(name, async () => {
        await work();
        return true;
      });
    },
  };
}

const seriesOf = (values: ReadonlyMap<string, number>) =>
  [...values].map(([task, value]) => ({ labels: { task }, value }));
