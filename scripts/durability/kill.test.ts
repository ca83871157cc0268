import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ensureBuilt } from "../start/build.mjs";
import type { Role } from "../testing/started";
import { WAIT, ServiceProcess } from "./service-process";
import { missing, nothing, writeUntilGone } from "./writers";

vi.setConfig({ testTimeout: 120_000 });

const WRITERS = 64;
/** A round is killed after this many responses, at random: from the first moments on to full load. */
const MOST_ANSWERS = 500;
const VICTIMS: Role[][] = [["service"], ["postgres"], ["postgres", "service"]];
const ROUNDS = Array.from({ length: 10 }, (_, index) => ({
  round: index + 1,
  victims: VICTIMS[index % VICTIMS.length] ?? [],
}));

const service = new ServiceProcess();
const acknowledged = nothing();

beforeAll(() => ensureBuilt("service"), 300_000);
afterAll(() => service.remove());

test.each(ROUNDS)("round $round: $victims killed under 64 writers, every answered write is there", async (round) => {
  await service.start();
  const cutAfter = 1 + Math.floor(Math.random() * MOST_ANSWERS);
  let answers = 0;
  const onAnswer = () => {
    answers += 1;
    if (answers === cutAfter) service.kill(...round.victims);
  };
  const writers = Array.from({ length: WRITERS }, async (_, writer) =>
    writeUntilGone(service, `${round.round}-${writer}`, acknowledged, onAnswer),
  );
  await Promise.all(writers);
  expect(answers).toBeGreaterThanOrEqual(cutAfter);
  if (round.victims.includes("service")) {
    await service.exited();
    await service.start();
  }
  // A database that was killed alone is restarted by itself.
  await vi.waitFor(async () => expect((await service.ask("/health")).status).toBe(200), WAIT);
  expect(await missing(service, acknowledged)).toEqual([]);
  expect(await service.stop()).toBe(0);
});
