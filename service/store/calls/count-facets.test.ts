import { beforeAll, describe, expect, test } from "vitest";
import { equals, exists, whereAll } from "@/lib/contract/conditions";
import { type Expression, literal } from "@/lib/contract/expression";
import { facetPath } from "@/lib/contract/facet-field";
import { FACET_VALUES, NAME_CHARS } from "@/lib/contract/limits";
import { callRef } from "@/lib/contract/refs";
import { PROJECT, finished, json, start, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

const SLOW_MS = 1500;
const LONG = "x".repeat(NAME_CHARS + 1);
/** Values of the attribute `acme.tier` as JSON: of several types, and several ways to write the same. */
const TIERS = [
  '"pro"',
  '"pro"',
  '"5"',
  "5",
  "5.0",
  "true",
  '"true"',
  "null",
  '""',
  '{"a":[1]}',
  '"更 多\\u0041"',
  `"${LONG}"`,
];
const REACTIONS: [id: string, emoji: string][] = [
  ["c0", "👍"],
  ["c0", "👍"],
  ["c0", "👎"],
  ["c1", "👎"],
  ["c2", "👎"],
  ["gone", "👎"],
];
const SCORES: [id: string, type: string, payload: string][] = [
  ["c0", "core.annotation.tone", '{"value":"rude"}'],
  ["c0", "core.annotation.tone", '{"value":"kind"}'],
  ["c1", "tone", '{"score":0.5}'],
  ["c2", "wandb.runnable.tone", '{"output":{"mean":0.50}}'],
  ["c3", "core.note.1", `{"note":"a \\"b\\", c"}`],
  ["c4", "core.note.1", `{"note":"${LONG}"}`],
];
const FIELDS = [
  "status",
  "op_name",
  "user_id",
  "thread_id",
  "attributes.[acme.tier]",
  "inputs.q",
  "feedback.reaction",
  "feedback.note",
  "feedback.by",
  "feedback.tone",
  "feedback.tone.mean",
];

beforeAll(async () => {
  const { store } = opened();
  const call = (place: number) => ({
    id: `c${place}`,
    trace_id: place < 2 ? "shared" : `t${place}`,
    parent_id: place === 1 ? "c0" : undefined,
    op_name: place % 3 === 0 ? 'it\'s a "plan"' : `op-${place}`,
    ...(place % 4 === 0 ? { thread_id: "thread" } : {}),
    ...(place % 2 === 0 ? { user_id: place === 4 ? "👩‍💻" : "ada" } : {}),
    inputs: json(`{"q":${place % 2 === 0 ? '"a"' : '["a"]'}}`),
    attributes: json(`{"otel":{"attributes":{"acme.tier":${TIERS[place] ?? "null"}}}}`),
    ...(place % 5 === 1 ? { exception: "failed" } : {}),
  });
  const ended = (place: number) => `2026-11-20T08:00:0${place % 4}.000000Z`;
  const calls = TIERS.map((_, place) => finished({ ...call(place), ended_at: ended(place) }));
  await store.writeCalls([...calls, start({ id: "running" }), finished({ id: "gone" })]);
  const given = [
    ...REACTIONS.map(([id, emoji]) => [id, "core.reaction.1", `{"emoji":"${emoji}"}`] as const),
    ...SCORES,
  ];
  for (const [place, [id, feedback_type, payload]] of given.entries())
    await store.createFeedback({
      id: `0193b8a0-0000-7000-8000-${String(place).padStart(12, "0")}`,
      project_id: PROJECT,
      core_ref: callRef(PROJECT, id),
      feedback_type,
      payload: json(payload),
      ext_user_id: place % 2 === 0 ? "ada" : "a%",
    });
  await store.deleteCalls(PROJECT, ["gone"]);
});

/** The number of calls that meet all conditions, which is counted without facets. */
async function count(...conditions: Expression[]): Promise<number> {
  const counted = await opened().store.countCalls({
    project_id: PROJECT,
    query: whereAll(conditions),
    totalStorageSize: false,
  });
  return counted.count;
}

describe.each(FIELDS)("by %s", (field) => {
  const path = facetPath(field) ?? "";
  const isSlow: Expression = { $gt: [{ $getField: "overview.latency_ms" }, literal(SLOW_MS)] };

  test.each([
    ["of all calls", []],
    ["of filtered calls", [exists("overview.user_id")]],
    ["of calls with feedback", [exists("feedback.count"), exists("feedback.reaction")]],
  ] as const)("as many %s are counted as the value's filter finds", async (_, conditions) => {
    const { store } = opened();
    const query = whereAll([...conditions]);
    const [facet] = await store.countFacets({ project_id: PROJECT, query, fields: [field], slow_ms: SLOW_MS });
    const values = facet?.values ?? [];
    expect(values.length).toBeGreaterThan(0);
    for (const { value, ...counts } of values) {
      const hasValue = equals(path, value ?? null);
      expect([value, counts]).toEqual([
        value,
        {
          count: await count(...conditions, hasValue),
          errors: await count(...conditions, hasValue, exists("exception")),
          slow: await count(...conditions, hasValue, isSlow),
        },
      ]);
    }
    expect(values.map((one) => one.count)).toEqual(values.map((one) => one.count).toSorted((a, b) => b - a));
  });
});

test("all fields together have the counts that each has alone", async () => {
  const { store } = opened();
  const of = (fields: string[]) => store.countFacets({ project_id: PROJECT, fields });
  const alone = await Promise.all(FIELDS.map(async (field) => (await of([field]))[0]));
  expect(await of([...FIELDS, "status"])).toEqual(alone);
});

test("values are counted as their text, and too long ones are left out", async () => {
  const fields = ["attributes.[acme.tier]", "feedback.note", "feedback.tone"];
  const [tiers, notes, tones] = await opened().store.countFacets({ project_id: PROJECT, fields });
  const texts = new Set(tiers?.values.map(({ value }) => value));
  expect(texts).toEqual(new Set(["", "5", "5.0", "pro", "true", '{"a": [1]}', "更 多A", undefined]));
  expect(tiers?.values.find(({ value }) => value === "5")?.count).toBe(2);
  expect(notes?.values.map(({ value }) => value)).toEqual([undefined, 'a "b", c']);
  expect([tiers?.has_more, notes?.has_more, tones?.has_more]).toEqual([true, true, false]);
});

test("of many values the most frequent are counted, also of a list", async () => {
  const { store } = opened();
  const project_id = "local/many";
  await store.writeCalls([finished({ id: "many", project_id })]);
  for (let place = 0; place <= FACET_VALUES; place += 1)
    await store.createFeedback({
      id: `0193b8a0-0000-7000-8001-${String(place).padStart(12, "0")}`,
      project_id,
      core_ref: callRef(project_id, "many"),
      feedback_type: "core.note.1",
      payload: json(`{"note":"${place}"}`),
    });
  const [notes] = await store.countFacets({ project_id, fields: ["feedback.note"] });
  expect([notes?.values.length, notes?.has_more]).toEqual([FACET_VALUES, true]);
});

test("a field that calls cannot be counted by is refused", async () => {
  const fields = ["overview.latency_ms"];
  await expect(opened().store.countFacets({ project_id: PROJECT, fields })).rejects.toMatchObject({ code: "invalid" });
});
