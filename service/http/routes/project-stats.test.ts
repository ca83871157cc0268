import { beforeAll, expect, test } from "vitest";
import { PROJECTS_COUNTED } from "@/lib/contract/limits";
import { callRef } from "@/lib/contract/refs";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { useService } from "./test-service";

const service = useService();
const range = { start: "2026-03-28T00:00:00Z", end: "2026-03-30T00:00:00Z" };

function call(project_id: string, id: string, started_at: string, ms: number, fields: Partial<CallWrite> = {}) {
  const start = new Date(started_at);
  const ended_at = new Date(start.getTime() + ms).toISOString();
  return {
    project_id,
    id,
    trace_id: id,
    rank: RANK.end,
    op_name: "ask",
    started_at: start.toISOString(),
    ended_at,
    ...fields,
  };
}

const llm = (model: string, prompt_tokens: number, completion_tokens: number): Partial<CallWrite> => ({
  model,
  kind: "llm",
  usage: { prompt_tokens, completion_tokens },
});

const ask = (body: object) => service.post("/projects/query_stats", body);

beforeAll(async () => {
  const inTrace = (trace_id: string) => ({ trace_id, parent_id: trace_id });
  await service.store.writeCalls([
    call("acme/mixed", "first", range.start, 100),
    call("acme/mixed", "answer", "2026-03-28T00:00:01Z", 50, { ...llm("priced", 100, 10), ...inTrace("first") }),
    // A trace whose call failed, which did not fail itself.
    call("acme/mixed", "tool", "2026-03-28T00:00:02Z", 9000, { exception: "boom", ...inTrace("first") }),
    call("acme/mixed", "failed", "2026-03-29T12:00:00Z", 300, { exception: "boom" }),
    { ...call("acme/mixed", "running", "2026-03-29T13:00:00Z", 0), ended_at: undefined },
    call("acme/mixed", "free", "2026-03-29T14:00:00Z", 200, llm("without-price", 7, 3)),
    call("acme/mixed", "before", "2026-03-27T23:59:59.999Z", 70_000, { exception: "boom" }),
    call("acme/mixed", "after", range.end, 70_000, llm("priced", 1000, 1000)),
    call("acme/one", "only", "2026-03-29T00:00:00Z", 42),
  ]);
  const effective_date = "2026-01-01T00:00:00Z";
  const costs = { priced: { prompt_token_cost: 0.1, completion_token_cost: 0.2, effective_date } };
  await service.post("/cost/create", { project_id: "acme/mixed", costs });
});

test("traces, failures, p95 and cost of each project within the range, in the order of the request", async () => {
  const none = { traces: 0, failed_traces: 0, failing_traces: 0, total_cost: {}, unpriced: 0, feedback: { count: 0 } };
  const response = await ask({ project_ids: ["acme/one", "acme/none", "acme/mixed"], ...range });
  expect(await response.json()).toEqual({
    projects: [
      { ...none, project_id: "acme/one", traces: 1, latency_p95_ms: 42 },
      { ...none, project_id: "acme/none" },
      {
        project_id: "acme/mixed",
        traces: 4,
        failed_traces: 1,
        // With the one whose call failed.
        failing_traces: 2,
        // Of 100, 200 and 300, the least that 95 % do not exceed.
        latency_p95_ms: 300,
        total_cost: { USD: 100 * 0.1 + 10 * 0.2 },
        unpriced: 1,
        feedback: { count: 0 },
      },
    ],
  });
});

test("feedback is counted when it was given, whenever its call started", async () => {
  const project_id = "acme/scored";
  await service.store.writeCalls([
    call(project_id, "old", "2026-03-01T00:00:00Z", 100),
    call(project_id, "new", "2026-03-29T00:00:00Z", 100),
  ]);
  const give = async (id: string, feedback_type: string, payload: object) => {
    const given = { project_id, core_ref: callRef(project_id, id), feedback_type, payload };
    return (await (await service.post("/feedback/create", given)).json()).created_at;
  };
  const start = await give("old", "score", { value: 0.25 });
  await give("new", "score", { value: 1 });
  await give("new", "tone", { value: "rude" });
  const last = await give("old", "core.reaction.1", { emoji: "👎" });
  const end = new Date(Date.parse(last) + 1).toISOString();
  expect(await (await ask({ project_ids: [project_id], start, end })).json()).toMatchObject({
    projects: [{ traces: 0, feedback: { count: 4 } }],
  });
  expect(await (await ask({ project_ids: [project_id], ...range })).json()).toMatchObject({
    projects: [{ traces: 1, feedback: { count: 0 } }],
  });
});

test("an open range ends now", async () => {
  const response = await ask({ project_ids: ["acme/mixed"], start: range.end });
  expect(await response.json()).toMatchObject({ projects: [{ traces: 1, total_cost: { USD: 300 } }] });
});

test.each([
  ["no project", { project_ids: [], ...range }, "project_ids", "must not be empty"],
  [
    "too many projects",
    { project_ids: Array.from({ length: PROJECTS_COUNTED + 1 }, (_, at) => `acme/${at}`), ...range },
    "project_ids",
    `must have at most ${PROJECTS_COUNTED} items`,
  ],
  ["a bad name", { project_ids: ["a/b/c"], ...range }, "project_ids[0]", "must have the form <entity>/<project>"],
  ["no start", { project_ids: ["acme/one"] }, "start", "is required"],
  [
    "an empty range",
    { project_ids: ["acme/one"], start: range.end, end: range.start },
    "end",
    "must be later than start",
  ],
])("refused: %s", async (_, body, path, message) => {
  const response = await ask(body);
  expect(response.status).toBe(422);
  expect((await response.json()).errors).toEqual([{ path, message }]);
});
