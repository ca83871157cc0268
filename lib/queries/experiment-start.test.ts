import { expect, it, test } from "vitest";
import { NEW_EXPERIMENT } from "@/lib/experiment/new-experiment";
import { experimentStart } from "./experiment-start";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const PROJECT = "local/demo";
const JOB = "019a9e6e-7b5a-7000-8000-000000000001";
const AT = "2026-11-20T08:00:00.000000Z";
const DATASET = `core:///${PROJECT}/object/questions:v1`;
const UNNAMED = { prompt: null, version: null, table: null, dataset: null, rows: null, again: null, draft: null };

const jobWith = (test_table_ref?: string) => ({
  id: JOB,
  project_id: PROJECT,
  model_id: JOB,
  model_name: "support",
  base_model: "base",
  status: "succeeded",
  created_at: AT,
  created_by: "ann",
  groups: 1,
  trajectories: 2,
  flat_groups: 0,
  body_bytes: 10,
  trained_model: "support:30",
  test_table_ref,
});
const version = {
  project_id: PROJECT,
  object_id: "questions",
  created_at: AT,
  digest: "v1",
  version_index: 0,
  is_latest: 1,
  kind: "object",
  val: { rows: `weave:///${PROJECT}/table/t1` },
};

/** What the form begins with for a job with a test table; `dataset` is what the service answers for its version. */
async function startWith(
  testTable: string | undefined,
  more = {},
  dataset: string | Response = JSON.stringify({ obj: version }),
) {
  const { client } = testClient(({ path }) => (path === "/obj/read" ? dataset : JSON.stringify(jobWith(testTable))));
  return createQueryClient().fetchQuery(experimentStart(PROJECT, { ...UNNAMED, job: JOB, ...more }, client));
}

const MODELS = { ...NEW_EXPERIMENT, job: JOB, model: "base", others: '["support:30"]' };

it.each([
  ["a dataset", DATASET, { table: "t1", dataset: DATASET }],
  ["a table without a name", `core:///${PROJECT}/table/t2`, { table: "t2", dataset: "" }],
  ["none", undefined, {}],
])("begins with the test table of a job: %s", async (_what, testTable, expected) => {
  expect(await startWith(testTable)).toEqual({ ...MODELS, ...expected });
});

test("a table in the address comes before that of the job", async () => {
  expect(await startWith(DATASET, { table: "t3" })).toEqual({ ...MODELS, table: "t3" });
});

test("a test table that was deleted leaves the form without one; another failure is shown", async () => {
  const refusal = (code: string, status: number) =>
    Response.json({ code, message: "No such version", request_id: "r-1" }, { status });
  expect(await startWith(DATASET, {}, refusal("not_found", 404))).toEqual(MODELS);
  await expect(startWith(DATASET, {}, refusal("forbidden", 403))).rejects.toMatchObject({ code: "forbidden" });
});
