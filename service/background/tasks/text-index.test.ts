import { pino } from "pino";
import { expect, test } from "vitest";
import type { Store } from "@/service/store/store";
import { keepIndexing } from "./text-index";

/** A store in which each project takes a number of rounds; calls `done` when none are left. */
function waitingStore(
  rounds: Record<string, number>,
  done: () => void,
): Pick<Store, "projectsToIndex" | "indexProject"> {
  const left = new Map(Object.entries(rounds));
  return {
    async projectsToIndex() {
      const projects = [...left].filter(([, count]) => count > 0).map(([project]) => project);
      if (projects.length === 0) done();
      return projects;
    },
    async indexProject(project) {
      const count = left.get(project) ?? 0;
      left.set(project, count - 1);
      return count > 0;
    },
  };
}

const silent = pino({ enabled: false });

test("queued calls are indexed until none are left, then polled until the signal aborts", async () => {
  const stop = new AbortController();
  let looked = 0;
  const store = waitingStore({ a: 3, b: 1 }, () => {
    looked += 1;
    stop.abort();
  });
  await keepIndexing(store, () => false, { logger: silent, signal: stop.signal });
  expect(looked).toBe(1);
});

test("nothing is written to a full disk", async () => {
  const stop = new AbortController();
  let looked = 0;
  const store = waitingStore({}, () => {
    looked += 1;
  });
  const diskIsFull = () => {
    stop.abort();
    return true;
  };
  await keepIndexing(store, diskIsFull, { logger: silent, signal: stop.signal });
  expect(looked).toBe(0);
});

test("a failure is logged without what it was about, and does not end it", async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    stop.abort();
  };
  const failing = {
    ...waitingStore({}, () => undefined),
    projectsToIndex: () => Promise.reject(Object.assign(new Error("gone"), { detail: "what was sent" })),
  };
  await keepIndexing(failing, () => false, { logger: pino({}, { write }), signal: stop.signal });
  expect(lines.join()).toContain("gone");
  expect(lines.join()).not.toContain("what was sent");
});

test("a failing project does not delay the others", async () => {
  const stop = new AbortController();
  const asked: string[] = [];
  const failing: Pick<Store, "projectsToIndex" | "indexProject"> = {
    projectsToIndex: async () => ["odd", "sound"],
    async indexProject(project) {
      asked.push(project);
      if (project === "odd") throw new Error("odd");
      return asked.length < 4;
    },
  };
  const write = () => stop.abort();
  await keepIndexing(failing, () => false, { logger: pino({}, { write }), signal: stop.signal });
  expect(asked).toEqual(["odd", "sound", "sound", "sound"]);
});
