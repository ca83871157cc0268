import { createHash } from "node:crypto";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { CALL_NAMES_BYTES, NAME_CHARS, REFUSALS_KEPT } from "@/lib/contract/limits";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
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

describe("the longest names", () => {
  /** Text that an index cannot compress. */
  const name = (seed: string, bytes: number) => {
    const blocks = Array.from({ length: Math.ceil(bytes / 86) }, (_, place) => `${seed}${place}`);
    const digests = blocks.map((block) => createHash("sha512").update(block).digest("base64url"));
    return digests.join("").slice(0, bytes);
  };
  const share = CALL_NAMES_BYTES / 5;
  const longest = {
    project_id: name("project", share),
    id: name("id", share),
    trace_id: name("trace", share),
    parent_id: name("parent", share),
    op_name: name("op", share),
    thread_id: name("thread", NAME_CHARS),
    user_id: name("user", NAME_CHARS),
    display_name: name("display", NAME_CHARS),
    model: name("model", NAME_CHARS),
    exception: "boom",
  };

  const { parent_id, ...root } = longest;
  test.each<[string, Partial<CallWrite>]>([
    ["of a call", { ...longest }],
    ["of a root", { ...root, id: parent_id + name("root", share) }],
    [
      "of a failed call in a trace",
      { ...longest, id: "a", op_name: "b", trace_id: name("other", 1.9 * share), parent_id: name("above", 2 * share) },
    ],
  ])("%s fit every index", async (_of, { id = "", ...names }) => {
    expect(await opened().store.writeCalls([start({ id, ...names })])).toEqual([undefined]);
  });

  test("are refused one by one if all of them together are longer", async () => {
    const writes = [start({ ...longest, id: `${longest.id}x` }), start({ id: "beside" })];
    expect(await opened().store.writeCalls(writes)).toEqual([
      {
        code: "invalid",
        message: expect.stringMatching(/^project_id, id, .* op_name together must have at most 1500 bytes/),
      },
      undefined,
    ]);
  });
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
