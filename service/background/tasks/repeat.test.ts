import { pino } from "pino";
import { expect, test } from "vitest";
import { repeat } from "./repeat";

const silent = pino({ enabled: false });

test("work is repeated until the signal aborts, with a pause that depends on how long it took", async () => {
  const stop = new AbortController();
  const took: number[] = [];
  let rounds = 0;
  const work = {
    name: "counting",
    async run() {
      rounds += 1;
      if (rounds === 3) stop.abort();
    },
    pauseMs(tookMs: number) {
      took.push(tookMs);
      return 1;
    },
  };
  await repeat(work, { logger: silent, signal: stop.signal });
  expect([rounds, took.every((ms) => ms >= 0 && ms < 1_000)]).toEqual([3, true]);
});

test("work that fails is logged and tried again", async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  let rounds = 0;
  const work = {
    name: "counting",
    async run() {
      rounds += 1;
      if (rounds === 1) throw new Error("odd");
      stop.abort();
    },
    pauseMs: () => 0,
    retryMs: 1,
  };
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  await repeat(work, { logger, signal: stop.signal });
  expect([rounds, lines.length]).toEqual([2, 1]);
  expect(lines[0]).toContain("counting failed; will retry");
  expect(lines[0]).toContain("odd");
});

test("an abort ends the pause, and a failure that the abort caused is not logged", async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const pausing = repeat(
    { name: "waiting", run: async () => undefined, pauseMs: () => 3_600_000 },
    { logger, signal: stop.signal },
  );
  const failing = repeat(
    {
      name: "reading",
      run: (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      pauseMs: () => 0,
    },
    { logger, signal: stop.signal },
  );
  stop.abort();
  await Promise.all([pausing, failing]);
  expect(lines).toEqual([]);
});
