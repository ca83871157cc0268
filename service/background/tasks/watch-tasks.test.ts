import { pino } from "pino";
import { expect, test } from "vitest";
import { Metrics } from "@/service/telemetry/metrics";
import { keepMeasuringBacklog } from "./backlog";
import { watchTasks } from "./watch-tasks";

test("rounds are counted by outcome; the time of the last one is that of a round without error", async () => {
  const metrics = new Metrics();
  const watch = watchTasks(metrics, undefined);
  const before = Math.floor(Date.now() / 1000);
  expect(await watch.round("indexing", async () => 7)).toBe(7);
  await expect(watch.round("rolling up", () => Promise.reject(new Error("odd")))).rejects.toThrow("odd");
  const lines = metrics.text().split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'loupe_background_rounds_total{task="indexing",outcome="ok"} 1',
      'loupe_background_rounds_total{task="rolling up",outcome="failed"} 1',
      expect.stringMatching(/^loupe_background_seconds_total\{task="rolling up"\} /),
    ]),
  );
  const last = lines.flatMap(
    (line) => /^loupe_background_last_round\w+\{task="(.*)"\} (\d+)$/.exec(line)?.slice(1) ?? [],
  );
  expect(last).toEqual(["indexing", expect.anything()]);
  expect(Number(last[1])).toBeGreaterThanOrEqual(before);
});

test("what waits is in the metrics once it is known; the last backup only if there was one", async () => {
  const metrics = new Metrics();
  const stop = new AbortController();
  const seriesOf = () => metrics.read().map(({ name, series }) => [name, series[0]?.value]);
  const backlog = async () => {
    expect(seriesOf().map(([, value]) => value)).toEqual([undefined, undefined, undefined, undefined]);
    stop.abort();
    return { textIndex: { calls: 3, seconds: 1.5 }, traces: 2, lastBackupAt: undefined };
  };
  await keepMeasuringBacklog({ backlog }, metrics, { logger: pino({ enabled: false }), signal: stop.signal });
  expect(seriesOf()).toEqual([
    ["loupe_text_index_waiting_calls", 3],
    ["loupe_text_index_lag_seconds", 1.5],
    ["loupe_trace_totals_waiting", 2],
    ["loupe_last_backup_timestamp_seconds", undefined],
  ]);
});
