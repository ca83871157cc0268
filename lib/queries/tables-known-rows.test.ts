import { expect, it } from "vitest";

import { knownRows } from "./tables-known-rows";
import { testClient } from "./test-client";

const table = { projectId: "a/b", digest: "t" };
const { signal } = new AbortController();

it("asks for the rows only where some exist, and until all are found", async () => {
  const { client, asked } = testClient(({ path, body }) => {
    const { row_digests: digests } = body["filter"] as { row_digests: string[] };
    const count = digests.includes("d250") ? 500 : 0;
    if (path.includes("stats")) return `{"count":${count}}`;
    return `{"rows":[{"digest":"d250","val":1,"original_index":${Number(body["offset"])}}]}`;
  });
  const digests = Array.from({ length: 300 }, (_, n) => `d${n}`);
  expect([...(await knownRows(table, [...digests, ...digests], signal, client))]).toEqual(["d250"]);
  expect(asked.map(({ path }) => path.split("/").at(-1))).toEqual([
    "query_stats",
    "query_stats",
    "query",
    "query",
    "query",
  ]);
});

it("stops reading copies of rows that are all found", async () => {
  const { client, asked } = testClient(({ path }) =>
    path.includes("stats") ? '{"count":5000}' : '{"rows":[{"digest":"d","val":1,"original_index":0}]}',
  );
  expect([...(await knownRows(table, ["d"], signal, client))]).toEqual(["d"]);
  expect(asked).toHaveLength(2);
});
