import { describe, expect, test } from "vitest";

import { JsonText } from "@/lib/json/text";

import { createQueryClient } from "./query-client";
import { callRowsOf, storeDataset } from "./store-dataset";
import { testClient } from "./test-client";

const noSignal = () => new AbortController().signal;

describe("storeDataset", () => {
  async function* parts(...rows: string[][]) {
    for (const part of rows) yield part.map((text) => new JsonText(text));
  }
  const store = (rows: AsyncIterable<JsonText[]>, base?: string, signal = noSignal()) => {
    let tables = 0;
    const { client, asked } = testClient(({ path }) =>
      path === "/obj/create"
        ? '{"digest":"o","object_id":"ds","version_index":3}'
        : `{"digest":"t${(tables += 1)}","row_digests":[],"updated_row_digests":[]}`,
    );
    const dataset = { projectId: "a/b", name: "ds", description: "", rows, base, signal };
    const mutation = createQueryClient().getMutationCache().build(createQueryClient(), storeDataset(client));
    return { asked, stored: mutation.execute(dataset) };
  };

  test("sends parts one after the other and publishes the last table", async () => {
    const { asked, stored } = store(parts(["1.0"], ["2", "3"]));
    expect(await stored).toEqual({ digest: "t2", count: 3, version_index: 3 });
    expect(asked.map(({ path }) => path)).toEqual(["/table/create", "/table/update", "/obj/create"]);
    expect(asked[1]?.body).toMatchObject({
      base_digest: "t1",
      updates: [{ append: { row: 2 } }, { append: { row: 3 } }],
    });
    expect(asked[2]?.body).toMatchObject({
      obj: { object_id: "ds", val: { _class_name: "Dataset", rows: "weave:///a/b/table/t2" } },
    });
  });

  test.each([
    ["after the rows of a table", parts(["1"]), "t0", ["/table/update", "/obj/create"]],
    ["none at all", parts(), undefined, ["/table/create", "/obj/create"]],
  ])("stores rows: %s", async (_what, rows, base, paths) => {
    const { asked, stored } = store(rows, base);
    await stored;
    expect(asked.map(({ path }) => path)).toEqual(paths);
  });

  test("publishes nothing when a part fails", async () => {
    async function* broken() {
      yield [new JsonText("1")];
      throw new Error("the file is gone");
    }
    const { asked, stored } = store(broken());
    await expect(stored).rejects.toThrow("the file is gone");
    expect(asked.map(({ path }) => path)).toEqual(["/table/create"]);
  });
});

test("chosen calls are read in parts, all of them", async () => {
  const { client, asked } = testClient(({ body }) =>
    (body.filter as { call_ids: string[] }).call_ids.map((id) => `{"id":"${id}","inputs":{}}\n`).join(""),
  );
  const callIds = Array.from({ length: 1_200 }, (_, n) => `c${n}`);
  const found: string[] = [];
  for await (const part of callRowsOf({ projectId: "a/b", callIds, columns: ["inputs"], signal: noSignal() }, client))
    found.push(...part.map(({ id }) => id));
  expect(found).toEqual(callIds);
  expect(asked).toHaveLength(3);
});
