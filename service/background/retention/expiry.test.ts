import { pino } from "pino";
import { expect, test } from "vitest";
import { Quarantine } from "@/service/background/leases/quarantine";
import { eraseProject } from "@/service/store/maintenance/erase";
import type { Store } from "@/service/store/store";
import { useClient } from "@/service/store/testing/test-client";
import { finished, listIds, unique, useStore } from "@/service/store/testing/test-store";
import { type ExpiryOptions, expiryDispatcher } from "./expiry";

const opened = useStore();
const client = useClient(opened);
const CALLS = 2_500;

/** A project with old traces and a recent one, whose run is due. */
async function fill(name: string): Promise<string> {
  const { store } = opened();
  const project_id = unique(`acme/${name}`);
  const at = (place: number) => new Date(Date.parse("2025-01-01T00:00:00Z") + place * 1_000).toISOString();
  const old = Array.from({ length: CALLS }, (_, place) =>
    finished({ id: `c${place}`, project_id, trace_id: `t${place}`, started_at: at(place), ended_at: at(place) }),
  );
  const now = new Date().toISOString();
  const recent = finished({ id: "recent", project_id, trace_id: "recent", started_at: now, ended_at: now });
  await store.writeCalls([...old, recent]);
  const exceptions = { keep_queued: true, keep_in_tables: true, keep_annotated: true };
  await store.setRetention({ project_id, keep_days: 1, ...exceptions, replaces: 0, changed_by: "ada" });
  await client().query("update retention_runs set due_at = now() where project_id = $1", [project_id]);
  return project_id;
}

/** A process that deletes old traces, with some of its statements replaced. */
function process(holder: string, replaced: Partial<ExpiryOptions["store"]> = {}) {
  const { store } = opened();
  const stop = new AbortController();
  const over: Pick<Store, keyof ExpiryOptions["store"]> = new Proxy(store, {
    get: (_store, name) => Reflect.get(replaced, name) ?? Reflect.get(store, name),
  });
  const dispatcher = expiryDispatcher({
    store: over,
    quarantine: new Quarantine(),
    holder,
    times: { renewMs: 100, pauseMs: 1 },
    logger: pino({ enabled: false }),
    pollMs: 10,
  });
  return {
    stop: () => stop.abort(),
    run: async () => {
      await dispatcher.take(stop.signal);
      await dispatcher.finish();
    },
  };
}

const left = (project_id: string) => listIds(opened().store, { project_id });
const recordsOf = async (project_id: string) =>
  (await opened().store.queryAudit({ project_id, actions: ["retention expire"] })).records;

test("of two processes one deletes the old traces of a project", async () => {
  const { store } = opened();
  const project_id = await fill("once");
  const batches: string[] = [];
  const watched = (holder: string) =>
    process(holder, {
      expireTraces: async (by, run) => {
        batches.push(by);
        return store.expireTraces(by, run);
      },
    });
  await Promise.all([watched("one").run(), watched("two").run()]);
  expect(new Set(batches).size).toBe(1);
  expect(await left(project_id)).toEqual(["recent"]);
  const { last_run, next_run_at } = await store.readRetention(project_id);
  expect(last_run).toMatchObject({ status: "done", traces: CALLS, calls: CALLS, kept: 0 });
  expect(next_run_at).toBeDefined();
  expect(await recordsOf(project_id)).toMatchObject([{ owner: "retention", outcome: "ok" }]);
  await watched("one").run();
  expect(await recordsOf(project_id)).toHaveLength(1);
});

test("another process goes on where one stopped between two batches", async () => {
  const { store } = opened();
  const project_id = await fill("stopped");
  const first = process("one", {
    expireTraces: async (by, run) => {
      const step = await store.expireTraces(by, run);
      first.stop();
      return step;
    },
  });
  await first.run();
  const between = (await left(project_id)).length;
  expect(between).toBeGreaterThan(1);
  expect(between).toBeLessThan(CALLS + 1);
  expect((await store.readRetention(project_id)).running).toBeDefined();
  await process("two").run();
  expect(await left(project_id)).toEqual(["recent"]);
  expect((await store.readRetention(project_id)).last_run).toMatchObject({ traces: CALLS });
});

test("a project that is erased meanwhile ends its run, and its record", async () => {
  const { store } = opened();
  const project_id = await fill("erased");
  await process("one", {
    expireTraces: async (by, run) => {
      const step = await store.expireTraces(by, run);
      await eraseProject(client(), project_id);
      return step;
    },
  }).run();
  expect(await recordsOf(project_id)).toMatchObject([{ outcome: "ok", ended_at: expect.any(String) }]);
  const { rowCount } = await client().query("select 1 from retention_runs where project_id = $1", [project_id]);
  expect(rowCount).toBe(0);
});
