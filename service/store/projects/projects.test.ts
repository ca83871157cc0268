import pg from "pg";
import { expect, test } from "vitest";
import { REFUSALS_KEPT } from "@/lib/contract/limits";
import { RANK } from "@/service/store/calls/call-write";
import { finished, json, start, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

test("the first write of any kind creates a project; a list has counts and the newest start", async () => {
  const { store } = opened();
  const at = (second: number) => `2026-11-20T08:00:0${second}.123456Z`;
  await Promise.all(
    [1, 2, 3].map((second) =>
      store.writeCalls([finished({ project_id: "b/full", id: `${second}`, started_at: at(second) })]),
    ),
  );
  await store.writeCalls([{ project_id: "a/pending", id: "p", rank: RANK.end, ended_at: at(1) }]);
  await store.createFeedback({
    project_id: "c/feedback",
    id: "01900000-0000-7000-8000-000000000000",
    core_ref: "core:///c/feedback/call/x",
    feedback_type: "custom",
    payload: json("{}"),
  });
  const projects = await store.listProjects({ within: ["*"] });
  expect(projects).toMatchObject([
    { project_id: "a/pending", calls: 0, last_call_at: undefined },
    { project_id: "b/full", calls: 3, last_call_at: at(3) },
    { project_id: "c/feedback", calls: 0 },
  ]);
  expect(await store.listProjects({ within: ["*"], limit: 1, offset: 1 })).toEqual([projects[1]]);
});

test("a list has the projects that the patterns cover, and pages of those", async () => {
  const { store } = opened();
  for (const project_id of ["cover/a", "cover/b", "cover-2/a", "cover/c"])
    await store.writeCalls([start({ project_id, id: "c" })]);
  const ids = async (within: string[], page = {}) =>
    (await store.listProjects({ within, ...page })).map(({ project_id }) => project_id);
  expect(await ids(["cover/*"])).toEqual(["cover/a", "cover/b", "cover/c"]);
  expect(await ids(["cover/b", "cover-2/*"])).toEqual(["cover-2/a", "cover/b"]);
  expect(await ids(["cover/*"], { limit: 1, offset: 1 })).toEqual(["cover/b"]);
  expect(await ids(["*"])).toEqual(expect.arrayContaining(["cover-2/a", "cover/a"]));
  expect(await ids(["%/*", "cover/", "c*"])).toEqual([]);
  expect(await ids([])).toEqual([]);
});

test("names that no index can hold are refused one by one", async () => {
  const { store } = opened();
  const long = "中".repeat(400);
  expect(
    await store.writeCalls([
      start({ id: long }),
      start({ id: "ok", op_name: "中".repeat(341) }),
      start({ id: "op", op_name: long }),
      start({ id: "project", project_id: long }),
    ]),
  ).toEqual([
    { code: "invalid", message: "id must have at most 1024 bytes in UTF-8" },
    undefined,
    { code: "invalid", message: expect.stringMatching(/^op_name /) },
    { code: "invalid", message: expect.stringMatching(/^project_id /) },
  ]);
});

test("the longest names fit every index", async () => {
  const name = (letter: string) => Array.from({ length: 1024 }, (_, i) => `${letter}${i}`.at(-1)).join("");
  const write = start({
    project_id: name("p"),
    id: name("i"),
    trace_id: name("t"),
    parent_id: name("q"),
    op_name: name("o"),
    thread_id: name("h"),
    exception: "boom",
  });
  expect(await opened().store.writeCalls([write])).toEqual([undefined]);
});

test("the watermark changes with every write, and only then", async () => {
  const { store } = opened();
  const project_id = "w/watermark";
  const latest = async () => (await store.countCalls({ project_id, limit: 1, totalStorageSize: false })).latest ?? "";
  expect(await latest()).toBe("");
  await store.writeCalls([start({ project_id, id: "a" })]);
  const first = await latest();
  await store.writeCalls([{ project_id, id: "a", rank: RANK.end, ended_at: "2026-11-20T08:00:01.000000Z" }]);
  expect((await latest()) > first).toBe(true);
  const client = new pg.Client(opened().connection);
  await client.connect();
  const aMinuteAgo = new Date(Date.now() - 60_000).toISOString();
  await client.query("update calls set updated_at = $2 where project_id = $1", [project_id, aMinuteAgo]);
  await client.end();
  const rested = await latest();
  expect(rested < first).toBe(true);
  expect(await latest()).toBe(rested);
});

test("refusals: the newest are stored, the count includes all", async () => {
  const { store } = opened();
  const refuse = (count: number, from: number) =>
    store.recordRefusals(
      Array.from({ length: count }, (_, place) => ({
        project_id: "r/refused",
        source: "call" as const,
        call_id: `call-${from + place}`,
        reason: "NUL \0",
      })),
    );
  await refuse(REFUSALS_KEPT + 5, 0);
  await refuse(3, REFUSALS_KEPT + 5);
  const { count, refusals } = await store.queryRefusals("r/refused", 5000);
  expect(count).toBe(REFUSALS_KEPT + 8);
  expect(refusals).toHaveLength(REFUSALS_KEPT);
  expect(refusals[0]).toMatchObject({ call_id: `call-${REFUSALS_KEPT + 7}`, source: "call", reason: "NUL \ufffd" });
  expect(refusals.at(-1)?.call_id).toBe("call-8");
  expect(await store.queryRefusals("r/refused", 2)).toMatchObject({ refusals: [{}, {}] });
  expect(await store.queryRefusals("r/none", 2)).toEqual({ count: 0, refusals: [] });
});
