import { beforeAll, describe, expect, test } from "vitest";
import { type Expression, literal } from "@/lib/contract/expression";
import type { Feedback, FeedbackQuery } from "@/lib/contract/feedback";
import type { NewFeedback } from "./feedback-store";
import { json, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

const PROJECT = "local/feedback";
const idOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;
let last = 100;

function feedback(fields: Partial<NewFeedback> = {}): NewFeedback {
  last += 1;
  return {
    project_id: PROJECT,
    id: idOf(last),
    core_ref: `core:///${PROJECT}/call/one`,
    feedback_type: "custom",
    payload: json('{"score":1}'),
    ext_user_id: "admin",
    ...fields,
  };
}

async function listFeedback(query: FeedbackQuery): Promise<Partial<Feedback>[]> {
  const found: Partial<Feedback>[] = [];
  for await (const batch of opened().store.listFeedback(query, new AbortController().signal)) found.push(...batch);
  return found;
}

const eq = (name: string, value: unknown): Expression => ({ $eq: [{ $getField: name }, literal(value)] });

describe("create", () => {
  test("returns the record with the database's time, to the microsecond", async () => {
    const sent = feedback({ creator: "Ada", call_ref: `core:///${PROJECT}/call/two` });
    const stored = await opened().store.createFeedback(sent);
    expect(stored).toMatchObject(sent);
    expect(stored.created_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/);
  });

  const content = { payload: json('{"a": 1.0, "b":[12345678901234567890,null]}'), creator: "Ada" };

  test.each<{ name: string; again: Partial<NewFeedback>; same: boolean }>([
    { name: "the same", again: {}, same: true },
    {
      name: "keys in another order and spacing",
      again: { payload: json('{"b":[12345678901234567890,null],"a":1.0}') },
      same: true,
    },
    {
      name: "a number spelled otherwise",
      again: { payload: json('{"a":1,"b":[12345678901234567890,null]}') },
      same: false,
    },
    { name: "one digit changed", again: { payload: json('{"a":1.0,"b":[12345678901234567891,null]}') }, same: false },
    { name: "another type", again: { feedback_type: "other" }, same: false },
    { name: "no creator", again: { creator: undefined }, same: false },
    { name: "a ref more", again: { annotation_ref: `core:///${PROJECT}/object/a:b` }, same: false },
    { name: "another owner", again: { ext_user_id: "someone" }, same: false },
  ])("the same id with $name: as before is $same", async ({ again, same }) => {
    const { store } = opened();
    const sent = feedback(content);
    const stored = await store.createFeedback(sent);
    const [second] = await Promise.allSettled([store.createFeedback({ ...sent, ...again })]);
    expect(second).toMatchObject(same ? { value: stored } : { reason: { code: "conflict" } });
    const query = { $expr: eq("id", sent.id) };
    expect(await listFeedback({ project_id: PROJECT, query })).toEqual([stored]);
  });

  test("the same id in another project is another record", async () => {
    const sent = feedback();
    await opened().store.createFeedback(sent);
    const other = { ...sent, project_id: unique("local/other"), feedback_type: "other" };
    expect(await opened().store.createFeedback(other)).toMatchObject(other);
  });

  test.each([
    { name: "same content", payloads: ['{"n":1}', '{"n":1}'], fulfilled: 8 },
    { name: "other content", payloads: ['{"n":1}', '{"n":2}'], fulfilled: 4 },
  ])("of many at once with one id and $name, one is stored", async ({ payloads, fulfilled }) => {
    const { store } = opened();
    const sent = feedback();
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, place) =>
        store.createFeedback({ ...sent, payload: json(payloads[place % 2] ?? "{}") }),
      ),
    );
    const stored = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    expect(stored).toHaveLength(fulfilled);
    expect(new Set(stored.map(({ created_at }) => created_at)).size).toBe(1);
    expect(refused).toMatchObject(Array.from({ length: 8 - fulfilled }, () => ({ code: "conflict" })));
  });

  test("a ref that no index can hold is refused", async () => {
    await expect(
      opened().store.createFeedback(feedback({ core_ref: `core:///${PROJECT}/call/${"中".repeat(900)}` })),
    ).rejects.toMatchObject({ code: "invalid", errors: [{ path: "core_ref" }] });
  });
});

describe("query", () => {
  const project_id = "local/queried";
  const ref = (name: string) => `core:///${project_id}/call/${name}`;

  beforeAll(async () => {
    const records: Partial<NewFeedback>[] = [
      { id: idOf(1), core_ref: ref("one"), payload: json('{"score":2,"note":"Good 好"}') },
      { id: idOf(2), core_ref: ref("one"), payload: json('{"score":"high"}'), creator: "Ada" },
      {
        id: idOf(3),
        core_ref: ref("two"),
        payload: json('{"score":10,"tag":"\\u0000"}'),
        feedback_type: "core.note.1",
      },
    ];
    for (const record of records) await opened().store.createFeedback(feedback({ project_id, ...record }));
  });

  const contains = (name: string, text: string): Expression => ({
    $contains: { input: { $getField: name }, substr: literal(text), case_insensitive: true },
  });

  test.each<{ $expr?: Expression; sort?: [string, "asc" | "desc"]; limit?: number; offset?: number; ids: number[] }>([
    { ids: [3, 2, 1] },
    { limit: 1, ids: [3] },
    { offset: 1, limit: 1, ids: [2] },
    { sort: ["created_at", "asc"], ids: [1, 2, 3] },
    { sort: ["payload.score", "asc"], ids: [1, 3, 2] },
    { sort: ["creator", "desc"], ids: [2, 3, 1] },
    { $expr: eq("core_ref", ref("one")), ids: [2, 1] },
    { $expr: eq("feedback_type", "core.note.1"), ids: [3] },
    { $expr: { $gt: [{ $getField: "payload.score" }, literal(1)] }, ids: [3, 1] },
    { $expr: contains("payload", "GOOD 好"), ids: [1] },
    { $expr: contains("payload.note", "good"), ids: [1] },
    { $expr: eq("creator", null), ids: [3, 1] },
    { $expr: { $gt: [{ $getField: "created_at" }, literal("2020-01-01T00:00:00Z")] }, ids: [3, 2, 1] },
  ])("$expr $sort $limit $offset", async ({ $expr, sort, limit, offset, ids }) => {
    const found = await listFeedback({
      project_id,
      fields: ["id"],
      query: $expr && { $expr },
      sort_by: sort && [{ field: sort[0], direction: sort[1] }],
      limit,
      offset,
    });
    expect(found).toEqual(ids.map((id) => ({ id: idOf(id) })));
  });

  test.each([
    { query: { $expr: eq("score", 1) }, path: "query.$expr.$eq[0].$getField" },
    { sort_by: [{ field: "nonsense", direction: "asc" as const }], path: "sort_by[0].field" },
  ])("an unknown field is refused at $path", async ({ path, ...query }) => {
    await expect(listFeedback({ project_id, ...query })).rejects.toMatchObject({
      code: "invalid",
      errors: [{ path }],
    });
  });

  test("purge removes what its query selects, in its project only", async () => {
    const { store } = opened();
    const gone = await store.createFeedback(feedback({ feedback_type: "temporary" }));
    const kept = await store.createFeedback(feedback({ feedback_type: "temporary", project_id: "local/kept" }));
    const query = { $expr: eq("feedback_type", "temporary") };
    expect(await store.purgeFeedback(gone.project_id, query)).toBe(1);
    expect(await store.purgeFeedback(gone.project_id, query)).toBe(0);
    expect(await listFeedback({ project_id: kept.project_id, query })).toEqual([kept]);
  });
});
