import { expect, test } from "vitest";
import { Dispatcher } from "./dispatcher";
import { Quarantine } from "./quarantine";

test("one suspect at a time is inside, until it leaves or a minute has passed", () => {
  let now = 0;
  const quarantine = new Quarantine(() => now);
  const [one, other] = [{}, {}];
  expect(quarantine.isFree).toBe(true);
  quarantine.enter(one);
  quarantine.leave(other);
  expect(quarantine.isFree).toBe(false);
  quarantine.leave(one);
  expect(quarantine.isFree).toBe(true);
  quarantine.enter(one);
  now += 60_000;
  expect(quarantine.isFree).toBe(true);
});

test("a suspect is worked on alone until it goes on, and others are claimed meanwhile", async () => {
  const quarantine = new Quarantine();
  const wentOn: string[] = [];
  const going: (() => Promise<void>)[] = [];
  const dispatcherOf = (waiting: { name: string; isSuspect: boolean }[]) =>
    new Dispatcher<{ name: string }>({
      take: async (suspects) => {
        const at = waiting.findIndex(({ isSuspect }) => suspects === "too" || !isSuspect);
        const [found] = at === -1 ? [] : waiting.splice(at, 1);
        return found && { held: { name: found.name }, isSuspect: found.isSuspect };
      },
      follow: async (_item, signal, goOn) => {
        going.push(goOn);
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      },
      goOn: async ({ name }) => void wentOn.push(name),
      quarantine,
      onFailure: () => {},
      diskIsFull: () => false,
      atOnce: 8,
      pollMs: 1,
    });
  const [rules, experiments] = [
    dispatcherOf([
      { name: "suspect rule", isSuspect: true },
      { name: "rule", isSuspect: false },
    ]),
    dispatcherOf([
      { name: "suspect experiment", isSuspect: true },
      { name: "experiment", isSuspect: false },
    ]),
  ];
  const stopping = new AbortController();
  for (const dispatcher of [rules, experiments]) await dispatcher.take(stopping.signal);
  expect([rules.running, experiments.running]).toEqual([2, 1]);
  for (const goOn of going) await goOn();
  for (const goOn of going) await goOn();
  expect(wentOn).toEqual(["suspect rule"]);
  await experiments.take(stopping.signal);
  expect(experiments.running).toBe(2);
  stopping.abort();
  await Promise.all([rules.finish(), experiments.finish()]);
  expect(quarantine.isFree).toBe(true);
});
