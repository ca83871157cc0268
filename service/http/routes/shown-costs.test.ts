import { expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/shown-costs";

async function callOf(id: string, usage?: object, fields: object = {}) {
  await service.post("/call/start", { start: { ...minimalStart, project_id, id, trace_id: "t", ...fields } });
  const summary = usage ? { usage } : {};
  await service.post("/call/end", { end: { project_id, id, ended_at: "2026-11-20T10:00:00Z", summary } });
}

async function overviews(query: object): Promise<Record<string, { total_cost?: object; unpriced?: number }>> {
  const body = { project_id, columns: ["id"], include_overview: true, ...query };
  const text = await (await service.post("/calls/stream_query", body)).text();
  const rows = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return Object.fromEntries(rows.map(({ id, overview }) => [id, overview]));
}

test("a list with costs has those of a root's whole trace, each token once, and of another call its own", async () => {
  await service.post("/cost/create", {
    project_id,
    costs: { "m-1": { prompt_token_cost: 0.1, completion_token_cost: 0.25, effective_date: "2020-01-01T00:00:00Z" } },
  });
  const tokens = { prompt_tokens: 3, completion_tokens: 2 };
  // Some clients repeat on the parent what its children used.
  await callOf("root", { "m-1": { prompt_tokens: 6, completion_tokens: 4 } });
  await callOf("one", { "m-1": tokens }, { parent_id: "root" });
  await callOf("two", { "m-1": tokens }, { parent_id: "root" });
  await callOf("dear", { unheard: tokens }, { parent_id: "root" });
  await callOf("free", undefined, { parent_id: "root" });
  const priced = await overviews({ include_costs: true });
  expect(priced.root).toMatchObject({ total_cost: { USD: 1.6 }, unpriced: 1 });
  expect(priced.one).toMatchObject({ total_cost: { USD: 0.8 }, unpriced: 0 });
  expect(priced.dear).toMatchObject({ total_cost: {}, unpriced: 1 });
  expect(priced.free).not.toHaveProperty("total_cost");
  expect((await overviews({})).root).not.toHaveProperty("total_cost");
});

test("calls are found by the model that a list shows of them", async () => {
  const used = { prompt_tokens: 1, completion_tokens: 1 };
  await callOf("agent", undefined, { trace_id: "u", op_name: "of-model" });
  for (const [id, model] of [
    ["u1", "often"],
    ["u2", "often"],
    ["u3", "seldom"],
  ])
    await callOf(id ?? "", { [model ?? ""]: used }, { trace_id: "u", parent_id: "agent", op_name: "of-model" });
  const isModel = { $eq: [{ $getField: "overview.model" }, { $literal: "often" }] };
  const found = await overviews({ query: { $expr: isModel }, filter: { op_names: ["of-model"] } });
  expect(Object.keys(found).toSorted()).toEqual(["agent", "u1", "u2"]);
  expect(found.agent).toMatchObject({ model: "often" });
});

test("a list is sorted by the costs it shows, and contains only the newest calls on request", async () => {
  const sorted = async (query: object) =>
    Object.keys(await overviews({ sort_by: [{ field: "overview.total_cost", direction: "desc" }], ...query }));
  const root = { filter: { call_ids: ["root", "one", "dear", "free"] } };
  expect((await sorted(root)).slice(0, 2)).toEqual(["root", "one"]);
  expect((await sorted({ ...root, include_costs: true, limit: 1, after_id: "root" }))[0]).toBe("one");
  expect(await sorted({ ...root, newest: 1 })).toHaveLength(1);
  const refused = await service.post("/calls/stream_query", { project_id, newest: -1 });
  expect(refused.status).toBe(422);
});

test("a row with extras has the same costs as one with costs, no summary, and the feedback on its call", async () => {
  const give = async (id: string, note: string) =>
    service.post("/feedback/create", {
      project_id,
      core_ref: `core:///${project_id}/call/${id}`,
      feedback_type: "core.note.1",
      payload: { note },
    });
  await give("root", "first");
  await give("root", "second");
  await give("one", "other");
  const ids = ["root", "one", "dear", "free"];
  const rowsWith = async (query: object) => {
    const body = {
      project_id,
      columns: ["id", "op_name"],
      include_overview: true,
      filter: { call_ids: ids },
      ...query,
    };
    const text = await (await service.post("/calls/stream_query", body)).text();
    return new Map(
      text
        .trim()
        .split("\n")
        .map((line) => [JSON.parse(line).id, JSON.parse(line)]),
    );
  };
  const [extra, priced, plain] = [
    await rowsWith({ include_extras: true }),
    await rowsWith({ include_costs: true }),
    await rowsWith({}),
  ];
  for (const id of ids) {
    expect(extra.get(id).overview).toEqual(priced.get(id).overview);
    expect(extra.get(id)).toEqual({ ...plain.get(id), overview: expect.anything(), feedback: expect.any(Array) });
  }
  expect(extra.get("root").overview.total_cost).toEqual({ USD: 1.6 });
  const note = (text: string) => ({ feedback_type: "core.note.1", payload: { note: text } });
  expect(extra.get("root").feedback).toEqual([note("first"), note("second")]);
  expect(extra.get("one").feedback).toEqual([note("other")]);
  expect(extra.get("free").feedback).toEqual([]);
});

test.each([
  { columns: ["id"], limit: 10 },
  { columns: ["id", "inputs"], limit: 10 },
  { columns: ["id"], limit: undefined },
])("many lists of one key with extras do not wait for each other: $columns, limit $limit", async (query) => {
  await callOf("at-once", { "m-1": { prompt_tokens: 1 } }, { trace_id: "at-once" });
  const body = {
    project_id,
    filter: { call_ids: ["at-once"] },
    include_overview: true,
    include_extras: true,
    ...query,
  };
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => (await service.post("/calls/stream_query", body)).text()),
  );
  for (const answer of answers) expect(JSON.parse(answer)).toMatchObject({ id: "at-once", feedback: [] });
});
