import { describe, expect, it } from "vitest";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";
import { trainedHere, trainedModelsList, trainingJobsList, trainingJobsOfCall } from "./training";

const PROJECT = "local/demo";
const AT = "2026-11-20T08:00:00.000000Z";
const uuid = (n: number) => `019a9e6e-7b5a-7000-8000-${String(n).padStart(12, "0")}`;
const job = (n: number, more: object = {}) => ({
  id: uuid(n),
  project_id: PROJECT,
  model_id: uuid(900),
  model_name: "support",
  base_model: "base",
  status: "succeeded",
  created_at: AT,
  created_by: "ann",
  groups: 1,
  trajectories: 2,
  flat_groups: 0,
  body_bytes: 10,
  ...more,
});
const model = (n: number) => ({
  id: uuid(n),
  entity: "local",
  project: "demo",
  project_id: PROJECT,
  name: `m${n}`,
  base_model: "base",
  run_id: null,
  created_at: AT,
  created_by: "ann",
});
const page = (data: readonly object[], has_more = false) => JSON.stringify({ data, has_more });

describe("trainingJobsList", () => {
  it("sends the view's conditions, and continues after the last job", async () => {
    const { client, asked } = testClient(({ path }) =>
      path.includes("after=") ? page([job(1)]) : page([job(3), job(2)], true),
    );
    const view = { status: "failed" as const, model: uuid(900), call: "a/b" };
    const list = trainingJobsList({ projectId: PROJECT, view }, client);
    const data = await createQueryClient().fetchInfiniteQuery({ ...list, pages: 5 });
    expect(data.pages.flatMap((each) => each.data.map(({ id }) => id))).toEqual([uuid(3), uuid(2), uuid(1)]);
    const [first, second] = asked.map(({ path }) => Object.fromEntries(new URL(path, "http://s").searchParams));
    expect(first).toMatchObject({ project_id: PROJECT, status: "failed", model_id: uuid(900), call_id: "a/b" });
    expect(second).toMatchObject({ after: uuid(2) });
  });
});

describe("trainedModelsList", () => {
  it("reads all pages", async () => {
    const { client } = testClient(({ path }) =>
      path.includes("after=") ? page([model(1)]) : page([model(3), model(2)], true),
    );
    const models = await createQueryClient().fetchQuery(trainedModelsList(PROJECT, client));
    expect(models.map(({ name }) => name)).toEqual(["m3", "m2", "m1"]);
  });
});

describe("trainedHere", () => {
  it("names the newest job that made what is served under an id", async () => {
    const checkpoint = (step: number, of: number, served?: string) => ({
      id: uuid(500 + step),
      step,
      metrics: {},
      job_id: uuid(of),
      created_at: AT,
      model: served,
      is_served: served !== undefined,
    });
    const { client } = testClient(({ path }) => {
      if (path.includes("/checkpoints"))
        return page([checkpoint(20, 2, "m:20"), checkpoint(10, 1, "m:10"), checkpoint(5, 1)]);
      if (path.includes("/models")) return page([model(900)]);
      return page([job(2, { trained_model: "m" }), job(1, { trained_model: "m" })]);
    });
    const made = await createQueryClient().fetchQuery(trainedHere(PROJECT, client));
    expect(Object.fromEntries(made)).toEqual({ m: uuid(2), "m:20": uuid(2), "m:10": uuid(1) });
  });
});

describe("a service of the bare interface", () => {
  it.each([404, 405])("has no jobs (%i)", async (status) => {
    const { client } = testClient(() => status);
    const cache = createQueryClient();
    expect(await cache.fetchQuery(trainingJobsOfCall({ projectId: PROJECT, callId: "c" }, client))).toEqual({
      data: [],
      has_more: false,
    });
    expect((await cache.fetchQuery(trainedHere(PROJECT, client))).size).toBe(0);
  });

  it("is distinguished from one that fails", async () => {
    const { client } = testClient(() => 500);
    const asked = createQueryClient().fetchQuery(trainingJobsOfCall({ projectId: PROJECT, callId: "c" }, client));
    await expect(asked).rejects.toMatchObject({ status: 500 });
  });
});
