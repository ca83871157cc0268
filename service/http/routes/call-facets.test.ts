import { expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/facets";

async function post(path: string, body: object) {
  const response = await service.post(path, { project_id, ...body });
  return { status: response.status, body: await response.json() };
}

const start = (id: string, fields: object = {}) =>
  service.post("/call/start", { start: { ...minimalStart, project_id, id, trace_id: "t", ...fields } });

test("calls are counted by the values of fields, the most frequent first", async () => {
  for (const [id, op_name] of [
    ["a", "plan"],
    ["b", "plan"],
    ["c", "answer"],
  ])
    await start(id ?? "", { op_name });
  const ended_at = "2026-11-20T09:00:00Z";
  await service.post("/call/end", { end: { project_id, id: "a", ended_at, exception: "no" } });
  const { body } = await post("/calls/facets", { fields: ["op_name", "status", "model", "op_name"] });
  expect(body.facets).toEqual([
    {
      field: "op_name",
      values: [
        { value: "plan", count: 2, errors: 1 },
        { value: "answer", count: 1, errors: 0 },
      ],
      has_more: false,
    },
    {
      field: "status",
      values: [
        { value: "running", count: 2, errors: 0 },
        { value: "error", count: 1, errors: 1 },
      ],
      has_more: false,
    },
    { field: "model", values: [{ count: 3, errors: 1 }], has_more: false },
  ]);
  const running = { query: { $expr: { $eq: [{ $getField: "overview.status" }, { $literal: "running" }] } } };
  const filtered = await post("/calls/facets", { fields: ["op_name"], filter: { op_names: ["plan"] }, ...running });
  expect(filtered.body.facets[0].values).toEqual([{ value: "plan", count: 1, errors: 0 }]);
  const slow = await post("/calls/facets", { fields: ["op_name"], filter: { op_names: ["answer"] }, slow_ms: 10 });
  expect(slow.body.facets[0].values).toEqual([{ value: "answer", count: 1, errors: 0, slow: 0 }]);
});

test("of many values the most frequent are returned, with a flag that there are more", async () => {
  const batch = Array.from({ length: 101 }, (_, index) => ({
    mode: "start",
    req: { start: { ...minimalStart, project_id: "acme/many", id: `m${index}`, op_name: `op-${index}` } },
  }));
  await service.post("/call/upsert_batch", { batch });
  const { body } = await post("/calls/facets", { project_id: "acme/many", fields: ["op_name"] });
  expect([body.facets[0].values.length, body.facets[0].has_more]).toEqual([100, true]);
});

test.each([
  ["no field", { fields: [] }, "fields", "must contain at least one field"],
  ["an unknown field", { fields: ["latency"] }, "fields[0]", expect.stringContaining("expected status")],
  ["too many fields", { fields: Array.from({ length: 33 }, () => "kind") }, "fields", "must contain at most 32 fields"],
  ["a typo", { fields: ["status"], filters: {} }, "filters", "is not a known field"],
])("%s is refused", async (_, body, path, message) => {
  const answer = await post("/calls/facets", body);
  expect([answer.status, answer.body.errors]).toEqual([422, expect.arrayContaining([{ path, message }])]);
});
