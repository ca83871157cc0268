import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { ProcessGroup, type ProcessSpec } from "./process-group";

/** A process that is asked once it has started, and what it has printed. */
function specOf(program: string): { spec: ProcessSpec; lines: string[]; printed: EventEmitter } {
  const lines: string[] = [];
  const printed = new EventEmitter();
  const spec: ProcessSpec = {
    name: "dashboard",
    args: ["-e", `${program}; console.log("started");`],
    environment: {},
    onLine: (line) => {
      lines.push(line);
      printed.emit(line);
    },
    drainMs: 0,
    patienceMs: 60_000,
    isAsked: true,
    whenReady: async () => void (await once(printed, "started")),
  };
  return { spec, lines, printed };
}

test("a process that does not answer any more is replaced, and the others go on", async () => {
  const group = new ProcessGroup({ askEveryMs: 10 });
  const { spec, printed } = specOf(`process.on("message", () => { for (;;); })`);
  await group.start(spec);
  await once(printed, "started");
  expect([group.stopping.aborted, group.failed]).toEqual([false, false]);
  group.requestStop();
  await group.ended();
  expect(group.failed).toBe(false);
});

test("one that answers is asked more often than it may leave open, and not replaced", async () => {
  const group = new ProcessGroup({ askEveryMs: 200 });
  const { spec, lines, printed } = specOf(`let asked = 0;
    process.on("message", () => {
      asked += 1;
      process.send("answer");
      if (asked === 12) console.log("asked often");
    })`);
  await group.start(spec);
  await once(printed, "asked often");
  group.requestStop();
  await group.ended();
  expect([lines, group.failed]).toEqual([["started", "asked often"], false]);
});
