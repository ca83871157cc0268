import { describe, expect, test } from "vitest";
import { PROJECT, useLangfuse } from "./test-langfuse";

const langfuse = useLangfuse();

const create = (name: string, fields: object = {}) => langfuse.client.api.datasets.create({ name, ...fields });

describe("datasets of the TypeScript SDK", () => {
  test("have items in the order of their creation, with what was given", async () => {
    const made = await create("capitals", { description: "Capitals of countries", metadata: { source: "atlas" } });
    expect(made).toMatchObject({ name: "capitals", projectId: PROJECT });
    const { dataset } = langfuse.client;
    await dataset.createItem({ datasetName: "capitals", input: { country: "France" }, expectedOutput: "Paris" });
    await dataset.createItem({
      datasetName: "capitals",
      id: "it",
      input: { country: "Italy" },
      metadata: { hard: false },
    });
    const read = await dataset.get("capitals", { fetchItemsPageSize: 1 });
    expect(read).toMatchObject({ description: "Capitals of countries", metadata: { source: "atlas" } });
    expect(read.items).toMatchObject([
      { input: { country: "France" }, expectedOutput: "Paris", metadata: null, status: "ACTIVE" },
      {
        id: "it",
        input: { country: "Italy" },
        expectedOutput: null,
        metadata: { hard: false },
        datasetName: "capitals",
      },
    ]);
  });

  test("keep every item of many that are created at once", async () => {
    await create("many");
    const inputs = Array.from({ length: 20 }, (_, n) => n);
    await Promise.all(inputs.map((input) => langfuse.client.dataset.createItem({ datasetName: "many", input })));
    const { items } = await langfuse.client.dataset.get("many");
    expect(items.map(({ input }) => Number(input)).toSorted((a, b) => a - b)).toEqual(inputs);
  });

  test("an item with a known ID is changed where it is, and keeps what is not given", async () => {
    await create("changing");
    const { dataset } = langfuse.client;
    const datasetName = "changing";
    await dataset.createItem({ datasetName, id: "one", input: 1, expectedOutput: "a" });
    await dataset.createItem({ datasetName, id: "two", input: 2 });
    await dataset.createItem({ datasetName, id: "one", status: "ARCHIVED", expectedOutput: "b" });
    expect((await dataset.get(datasetName)).items).toMatchObject([
      { id: "one", input: 1, expectedOutput: "b", status: "ARCHIVED" },
      { id: "two", input: 2, status: "ACTIVE" },
    ]);
  });

  test("created again keep their items", async () => {
    await create("again", { description: "first" });
    await langfuse.client.dataset.createItem({ datasetName: "again", input: 1 });
    expect(await create("again", { metadata: { n: 1 } })).toMatchObject({ description: "first", metadata: { n: 1 } });
    expect((await langfuse.client.dataset.get("again")).items).toHaveLength(1);
  });
});

test("a dataset is an object of class Dataset whose rows are a table", async () => {
  await create("seen");
  await langfuse.ask("POST", "/api/public/dataset-items", { datasetName: "seen", id: "i", input: "q" });
  const filter = { base_object_classes: ["Dataset"], object_ids: ["seen"], latest_only: true };
  const [{ val }] = (await langfuse.native("/objs/query", { filter })).objs;
  const { rows } = await langfuse.native("/table/query", { digest: val.rows.split("/").at(-1) });
  expect(rows).toMatchObject([{ val: { id: "i", input: "q", expected_output: null } }]);
  const listed = await langfuse.client.api.datasets.list({ limit: 100 });
  expect(listed.data.filter(({ name }) => name === "seen")).toHaveLength(1);
});

test("rows of a dataset that was published otherwise are items with their digest as ID", async () => {
  const table = { project_id: PROJECT, rows: [{ question: "q" }, { input: "i", expected: "e" }] };
  const { digest, row_digests } = await (await langfuse.service.post("/table/create", { table })).json();
  const val = { rows: `core:///${PROJECT}/table/${digest}` };
  await langfuse.service.post("/obj/create", { obj: { project_id: PROJECT, object_id: "other", val } });
  expect((await langfuse.client.dataset.get("other")).items).toMatchObject([
    { id: row_digests[0], input: { question: "q" } },
    { id: row_digests[1], input: "i", expectedOutput: "e" },
  ]);
});

test.each([
  ["GET", "/api/public/v2/datasets/missing", undefined, 404],
  ["GET", "/api/public/v2/datasets/text", undefined, 409],
  ["GET", "/api/public/dataset-items?datasetName=missing", undefined, 404],
  ["GET", "/api/public/dataset-items?datasetName=missing&page=0", undefined, 422],
  ["GET", "/api/public/dataset-items?datasetName=text&version=2026-01-01T00:00:00Z", undefined, 501],
  ["GET", "/api/public/dataset-items/some", undefined, 501],
  ["GET", "/api/public/datasets/missing/runs", undefined, 501],
  ["POST", "/api/public/dataset-items", { datasetName: "missing", input: 1 }, 404],
  ["POST", "/api/public/dataset-items", { input: 1 }, 422],
  ["POST", "/api/public/v2/datasets", { name: "text" }, 409],
])("%s %s %j is answered with %i", async (method, path, body, status) => {
  await langfuse.service.post("/obj/create", { obj: { project_id: PROJECT, object_id: "text", val: "a text" } });
  expect(await langfuse.ask(method, path, body)).toMatchObject({ status });
});
