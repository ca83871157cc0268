import { describe, expect, it, test } from "vitest";

import { createQueryClient } from "./query-client";
import { TABLE_PAGE_ROWS, tableChanges, tableCount } from "./tables";
import { testClient } from "./test-client";

const params = { projectId: "a/b", digest: "t" };

describe("tableCount", () => {
  it("requests the count from the service", async () => {
    const { client, asked } = testClient(() => '{"count":7}');
    expect(await createQueryClient().fetchQuery(tableCount(params, ["r"], client))).toBe(7);
    expect(asked).toEqual([
      { path: "/table/query_stats", body: { project_id: "a/b", digest: "t", filter: { row_digests: ["r"] } } },
    ]);
  });

  it.each([0, 1, 2, 3, 4, 5, 1000, 1023, 1024, 999_999])(
    "counts %i rows when the service gives no count",
    async (count) => {
      const { client, asked } = testClient(({ path, body }) => {
        if (path !== "/table/query") return 404;
        return Number(body.offset) < count ? '{"rows":[{"digest":"r","val":1,"original_index":0}]}' : '{"rows":[]}';
      });
      expect(await createQueryClient().fetchQuery(tableCount(params, [], client))).toBe(count);
      expect(asked.length).toBeLessThan(45);
    },
  );

  it("throws if there is no such table", async () => {
    const { client } = testClient(() => 404);
    await expect(createQueryClient().fetchQuery(tableCount(params, [], client))).rejects.toMatchObject({ status: 404 });
  });
});

test("changed rows that arrive in parts are combined", async () => {
  const { client, asked } = testClient(({ body }) => {
    const { offset, limit } = body as { offset: number; limit: number };
    const rows = Array.from({ length: Math.min(limit, 40, 250 - offset) }, (_, n) => ({
      digest: "r",
      val: 1,
      original_index: offset + n,
      change: "added",
    }));
    return JSON.stringify({ same: 0, removed: 0, added: 250, rows });
  });
  const cache = createQueryClient();
  const compared = { ...params, base: "b" };
  const places = async (offset: number) =>
    (await cache.fetchQuery(tableChanges(compared, { offset }, client))).map(({ original_index: at }) => at);
  expect(await places(0)).toEqual(Array.from({ length: TABLE_PAGE_ROWS }, (_, n) => n));
  expect(asked.map(({ body }) => body.offset)).toEqual([0, 40, 80]);
  expect(await places(200)).toEqual(Array.from({ length: 50 }, (_, n) => 200 + n));
});
