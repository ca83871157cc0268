import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { asFeedback, fullFeedback } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/support";
const query = async (more: object = {}) => (await service.post("/feedback/query", { project_id, ...more })).json();
const equals = (field: string, value: unknown) => ({
  query: { $expr: { $eq: [{ $getField: field }, { $literal: value }] } },
});

describe("/feedback/create", () => {
  test("a full record is returned and stored, with the key's owner", async () => {
    const response = await service.post("/feedback/create", fullFeedback);
    expect(response.status).toBe(200);
    const created = await response.json();
    expect(created).toEqual({
      id: fullFeedback.id,
      created_at: expect.stringMatching(/\.\d{6}Z$/),
      ext_user_id: "admin",
      payload: fullFeedback.payload,
    });
    const { result } = await query(equals("id", fullFeedback.id));
    expect(result).toEqual([{ ...fullFeedback, created_at: created.created_at, ext_user_id: "admin" }]);
  });

  test("the server generates a time-ordered ID by default", async () => {
    const { id } = await (await service.post("/feedback/create", asFeedback({}))).json();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test("the payload keeps every character", async () => {
    const exact = '{"n": 12345678901234567890, "one": 1.0, "nul": "\\u0000"}';
    const response = await service.post("/feedback/create", asFeedback({ payload: new JsonText(exact) }));
    const text = await response.text();
    expect(text).toContain(`"payload":${exact}`);
    const stored = await service.post("/feedback/query", { project_id, ...equals("id", JSON.parse(text).id) });
    expect(await stored.text()).toContain(`"payload":${exact}`);
  });

  test("repeating an ID returns the same record, or 409 if the content differs, also for concurrent requests", async () => {
    const first = { ...fullFeedback, id: "01a1f81d-80ae-722a-8b6d-d47017ea0960" };
    const answers = await Promise.all([1, 2, 3].map(() => service.post("/feedback/create", first)));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect([new Set(bodies).size, answers.map(({ status }) => status)]).toEqual([1, [200, 200, 200]]);
    const other = await service.post("/feedback/create", { ...first, payload: { verdict: "bad" } });
    expect([other.status, (await other.json()).code]).toEqual([409, "conflict"]);
  });

  test("every invalid path is listed", async () => {
    const response = await service.post("/feedback/create", asFeedback({ core_ref: "c1", id: "1", ext_user_id: "me" }));
    const { code, errors, request_id } = await response.json();
    expect([response.status, code]).toEqual([422, "invalid"]);
    expect(errors.map(({ path }: { path: string }) => path).toSorted()).toEqual(["core_ref", "ext_user_id", "id"]);
    expect(request_id).toBe(response.headers.get("x-request-id"));
  });
});

describe("/feedback/query and /feedback/purge", () => {
  test("a query picks fields and rows, a purge removes what its query selects", async () => {
    for (const [feedback_type, emoji] of [
      ["core.reaction.1", "👍"],
      ["core.reaction.1", "👎"],
    ])
      await service.post("/feedback/create", asFeedback({ feedback_type, payload: { emoji } }));
    const thumbs = { ...equals("payload.emoji", "👎"), fields: ["feedback_type", "payload"] };
    expect((await query(thumbs)).result).toEqual([{ feedback_type: "core.reaction.1", payload: { emoji: "👎" } }]);
    const purge = await service.post("/feedback/purge", { project_id, ...equals("payload.emoji", "👎") });
    expect(await purge.json()).toEqual({ purged: 1 });
    expect((await query(thumbs)).result).toEqual([]);
    expect((await query(equals("payload.emoji", "👍"))).result).toHaveLength(1);
  });

  test("a purge without a query is refused", async () => {
    const response = await service.post("/feedback/purge", { project_id });
    expect([response.status, (await response.json()).errors]).toEqual([
      422,
      [{ path: "query", message: "is required" }],
    ]);
  });

  test("another project's feedback is not found", async () => {
    expect((await query({ project_id: "acme/other" })).result).toEqual([]);
    const purge = await service.post("/feedback/purge", {
      project_id: "acme/other",
      ...equals("feedback_type", "custom"),
    });
    expect(await purge.json()).toEqual({ purged: 0 });
  });
});

describe("/feedback/compare", () => {
  const sides = { first: { feedback_type: "tone" }, second: { feedback_type: "rating" } };
  const compare = (more: object = {}) =>
    service.post("/feedback/compare", { project_id: "acme/compared", ...sides, ...more });

  test("compares the values of the same calls, of the selected records", async () => {
    for (const [call, feedback_type, value] of [
      ["c1", "tone", "kind"],
      ["c1", "rating", 5],
      ["c2", "tone", "rude"],
      ["c3", "rating", 1],
    ] as const) {
      const about = { project_id: "acme/compared", core_ref: `core:///acme/compared/call/${call}` };
      await service.post("/feedback/create", { ...about, feedback_type, payload: { value } });
    }
    const { count, first, second, cells } = await (await compare()).json();
    expect([count, first.alone, second.alone, cells]).toEqual([1, 1, 1, [{ first: "kind", second: "5", count: 1 }]]);
    expect(first.values).toEqual([{ value: "kind", count: 1, same: 0, numbers: 1, mean: 5 }]);
    const none = { count: 0, same: 0, cells: [], numbers: { count: 0, points: [] } };
    expect(await (await compare(equals("feedback_type", "tone"))).json()).toMatchObject(none);
    expect(await (await compare({ end: "2020-01-01T00:00:00Z" })).json()).toMatchObject(none);
  });

  test.each([
    [{ second: { feedback_type: "tone" } }, "second"],
    [{ first: { feedback_type: "" } }, "first.feedback_type"],
    [{ start: "2026-01-02T00:00:00Z", end: "2026-01-01T00:00:00Z" }, "end"],
    [{ limit: 1 }, "limit"],
  ])("refuses %j", async (more, path) => {
    const response = await compare(more);
    const { errors } = await response.json();
    expect([response.status, errors[0].path]).toEqual([422, path]);
  });
});

describe("/feedback/query_stats", () => {
  // Records have the time of the database, not of the service's clock.
  const WIDE = { start: "2020-01-01T00:00:00Z", end: "2030-01-01T00:00:00Z" };
  const stats = async (more: object = {}) =>
    (await service.post("/feedback/query_stats", { project_id: "acme/stats", ...more })).json();
  const give = async (feedback_type: string, payload: object) => {
    const record = { project_id: "acme/stats", core_ref: "core:///acme/stats/call/c1", feedback_type, payload };
    expect((await service.post("/feedback/create", record)).status).toBe(200);
  };

  test("counts records, and values over a range of time", async () => {
    expect(await stats()).toEqual({ count: 0 });
    await give("core.reaction.1", { emoji: "👍" });
    await give("core.reaction.1", { emoji: "👍" });
    await give("core.note.1", { note: "Too slow" });
    await give("rating", { score: 0.5 });
    await give("rating", { score: 0.5 });
    await give("rating", { score: { nested: 1 } });
    const { count, first, latest } = await stats();
    expect([count, first < latest]).toEqual([6, true]);
    const { stats: said, buckets, granularity } = await stats(WIDE);
    expect([granularity, buckets.length]).toEqual([604_800, 523]);
    const bucket = buckets.findLastIndex(({ start }: { start: string }) => start <= first);
    expect(said).toEqual([
      { bucket, feedback_type: "core.note.1", count: 1, numbers: 0, sum: 0 },
      { bucket, feedback_type: "core.reaction.1", value: "👍", count: 2, numbers: 0, sum: 0 },
      { bucket, feedback_type: "rating", value: "0.5", count: 2, numbers: 2, sum: 1, min: 0.5, max: 0.5 },
      { bucket, feedback_type: "rating", count: 1, numbers: 0, sum: 0 },
    ]);
  });

  test("values beyond the most frequent are counted together", async () => {
    for (let value = 0; value < 60; value += 1) await give("many", { value: `v${value}` });
    const { stats: said } = await stats({ ...equals("feedback_type", "many"), ...WIDE });
    const counts = said.map(({ value, count }: { value?: string; count: number }) => [value !== undefined, count]);
    expect(counts.filter(([isApart]: [boolean]) => isApart)).toHaveLength(50);
    expect(counts.filter(([isApart]: [boolean]) => !isApart)).toEqual([[false, 10]]);
  });

  test.each([
    [{ start: "2026-01-02T00:00:00Z", end: "2026-01-01T00:00:00Z" }, "end"],
    [{ start: "2020-01-01T00:00:00Z", granularity: 60 }, "granularity"],
    [{ timezone: "Mars/Olympus" }, "timezone"],
    [{ limit: 1 }, "limit"],
  ])("refuses %j", async (more, path) => {
    const response = await service.post("/feedback/query_stats", { project_id: "acme/stats", ...more });
    const { errors } = await response.json();
    expect([response.status, errors[0].path]).toEqual([422, path]);
  });
});
