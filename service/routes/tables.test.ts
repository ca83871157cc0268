import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/contract/json/text";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/support";

async function post(path: string, body: object) {
  const response = await service.post(path, body);
  return { status: response.status, ...(await response.json()) };
}

const create = async (rows: unknown[]) => (await post("/table/create", { table: { project_id, rows } })).digest;
const query = (digest: string, more: object = {}) => post("/table/query", { project_id, digest, ...more });
const indexes = ({ rows }: { rows: { original_index: number }[] }) => rows.map(({ original_index }) => original_index);

test("a table is created and queried in the order of its rows", async () => {
  const rows = [
    { q: "1+1", a: "2" },
    { q: "2+2", a: "4" },
  ];
  const { status, digest, row_digests } = await post("/table/create", { table: { project_id, rows } });
  expect([status, digest]).toEqual([200, expect.stringMatching(/^[A-Za-z0-9]{43}$/)]);
  expect(await query(digest)).toEqual({
    status: 200,
    rows: rows.map((val, place) => ({ digest: row_digests[place], val, original_index: place })),
  });
  expect(await create(rows)).toBe(digest);
  expect(await create(rows.toReversed())).not.toBe(digest);
});

test("rows keep every character", async () => {
  const exact = '{"n": 12345678901234567890, "one": 1.0, "nul": "\\u0000", "b": 1, "a": 2}';
  const digest = await create([new JsonText(exact)]);
  const text = await (await service.post("/table/query", { project_id, digest })).text();
  expect(text).toContain(`"val":${exact}`);
});

describe("/table/query", () => {
  const rows = [{ col: { prop: 2 } }, { col: { prop: "x" } }, { col: {} }, { col: { prop: 10 } }, { col: { prop: 2 } }];

  test.each([
    ["nothing more", {}, [0, 1, 2, 3, 4]],
    ["nulls", { filter: null, limit: null, offset: null, sort_by: null }, [0, 1, 2, 3, 4]],
    ["no sort fields", { sort_by: [] }, [0, 1, 2, 3, 4]],
    ["a limit", { limit: 2 }, [0, 1]],
    ["a limit of 0", { limit: 0 }, []],
    ["an offset", { offset: 3 }, [3, 4]],
    ["a limit and an offset", { limit: 2, offset: 1 }, [1, 2]],
    ["an offset beyond the end", { offset: 9 }, []],
    ["no row digests", { filter: { row_digests: [] } }, []],
    ["unknown row digests", { filter: { row_digests: ["nope"] } }, []],
    ["a filter of nothing", { filter: {} }, [0, 1, 2, 3, 4]],
    ["order asc", { sort_by: [{ field: "col.prop", order: "asc" }] }, [0, 4, 3, 1, 2]],
    ["order desc", { sort_by: [{ field: "col.prop", order: "desc" }] }, [3, 0, 4, 1, 2]],
    ["direction desc", { sort_by: [{ field: "col.prop", direction: "desc" }] }, [3, 0, 4, 1, 2]],
    ["a sorted page", { sort_by: [{ field: "col.prop", order: "desc" }], limit: 2, offset: 1 }, [0, 4]],
  ])("with %s", async (_what, more, expected) => {
    expect(indexes(await query(await create(rows), more))).toEqual(expected);
  });

  test("rows by their digests, in the table's order", async () => {
    const { digest, row_digests } = await post("/table/create", { table: { project_id, rows } });
    const filter = { row_digests: [row_digests[3], row_digests[0]] };
    expect(indexes(await query(digest, { filter }))).toEqual([0, 3, 4]);
  });

  test.each([
    ["an unknown table", { digest: "nope" }, 404],
    ["a table of another project", { project_id: "acme/other" }, 404],
    ["a negative limit", { limit: -1 }, 422],
    ["a sort by no path", { sort_by: [{ field: "a..b", order: "asc" }] }, 422],
    ["a typo", { limti: 1 }, 422],
  ])("of %s", async (_what, more, status) => {
    expect((await query(await create(rows), more)).status).toBe(status);
  });
});

describe("/table/update and /table/query_stats", () => {
  test("append, pop and insert make another table", async () => {
    const base = await create([{ n: 0 }, { n: 1 }]);
    const updates = [{ append: { row: { n: 2 } } }, { pop: { index: 0 } }, { insert: { index: 0, row: { n: 9 } } }];
    const { digest, updated_row_digests } = await post("/table/update", { project_id, base_digest: base, updates });
    const { rows } = await query(digest);
    expect(rows.map(({ val }: { val: { n: number } }) => val.n)).toEqual([9, 1, 2]);
    expect(updated_row_digests).toEqual([rows[2].digest, (await query(base)).rows[0].digest, rows[0].digest]);
    const count = (table: string) => post("/table/query_stats", { project_id, digest: table });
    expect([await count(digest), await count(base)]).toEqual([
      { status: 200, count: 3 },
      { status: 200, count: 2 },
    ]);
  });

  test("what is wrong with a step is said at its path", async () => {
    const base_digest = await create([1]);
    const update = (updates: unknown[]) => post("/table/update", { project_id, base_digest, updates });
    const path = "updates[1].pop.index";
    expect(await update([{ append: { row: 2 } }, { pop: { index: 2 } }])).toMatchObject({
      status: 422,
      errors: [{ path }],
    });
    expect(await update([{ append: { row: 2 } }, { pop: { index: -1 } }])).toMatchObject({
      status: 422,
      errors: [{ path }],
    });
    expect(await update([{}])).toMatchObject({ status: 422, errors: [{ path: "updates[0]" }] });
  });

  test("an unknown table is not found", async () => {
    expect(await post("/table/update", { project_id, base_digest: "nope", updates: [] })).toMatchObject({
      status: 404,
    });
    expect(await post("/table/query_stats", { project_id, digest: "nope" })).toMatchObject({ status: 404 });
  });
});
