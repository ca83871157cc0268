import { beforeEach, describe, expect, test } from "vitest";
import { minimalExperiment } from "@/lib/contract/test-examples";
import { versionRef } from "@/lib/contract/refs";
import type { ScorerDefinition } from "@/lib/contract/scorers";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { unique } from "@/service/store/testing/test-store";
import { answerJson, startUpstream } from "@/service/inference/test-upstream";
import { openInference } from "@/service/inference/gateway";
import { postOf, useService } from "./test-service";

const service = useService();
let project_id = "";
let table_digest = "";
let row_digests: string[] = [];

async function post(path: string, body: object, status = 200) {
  const response = await service.post(path, { project_id, ...body });
  const text = await response.text();
  expect([path, response.status, text]).toEqual([path, status, text]);
  return JSON.parse(text);
}

async function publish(object_id: string, val: unknown): Promise<string> {
  const { digest } = await post("/obj/create", { obj: { project_id, object_id, val } });
  return versionRef(project_id, { kind: "object", name: object_id, digest });
}

const create = async (fields: object = {}) =>
  (await post("/experiments/create", { ...minimalExperiment, table_digest, ...fields })).experiment;

async function errorsOf(fields: object): Promise<string[]> {
  const answer = await post("/experiments/create", { ...minimalExperiment, table_digest, ...fields }, 422);
  return answer.errors.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`);
}

beforeEach(async () => {
  project_id = unique("acme/experiments");
  const rows = ["Ada", "Grace", "Alan", "Ada"].map((name) => ({ name }));
  const stored = await post("/table/create", { table: { project_id, rows } });
  table_digest = stored.digest;
  row_digests = stored.row_digests;
});

describe("an experiment", () => {
  test.each<[string, () => object, number]>([
    ["has every row of its table, copies included", () => ({}), 4],
    ["has each row once for each repetition", () => ({ repetitions: 3 }), 12],
    ["has only a sample", () => ({ sample: 2 }), 2],
    ["has all rows if the sample has more", () => ({ sample: 9 }), 4],
    ["has chosen rows", () => ({ row_digests: row_digests.slice(1, 3) }), 2],
    ["has a sample of chosen rows", () => ({ row_digests: row_digests.slice(1, 3), sample: 1 }), 1],
  ])("%s", async (_what, fields, waiting) => {
    const made = await create(fields());
    expect(made).toMatchObject({ status: "queued", rows: { waiting, sent: 0, answered: 0, failed: 0 }, cost_usd: 0 });
    expect(await post("/experiments/read", { id: made.id })).toEqual({ experiment: made });
  });

  test("is created once, whatever is sent with its id again", async () => {
    const id = "0193a1b2-0000-7000-8000-000000000001";
    const made = await create({ id });
    expect(await create({ id, name: "other", table_digest: "none" })).toEqual(made);
    expect((await post("/experiments/query", {})).experiments).toEqual([made]);
  });

  test("is listed newest first, by pages and by id", async () => {
    const ids: string[] = [];
    for (const name of ["first", "second", "third"]) ids.unshift((await create({ name })).id);
    const list = async (query: object) =>
      (await post("/experiments/query", query)).experiments.map(({ id }: { id: string }) => id);
    expect(await list({})).toEqual(ids);
    expect(await list({ limit: 1, offset: 1 })).toEqual([ids[1]]);
    expect(await list({ ids: [ids[2]] })).toEqual([ids[2]]);
  });

  test("keeps its definition as it was sent", async () => {
    const request = { ...minimalExperiment.request, temperature: 0.5 };
    const { definition } = await create({ request, budget_usd: 2, variables: { name: "name" }, parallel: 8 });
    expect(definition).toEqual({
      ...minimalExperiment,
      request,
      table_digest,
      budget_usd: 2,
      variables: { name: "name" },
      parallel: 8,
    });
  });
});

describe("a model that no model server has", () => {
  const judge: ScorerDefinition = {
    type: "judge",
    model: "judge-0",
    messages: [{ role: "user", content: "{{output}}" }],
    score: { type: "boolean" },
  };

  test.each<[string, readonly string[], readonly string[]]>([
    ["of the request and of a judge", ["other"], ["request.model", "scorer_refs[0]"]],
    ["of the request", ["judge-0"], ["request.model"]],
    ["of a judge", ["fake"], ["scorer_refs[0]"]],
    ["of neither", ["fake", "judge-0"], []],
  ])("%s is refused, and nothing is made", async (_what, models, paths) => {
    const upstream = await startUpstream(answerJson(), { models: [...models] });
    const inference = openInference({ upstreams: [upstream.config] });
    try {
      const scorer_refs = [await publish("judge", JSON.parse(writeScorer({ name: "judge", definition: judge }).text))];
      const body = { project_id, ...minimalExperiment, table_digest, scorer_refs };
      const response = await service.app({ inference }).request("/experiments/create", postOf(body));
      const { errors = [] } = await response.json();
      expect(errors).toEqual(paths.map((path) => ({ path, message: expect.stringContaining("there is no model") })));
      const { experiments } = await post("/experiments/query", {});
      expect(experiments).toHaveLength(paths.length > 0 ? 0 : 1);
    } finally {
      await inference.close();
    }
  });
});

describe("is refused with the field", () => {
  const message = { role: "user", content: "?" };
  test.each<[string, () => object, string]>([
    ["no such table", () => ({ table_digest: "none" }), "table_digest: there is no table none"],
    ["another row", () => ({ row_digests: [row_digests[0], "x"] }), "row_digests[1]: is not a row of the table"],
    ["no model", () => ({ request: { messages: [message] } }), "request.model: is required"],
    ["no messages", () => ({ request: { model: "m", messages: [] } }), "request.messages: must not be empty"],
    ["an unknown role", () => ({ request: { model: "m", messages: [{ role: 1 }] } }), "request.messages[0].role: "],
    [
      "streaming",
      () => ({ request: { model: "m", messages: [message], stream: true } }),
      "request.stream: must not be true",
    ],
    [
      "several answers",
      () => ({ request: { model: "m", messages: [message], n: 2 } }),
      "request.n: must not be above 1",
    ],
    ["a budget of nothing", () => ({ budget_usd: 0 }), "budget_usd: must be above 0"],
    [
      "a prompt elsewhere",
      () => ({ prompt_ref: "core:///acme/other/object/p:v0" }),
      "prompt_ref: must be the ref of a version of an object in this project",
    ],
    [
      "a dataset with other rows",
      () => ({ dataset_ref: `core:///${project_id}/object/none:v0` }),
      "dataset_ref: must be the ref of a version",
    ],
  ])("%s", async (_what, fields, error) => {
    expect(await errorsOf(fields())).toEqual([expect.stringContaining(error)]);
  });

  test("that names a dataset without the table, or something that is no scorer", async () => {
    const dataset_ref = await publish("dataset", { rows: `core:///${project_id}/table/other` });
    const scorer = await publish(
      "exact",
      JSON.parse(writeScorer({ name: "exact", definition: { type: "exact" } }).text),
    );
    expect(await errorsOf({ dataset_ref, scorer_refs: [scorer, dataset_ref] })).toEqual([
      "dataset_ref: must be a version of a dataset with this table",
      "scorer_refs[1]: must be a version of a scorer that Loupe can run",
    ]);
    expect(await errorsOf({ scorer_refs: [scorer, scorer] })).toEqual([
      "scorer_refs[1]: has the same name as another scorer, exact",
    ]);
  });

  test("whose variables or expected answers no row has", async () => {
    const scorer = async (name: string, definition: ScorerDefinition) =>
      publish(name, JSON.parse(writeScorer({ name, definition }).text));
    const judge = await scorer("judge", {
      type: "judge",
      model: "m",
      messages: [
        { role: "user", content: "Is {{output}} about {{name}}, {{topic}} or {{expected}}?" },
        { role: "user", content: "An example: {{anything}}", is_example: true },
      ],
      score: { type: "boolean" },
    });
    const exact = await scorer("exact", { type: "exact" });
    const request = { model: "m", messages: [{ role: "user", content: "{{name}} {{q}} {{other}}" }] };
    expect(await errorsOf({ request, variables: { other: "none" }, scorer_refs: [judge, exact] })).toEqual([
      "expected: is required: judge compares with an expected answer",
      "request.messages: no row has a value for {{q}}",
      "request.messages: no row has a value for {{other}}",
      "scorer_refs[0]: no row has a value for {{topic}}",
    ]);
    expect(await errorsOf({ expected: "answer", scorer_refs: [exact] })).toEqual([
      "expected: no row has a value in this column",
    ]);
    // One row is enough: the others fail one by one.
    const rows = [{ name: "Ada" }, { name: "Alan", topic: null }, { name: "Grace", topic: "x", answer: "y", q: 1 }];
    const { digest } = await post("/table/create", { table: { project_id, rows } });
    await create({ table_digest: digest, expected: "answer", scorer_refs: [judge, exact] });
  });

  test("whose table has no rows", async () => {
    const { digest } = await post("/table/create", { table: { project_id, rows: [] } });
    expect(await errorsOf({ table_digest: digest })).toEqual(["table_digest: has no rows"]);
  });
});

describe("an experiment that is changed", () => {
  test("pauses, resumes and ends, and stays what it is when asked again", async () => {
    const { id } = await create();
    for (const [action, status] of [
      ["pause", "paused"],
      ["pause", "paused"],
      ["resume", "queued"],
      ["resume", "queued"],
      ["retry_failed", "queued"],
      ["cancel", "cancelled"],
      ["cancel", "cancelled"],
    ])
      expect((await post("/experiments/update", { id, action })).experiment).toMatchObject({ status });
    for (const action of ["pause", "resume", "retry_failed"])
      expect(await post("/experiments/update", { id, action }, 409)).toMatchObject({ code: "conflict" });
  });

  test("has another budget, or none", async () => {
    const { id } = await create({ budget_usd: 1 });
    const budget = async (change: object) =>
      (await post("/experiments/update", { id, ...change })).experiment.definition.budget_usd;
    expect([await budget({}), await budget({ budget_usd: 2.5 }), await budget({ budget_usd: null })]).toEqual([
      1,
      2.5,
      undefined,
    ]);
  });

  test("is not found in another project", async () => {
    const { id } = await create();
    for (const path of ["/experiments/read", "/experiments/update"])
      expect(await post(path, { id, project_id: "acme/other" }, 404)).toMatchObject({ code: "not_found" });
  });
});
