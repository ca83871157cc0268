import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
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
    ["nothing else", {}, [0, 1, 2, 3, 4]],
    ["nulls", { filter: null, limit: null, offset: null, sort_by: null }, [0, 1, 2, 3, 4]],
    ["no sort fields", { sort_by: [] }, [0, 1, 2, 3, 4]],
    ["a limit", { limit: 2 }, [0, 1]],
    ["a limit of 0", { limit: 0 }, []],
    ["an offset", { offset: 3 }, [3, 4]],
    ["a limit and an offset", { limit: 2, offset: 1 }, [1, 2]],
    ["an offset beyond the end", { offset: 9 }, []],
    ["no row digests", { filter: { row_digests: [] } }, []],
    ["unknown row digests", { filter: { row_digests: ["nope"] } }, []],
    ["an empty filter", { filter: {} }, [0, 1, 2, 3, 4]],
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
    ["a sort by an invalid path", { sort_by: [{ field: "a..b", order: "asc" }] }, 422],
    ["an unknown field", { limti: 1 }, 422],
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

  test("an error in a step is reported at its path", async () => {
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

describe("/table/query_stats", () => {
  test.each([
    ["all", {}, 3],
    ["rows by their digests, each as often as it stands", { filter: { row_digests: ["first"] } }, 2],
    ["no digests", { filter: { row_digests: [] } }, 0],
  ])("counts %s", async (_what, more, count) => {
    const { digest, row_digests } = await post("/table/create", { table: { project_id, rows: [1, 2, 1] } });
    const body = JSON.parse(JSON.stringify(more).replace("first", row_digests[0]));
    expect(await post("/table/query_stats", { project_id, digest, ...body })).toEqual({ status: 200, count });
  });
});

describe("/tables/query", () => {
  const project = "acme/listed";
  const list = async (more: object = {}) => (await post("/tables/query", { project_id: project, ...more })).tables;

  test("lists tables with their rows counted, newest first", async () => {
    const digests: string[] = [];
    for (const rows of [[1], [1, 2], []])
      digests.push((await post("/table/create", { table: { project_id: project, rows } })).digest);
    const [one, two, none] = digests;
    expect(await list()).toEqual([
      { digest: none, count: 0, created_at: expect.stringMatching(/Z$/) },
      { digest: two, count: 2, created_at: expect.stringMatching(/Z$/) },
      { digest: one, count: 1, created_at: expect.stringMatching(/Z$/) },
    ]);
    expect(await list({ limit: 1, offset: 1 })).toMatchObject([{ digest: two }]);
    expect(await list({ filter: { digests: [one, "nope"] } })).toMatchObject([{ digest: one }]);
    expect(await list({ filter: { digests: [] } })).toEqual([]);
  });
});

describe("/table/profile", () => {
  test("profiles every row of a small table", async () => {
    const digest = await create([{ n: 1 }, { n: 3 }, {}]);
    expect(await post("/table/profile", { project_id, digest })).toMatchObject({
      status: 200,
      count: 3,
      profiled: 3,
      columns_left_out: 0,
      columns: [
        { path: "n", kinds: { number: 2 }, missing: 1, distinct: 2, numbers: { min: 1, max: 3, mean: 2 } },
        { path: "", kinds: { object: 1 }, missing: 2 },
      ],
    });
  });

  test("profiles rows from all over a large one", async () => {
    const digest = await create(Array.from({ length: 30_000 }, (_, n) => ({ n, rhythm: n % 3 })));
    const { count, profiled, columns } = await post("/table/profile", { project_id, digest });
    expect([count, profiled, columns[0].distinct, columns[1].distinct]).toEqual([30_000, 10_000, 10_000, 3]);
    const { min, max, mean } = columns[0].numbers;
    expect([min < 100, max > 29_900, Math.abs(mean - 15_000) < 100]).toEqual([true, true, true]);
  });

  test("of no table is not found", async () => {
    expect((await post("/table/profile", { project_id, digest: "nope" })).status).toBe(404);
  });
});

describe("/table/diff", () => {
  const diff = (base_digest: string, digest: string, more: object = {}) =>
    post("/table/diff", { project_id, base_digest, digest, ...more });

  test.each([
    ["the same", [1, 2], [1, 2], 2, []],
    ["another order", [1, 2], [2, 1], 2, []],
    ["a copy more", [1], [1, 1], 1, [["added", 1, 1]]],
    ["a copy less", [1, 1, 2], [2, 1], 2, [["removed", 1, 1]]],
    [
      "a changed row",
      [1, 2, 3],
      [1, 9, 3],
      2,
      [
        ["removed", 1, 2],
        ["added", 1, 9],
      ],
    ],
    ["an empty base", [], [5], 0, [["added", 0, 5]]],
    ["nothing left", [5], [], 0, [["removed", 0, 5]]],
    ["nothing at all", [], [], 0, []],
  ])("with %s", async (_what, before, after, same, changes) => {
    const { status, rows, ...counts } = await diff(await create(before), await create(after));
    const of = (kind: string) => changes.filter(([change]) => change === kind).length;
    expect({ status, ...counts }).toEqual({ status: 200, same, removed: of("removed"), added: of("added") });
    expect(
      rows.map((row: { change: string; original_index: number; val: number }) => [
        row.change,
        row.original_index,
        row.val,
      ]),
    ).toEqual(changes);
  });

  test("agrees with an independent comparison if tables share chunks, page by page", async () => {
    const before = Array.from({ length: 6000 }, (_, n) => ({ n: n % 5000 }));
    const after = before.filter(({ n }) => n !== 17).concat([{ n: -1 }, { n: 3 }]);
    const [base, other] = [await create(before), await create(after)];
    const { same, removed, added, rows } = await diff(base, other);
    expect([same, removed, added]).toEqual([5998, 2, 2]);
    expect(rows.map(({ val }: { val: { n: number } }) => val.n)).toEqual([17, 17, -1, 3]);
    const page = await diff(base, other, { limit: 1, offset: 2 });
    expect(page).toMatchObject({ same, removed, added, rows: [rows[2]] });
  });

  test("ends a response of large rows early, and continues after them", async () => {
    const large = (n: number) => `${n} ${"x".repeat(3 * 1024 * 1024)}`;
    const base = await create([1, 2, large(0), large(1)]);
    const other = await create([2, large(2), large(3), large(4), large(5), 3]);
    const first = await diff(base, other);
    expect(first).toMatchObject({ status: 200, same: 1, removed: 3, added: 5 });
    expect(first.rows.length).toBeLessThan(8);
    const rest = await diff(base, other, { offset: first.rows.length });
    const begins = [...first.rows, ...rest.rows].map(({ change, original_index: at, val }) => [
      change,
      at,
      String(val).slice(0, 2).trim(),
    ]);
    expect(begins).toEqual([
      ["removed", 0, "1"],
      ["added", 1, "2"],
      ["removed", 2, "0"],
      ["added", 2, "3"],
      ["removed", 3, "1"],
      ["added", 3, "4"],
      ["added", 4, "5"],
      ["added", 5, "3"],
    ]);
  });

  test.each([
    ["an unknown base", "nope", undefined, {}, 404],
    ["an unknown table", undefined, "nope", {}, 404],
    ["too large a page", undefined, undefined, { limit: 1001 }, 422],
  ])("with %s", async (_what, base, other, more, status) => {
    const digest = await create([1]);
    expect((await diff(base ?? digest, other ?? digest, more)).status).toBe(status);
  });
});
