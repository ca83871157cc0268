import { beforeAll, describe, expect, test } from "vitest";
import type { Expression } from "@/lib/contract/expression";
import { FEEDBACK_FIELDS } from "@/lib/contract/limits";
import { callRef } from "@/lib/contract/refs";
import { PROJECT, finished, json, listIds, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const QUALITY = "core.annotation.quality";
const HOSTILE = `it's "odd" [\\] $1 %`;
const IDS = ["a", "b", "c", "d", "x/y:%25%", "below"];

/** Feedback in the order of its creation: on a call, its type and payload. */
const GIVEN: [id: string, type: string, payload: string][] = [
  ["a", QUALITY, '{"value":9,"tags":["late"]}'],
  ["a", QUALITY, '{"value":1,"tags":["new","good"]}'],
  ["b", QUALITY, '{"value":5}'],
  ["c", QUALITY, '{"value":"good"}'],
  ["d", QUALITY, '{"value":null}'],
  ["x/y:%25%", QUALITY, '{"value":7}'],
  ["x/y:%25%", "core.note.1", '{"note":"it is slow"}'],
  ["below", HOSTILE, `{"it's":{"a.b":true}}`],
  ["gone", QUALITY, '{"value":5}'],
];

beforeAll(async () => {
  const { store } = opened();
  await store.writeCalls(
    IDS.map((id) => finished({ id, op_name: id, model: `m-${id}`, parent_id: id === "below" ? "a" : undefined })),
  );
  for (const [place, [id, feedback_type, payload]] of GIVEN.entries()) {
    const record = `0193b8a0-0000-7000-8000-${String(place).padStart(12, "0")}`;
    const about = { project_id: PROJECT, core_ref: callRef(PROJECT, id) };
    await store.createFeedback({ id: record, ...about, feedback_type, payload: json(payload) });
  }
  // Of the same call in another project, and of an object of the same name.
  const other = { project_id: "local/other", core_ref: callRef("local/other", "b") };
  const object = { project_id: PROJECT, core_ref: `core:///${PROJECT}/object/b:1` };
  for (const [place, about] of [other, object].entries())
    await store.createFeedback({
      id: `0193b8a0-0000-7000-9000-00000000000${place}`,
      ...about,
      feedback_type: QUALITY,
      payload: json('{"value":99}'),
    });
});

const field = (name: string): Expression => ({ $getField: name });
const literal = (value: unknown): Expression => ({ $literal: json(JSON.stringify(value)) });
const value = field(`feedback.[${QUALITY}].payload.value`);
const count = field("feedback.count");
const exists = (input: Expression): Expression => ({ $convert: { input, to: "exists" } });

const CASES: { what: string; $expr: Expression; ids: string[] }[] = [
  { what: "the number of records", $expr: { $eq: [count, literal(2)] }, ids: ["a", "x/y:%25%"] },
  { what: "fewer records, but any", $expr: { $lt: [count, literal(2)] }, ids: ["b", "below", "c", "d"] },
  { what: "no records", $expr: { $not: [exists(field("feedback.count"))] }, ids: [] },
  { what: "the latest number", $expr: { $gte: [value, literal(5)] }, ids: ["b", "x/y:%25%"] },
  { what: "not an earlier number", $expr: { $eq: [value, literal(9)] }, ids: [] },
  { what: "a text", $expr: { $eq: [value, literal("good")] }, ids: ["c"] },
  { what: "one of several", $expr: { $in: [value, [literal(1), literal("good")]] }, ids: ["a", "c"] },
  { what: "any value", $expr: exists(value), ids: ["a", "b", "c", "x/y:%25%"] },
  { what: "no value", $expr: { $not: [exists(value)] }, ids: ["below", "d"] },
  {
    what: "a part of a text",
    $expr: {
      $contains: {
        input: field("feedback.[core.note.1].payload.note"),
        substr: literal("SLOW"),
        case_insensitive: true,
      },
    },
    ids: ["x/y:%25%"],
  },
  {
    what: "a place in a list",
    $expr: { $eq: [field(`feedback.[${QUALITY}].payload.tags.1`), literal("good")] },
    ids: ["a"],
  },
  { what: "two fields", $expr: { $or: [{ $gt: [count, value] }, { $eq: [value, literal(5)] }] }, ids: ["a", "b"] },
  {
    what: "hostile names",
    $expr: { $eq: [field(`feedback.[${HOSTILE}].payload.it's.a\\.b`), literal(true)] },
    ids: ["below"],
  },
  {
    what: "an injected name",
    $expr: exists(field("feedback.[x') or true --].payload.a'b")),
    ids: [],
  },
  {
    what: "feedback and a payload",
    $expr: { $and: [exists(count), { $not: [exists(field("inputs.q"))] }] },
    ids: IDS.toSorted(),
  },
];

describe("filter by feedback", () => {
  test.each(CASES)("$what", async ({ $expr, ids }) => {
    const { store } = opened();
    const query = { project_id: PROJECT, query: { $expr } };
    const found = async (more: object) => (await listIds(store, { ...query, ...more })).toSorted();
    expect(await found({})).toEqual(ids);
    expect(await found({ limit: 50, sort_by: [{ field: "started_at", direction: "desc" }] })).toEqual(ids);
    expect(await found({ newest: 100 })).toEqual(ids);
    expect(await found({ limit: 6, sort_by: [{ field: "feedback.count", direction: "desc" }] })).toEqual(ids);
    expect(await store.countCalls({ ...query, totalStorageSize: true })).toMatchObject({ count: ids.length });
    const facets = await store.countFacets({ ...query, fields: ["op_name"] });
    expect(facets[0]?.values.map(({ value }) => value).toSorted()).toEqual(ids);
    const range = { start: "2026-11-20T00:00:00.000000Z", end: "2026-11-21T00:00:00.000000Z" };
    const stats = { ...query, ...range, starts: [range.start], prices: [], groupBy: [], limit: 10 };
    for (const wholeTraces of [false, true])
      expect((await store.countByTime({ ...stats, wholeTraces })).find(({ bucket }) => bucket === 0)?.count ?? 0).toBe(
        ids.length,
      );
  });
});

test("a page in order of feedback is the same whether its calls are among the first or not", async () => {
  const { store } = opened();
  for (const direction of ["asc", "desc"] as const)
    for (const name of ["feedback.count", `feedback.[${QUALITY}].payload.value`]) {
      const query = { project_id: PROJECT, sort_by: [{ field: name, direction }] };
      const all = await listIds(store, query);
      expect(all).toHaveLength(IDS.length);
      for (const offset of [0, 1, 2, 3, 4])
        for (const limit of [1, 2, 3])
          expect(await listIds(store, { ...query, limit, offset })).toEqual(all.slice(offset, offset + limit));
      for (const [place, after_id] of all.entries())
        expect(await listIds(store, { ...query, limit: 2, after_id })).toEqual(all.slice(place + 1, place + 3));
    }
});

test("a query has a limited number of feedback values", async () => {
  const values = (count: number) =>
    Array.from({ length: count }, (_, n) => exists(field(`feedback.[type ${n}].payload.value`)));
  const found = (count: number) => listIds(opened().store, { query: { $expr: { $or: values(count) } }, limit: 5 });
  expect(await found(FEEDBACK_FIELDS)).toEqual([]);
  await expect(found(FEEDBACK_FIELDS + 1)).rejects.toMatchObject({ code: "invalid" });
});
