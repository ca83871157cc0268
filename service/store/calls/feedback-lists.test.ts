import { beforeAll, describe, expect, test } from "vitest";
import { contains, equals, exists, isOneOf } from "@/lib/contract/conditions";
import { type Expression, literal } from "@/lib/contract/expression";
import { FEEDBACK_FIELDS } from "@/lib/contract/limits";
import { callRef } from "@/lib/contract/refs";
import { PROJECT, finished, json, listIds, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

const IDS = ["changed", "liked", "noted", "plain", "rude", "scored", "x/y:%25%"];

/** Feedback in the order of its creation: on a call, its type, payload and owner. */
const GIVEN: [id: string, type: string, payload: string, owner?: string][] = [
  ["changed", "core.reaction.1", '{"emoji":"👎"}', "ada"],
  ["changed", "core.reaction.1", '{"emoji":"👍"}', "bob"],
  ["liked", "wandb.reaction.1", '{"emoji":"👍"}', "ada"],
  ["liked", "reaction", '{"emoji":"👎"}', "ada"],
  ["noted", "core.note.1", '{"note":"It is SLOW"}', "eve"],
  ["noted", "core.note.1", '{"note":"better now"}', "eve"],
  ["noted", "core.comment.1", '{"text":"Why so slow? Ask *Eve*"}', "ada"],
  ["rude", "core.annotation.tone", '{"value":"rude"}', "eve"],
  ["rude", "core.annotation.quality", '{"value":1}', "eve"],
  ["rude", "quality", '{"label":9}', "eve"],
  ["scored", "wandb.runnable.tone", '{"output":{"mean":0.95,"word":"rude"}}'],
  ["scored", "tone", '{"value":null,"score":"kind"}', "carl"],
  ["scored", "helpfulness", '{"comment":"none yet"}'],
  ["scored", "quality", '{"rating":0.5}'],
  ["scored", "quality", '{"comment":"rating withdrawn"}'],
  ["x/y:%25%", "core.reaction.1", '{"emoji":"👎"}', "a%"],
  ["gone", "core.reaction.1", '{"emoji":"👎"}', "ada"],
];

const recordId = (place: number) => `0193b8a0-0000-7000-8000-${String(place).padStart(12, "0")}`;

beforeAll(async () => {
  const { store } = opened();
  await store.writeCalls([...IDS, "gone"].map((id) => finished({ id, op_name: id })));
  for (const [place, [id, feedback_type, payload, ext_user_id]] of GIVEN.entries()) {
    const about = { project_id: PROJECT, core_ref: callRef(PROJECT, id) };
    await store.createFeedback({ id: recordId(place), ...about, feedback_type, payload: json(payload), ext_user_id });
  }
  // Of an object of the same name, which is no call.
  const about = { project_id: PROJECT, core_ref: `core:///${PROJECT}/object/plain:1` };
  const reaction = { feedback_type: "core.reaction.1", payload: json('{"emoji":"👎"}'), ext_user_id: "ada" };
  await store.createFeedback({ id: recordId(99), ...about, ...reaction });
  await store.deleteCalls(PROJECT, ["gone"]);
});

const above = (field: string, value: number): Expression => ({ $gt: [{ $getField: field }, literal(value)] });
const below = (field: string, value: number): Expression => ({ $lt: [{ $getField: field }, literal(value)] });
const like = (field: string, pattern: string): Expression => ({ $like: { input: { $getField: field }, pattern } });

const CASES: [filter: string, $expr: Expression, ids: string[]][] = [
  ["feedback:👎", equals("feedback.reaction", "👎"), ["changed", "x/y:%25%"]],
  ["feedback:👎,👍", isOneOf("feedback.reaction", ["👎", "👍"]), ["changed", "liked", "x/y:%25%"]],
  ["not feedback:👎", { $not: [equals("feedback.reaction", "👎")] }, ["liked", "noted", "plain", "rude", "scored"]],
  [
    "feedback:👎 feedback:👍",
    { $and: [equals("feedback.reaction", "👎"), equals("feedback.reaction", "👍")] },
    ["changed"],
  ],
  [
    "feedback:👎 or cost>1 or note~slow",
    { $or: [equals("feedback.reaction", "👎"), above("overview.total_cost", 1), contains("feedback.note", "slow")] },
    ["changed", "noted", "x/y:%25%"],
  ],
  ["has:reaction", exists("feedback.reaction"), ["changed", "liked", "x/y:%25%"]],
  [
    "reaction:none feedback>0",
    { $and: [equals("feedback.reaction", null), above("feedback.count", 0)] },
    ["noted", "rude", "scored"],
  ],
  ["feedback:0", equals("feedback.count", 0), ["plain"]],
  ["feedback:none", equals("feedback.count", null), ["plain"]],
  ["feedback:*", exists("feedback.count"), ["changed", "liked", "noted", "rude", "scored", "x/y:%25%"]],
  ["feedback<2", below("feedback.count", 2), ["plain", "x/y:%25%"]],
  ["feedback>2", above("feedback.count", 2), ["noted", "rude", "scored"]],
  ["feedback:(0, 5)", isOneOf("feedback.count", [0, 5]), ["plain", "scored"]],
  ["note~slow", contains("feedback.note", "slow"), ["noted"]],
  ["note:It*", like("feedback.note", "It%"), ["noted"]],
  ["comment~slow", contains("feedback.comment", "slow"), ["noted"]],
  ["comment:none", equals("feedback.comment", null), IDS.filter((id) => id !== "noted")],
  ["note~Eve", contains("feedback.note", "Eve"), []],
  ["of a type", equals("feedback.type", "core.reaction.1"), ["changed", "x/y:%25%"]],
  [
    "of other types only",
    { $not: [isOneOf("feedback.type", ["quality", "core.note.1", "core.reaction.1"])] },
    ["liked", "plain"],
  ],
  ["by:ada", equals("feedback.by", "ada"), ["changed", "liked", "noted"]],
  ["by:a*", like("feedback.by", "a%"), ["changed", "liked", "noted", "x/y:%25%"]],
  ['by:"a%"', equals("feedback.by", "a%"), ["x/y:%25%"]],
  ["not by:*", { $not: [exists("feedback.by")] }, ["plain"]],
  ["feedback.tone:rude", equals("feedback.tone", "rude"), ["rude"]],
  ["feedback.tone:none", equals("feedback.tone", null), IDS.filter((id) => id !== "rude" && id !== "scored")],
  ["feedback.tone.word:ru*", like("feedback.tone.word", "ru%"), ["scored"]],
  ["feedback.tone.mean>0.9", above("feedback.tone.mean", 0.9), ["scored"]],
  ["feedback.quality:9", equals("feedback.quality", 9), ["rude"]],
  ["feedback.quality<1", below("feedback.quality", 1), ["scored"]],
  ["has:feedback.helpfulness", exists("feedback.helpfulness"), []],
  ["feedback.it's>1", above("feedback.it's", 1), []],
];

describe("the calls of", () => {
  test.each(CASES)("%s", async (_, $expr, ids) => {
    const { store } = opened();
    const query = { project_id: PROJECT, query: { $expr } };
    const found = async (more: object) => (await listIds(store, { ...query, ...more })).toSorted();
    expect(await found({})).toEqual(ids);
    expect(await found({ limit: 50, sort_by: [{ field: "started_at", direction: "desc" }] })).toEqual(ids);
    expect(await found({ newest: 100 })).toEqual(ids);
    expect(await store.countCalls({ ...query, totalStorageSize: false })).toMatchObject({ count: ids.length });
    const facets = await store.countFacets({ ...query, fields: ["op_name"] });
    expect(facets[0]?.values.map(({ value }) => value).toSorted()).toEqual(ids);
  });
});

test("a list sorted by a short field has the values first", async () => {
  const sort_by = [{ field: "feedback.quality", direction: "desc" as const }];
  expect((await listIds(opened().store, { sort_by, limit: 2 })).slice(0, 2)).toEqual(["rude", "scored"]);
  expect((await listIds(opened().store, { sort_by })).slice(0, 2)).toEqual(["rude", "scored"]);
});

test("several values cannot be sorted by, converted, or compared with a field", async () => {
  const { store } = opened();
  const reaction = { $getField: "feedback.reaction" };
  const invalid = { code: "invalid" };
  const sort_by = [{ field: "feedback.reaction", direction: "asc" as const }];
  await expect(listIds(store, { sort_by })).rejects.toMatchObject(invalid);
  for (const $expr of [
    reaction,
    { $eq: [reaction, { $getField: "op_name" }] as [typeof reaction, typeof reaction] },
    { $convert: { input: reaction, to: "string" as const } },
  ])
    await expect(listIds(store, { query: { $expr } })).rejects.toMatchObject(invalid);
});

test("a query has a limited number of feedback values", async () => {
  const reactions = (count: number) => Array.from({ length: count }, (_, n) => ({ $literal: json(`"${n}"`) }));
  const found = (count: number) =>
    listIds(opened().store, { query: { $expr: { $in: [{ $getField: "feedback.reaction" }, reactions(count)] } } });
  expect(await found(FEEDBACK_FIELDS)).toEqual([]);
  await expect(found(FEEDBACK_FIELDS + 1)).rejects.toMatchObject({ code: "invalid" });
});
