import { beforeAll, describe, expect, test } from "vitest";
import type { SortBy } from "@/lib/contract/calls";
import { finished, json, list, listIds, start, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const at = (second: number) => `2026-11-20T08:00:${String(second).padStart(2, "0")}.000000Z`;

beforeAll(async () => {
  await opened().store.writeCalls([
    finished({ id: "a", started_at: at(1), ended_at: at(9), inputs: json('{"q":"one","n":3}'), display_name: "z" }),
    finished({ id: "b", started_at: at(2), ended_at: at(3), inputs: json('{"n":"x"}'), op_name: "other" }),
    finished({ id: "c", started_at: at(2), ended_at: at(4), inputs: json('{"n":1e400}'), parent_id: "a" }),
    start({ id: "d", started_at: at(3), inputs: json('{"n":null}'), thread_id: "t", display_name: "z" }),
    start({ id: "e", started_at: at(4), op_name: "weave:///e/p/op/ask:v1" }),
  ]);
});

const asc = (field: string) => ({ field, direction: "asc" as const });
const desc = (field: string) => ({ field, direction: "desc" as const });

describe("order", () => {
  test.each<{ sort: SortBy; ids: string }>([
    { sort: [], ids: "a b c d e" },
    { sort: [desc("started_at")], ids: "e d c b a" },
    { sort: [desc("started_at"), asc("id")], ids: "e d b c a" },
    { sort: [asc("latency")], ids: "b c a d e" },
    { sort: [desc("latency")], ids: "a c b e d" },
    { sort: [asc("summary.weave.latency_ms"), desc("id")], ids: "b c a e d" },
    { sort: [asc("inputs.n")], ids: "a c b d e" },
    { sort: [desc("inputs.n")], ids: "c a b e d" },
    { sort: [desc("op_name"), asc("id")], ids: "e b a c d" },
    { sort: [desc("display_name"), asc("started_at")], ids: "a d b c e" },
    { sort: [asc("overview.status"), asc("id")], ids: "d e a b c" },
    { sort: [asc("overview.total_tokens"), asc("id")], ids: "a b c d e" },
  ])("$sort", async ({ sort, ids }) => {
    const { store } = opened();
    const expected = ids.split(" ");
    expect(await listIds(store, { sort_by: sort })).toEqual(expected);
    expect(await listIds(store, { sort_by: sort, limit: 2, offset: 1 })).toEqual(expected.slice(1, 3));
    const paged: string[] = [];
    let page: string[];
    do {
      page = await listIds(store, { sort_by: sort, limit: 2, after_id: paged.at(-1) });
      paged.push(...page);
    } while (page.length > 0);
    expect(paged).toEqual(expected);
  });

  test.each([
    { query: { sort_by: [asc("nonsense")] }, path: "sort_by[0].field" },
    { query: { sort_by: [asc("id"), asc("inputs..x")] }, path: "sort_by[1].field" },
    { query: { sort_by: [asc("constructor")] }, path: "sort_by[0].field" },
    { query: { after_id: "absent" }, path: "after_id" },
  ])("$query is refused at $path", async ({ query, path }) => {
    await expect(list(opened().store, query)).rejects.toMatchObject({ code: "invalid", errors: [{ path }] });
  });
});

describe("filter", () => {
  test.each([
    { filter: { trace_roots_only: true }, ids: "a b d e" },
    { filter: { op_names: ["other"] }, ids: "b" },
    { filter: { op_names: ["other", "weave:///e/p/op/ask:*"] }, ids: "b e" },
    { filter: { op_names: ["weave:///e/p/op/as:*"] }, ids: "" },
    { filter: { op_names: [] }, ids: "" },
    { filter: { parent_ids: ["a"] }, ids: "c" },
    { filter: { trace_ids: ["trace-of-a", "trace-of-b"] }, ids: "a b" },
    { filter: { call_ids: ["e", "a", "absent"] }, ids: "a e" },
    { filter: { thread_ids: ["t"] }, ids: "d" },
    { filter: { turn_ids: ["t"] }, ids: "" },
    { filter: { thread_ids: ["t"], op_names: ["other"] }, ids: "" },
  ])("$filter", async ({ filter, ids }) => {
    const expected = ids === "" ? [] : ids.split(" ");
    expect(await listIds(opened().store, { filter })).toEqual(expected);
    const counted = await opened().store.countCalls({ project_id: "local/test", filter, totalStorageSize: false });
    expect(counted.count).toBe(expected.length);
  });
});

test("a row has only the requested columns", async () => {
  const { store } = opened();
  const [given] = await list(store, { limit: 1, columns: ["op_name", "inputs"] });
  expect(JSON.parse(JSON.stringify(given))).toEqual({
    id: "a",
    op_name: "answer",
    inputs: { text: '{"q":"one","n":3}' },
  });
  const [overview] = await list(store, { limit: 1, columns: ["id"], include_overview: true });
  expect(JSON.parse(JSON.stringify(overview))).toEqual({
    id: "a",
    overview: {
      status: "success",
      latency_ms: 8000,
      input_preview: '{"q":"one","n":3}',
      received_at: expect.any(String),
    },
  });
  const [sizes] = await list(store, {
    limit: 1,
    columns: ["id"],
    include_storage_size: true,
    include_total_storage_size: true,
  });
  expect(JSON.parse(JSON.stringify(sizes))).toEqual({ id: "a", storage_size_bytes: 17, total_storage_size_bytes: 17 });
});

test("a pending call is not read, listed or counted until its start arrives", async () => {
  const { store } = opened();
  const project_id = "local/pending";
  const end = { project_id, id: "p", rank: 2 as const, ended_at: at(5), output: json("1"), started_at: at(4) };
  const count = async () => (await store.countCalls({ project_id, totalStorageSize: true })).count;
  await store.writeCalls([end]);
  expect(await store.readCall(project_id, "p", { storageSize: true, totalStorageSize: true })).toBeUndefined();
  expect(await listIds(store, { project_id })).toEqual([]);
  expect(await count()).toBe(0);
  await store.writeCalls([start({ project_id, id: "p" })]);
  expect(await listIds(store, { project_id })).toEqual(["p"]);
  expect(await count()).toBe(1);
});

test("a long list is read in batches, complete and in order", async () => {
  const { store } = opened();
  const project_id = "local/long";
  const ids = Array.from({ length: 1234 }, (_, place) => String(place).padStart(5, "0"));
  await store.writeCalls(ids.map((id) => finished({ id, project_id })));
  expect(await listIds(store, { project_id })).toEqual(ids);
  expect((await list(store, { project_id })).map(({ id }) => id)).toEqual(ids);
});

describe("paging by key", () => {
  const project_id = "local/paged";
  const pickOf = <Value>(values: Value[], place: number) => values[place % values.length];

  beforeAll(async () => {
    const writes = Array.from({ length: 90 }, (_, place) =>
      start({
        project_id,
        id: `id-${(place * 37) % 90}`,
        started_at: at(place % 4),
        ended_at: pickOf([at(9), undefined, at(8), at(7), undefined], place),
        display_name: pickOf(["x", undefined, "Y"], place),
        inputs: json(
          pickOf(['{"n":1}', '{"n":"1"}', "{}", '{"n":[1]}', '{"n":null}', '{"n":1.0}', '{"n":-2}'], place) ?? "",
        ),
      }),
    );
    await opened().store.writeCalls(writes);
  });

  const fields = ["started_at", "latency", "display_name", "inputs.n", "overview.status", "id"];
  const sorts = fields.flatMap((first, place) => [
    [asc(first)],
    [desc(first)],
    [desc(first), asc(pickOf(fields, place + 1) ?? "")],
    [asc(first), desc(pickOf(fields, place + 3) ?? "")],
  ]);

  test.each(sorts.map((sort) => ({ sort })))("$sort returns each call once", async ({ sort }) => {
    const { store } = opened();
    const whole = await listIds(store, { project_id, sort_by: sort });
    expect(new Set(whole).size).toBe(90);
    const paged: string[] = [];
    for (let page = 0; page < 13; page += 1)
      paged.push(...(await listIds(store, { project_id, sort_by: sort, limit: 7, after_id: paged.at(-1) })));
    expect(paged).toEqual(whole);
  });
});
