import { expect, test } from "vitest";
import { columnCells } from "./column-cells";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

/** Reads a column of a table with so many rows. */
async function read(count: number) {
  const { client, asked } = testClient(({ body }) => {
    const [offset, limit] = [Number(body["offset"]), Number(body["limit"])];
    const length = Math.max(0, Math.min(limit, count - offset));
    const rows = Array.from({ length }, (_, at) => `{"digest":"r${offset + at}","val":{"n":1.0},"original_index":0}`);
    return `{"rows":[${rows.join(",")}]}`;
  });
  const cells = await createQueryClient().fetchQuery(
    columnCells({ projectId: "acme/bot", digest: "t", column: "n" }, client),
  );
  return { cells, requests: asked.length };
}

test("the rows of a table are read in parts", async () => {
  const { cells, requests } = await read(700);
  expect(cells).toHaveLength(700);
  expect(cells.at(-1)).toEqual({ digest: "r699", text: "1.0" });
  expect(requests).toBe(2);
});

test("of a longer table, the rows that an experiment can run", async () => {
  const { cells } = await read(10_700);
  expect(cells).toHaveLength(10_000);
});
