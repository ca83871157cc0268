import fc from "fast-check";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { toStorableText } from "@/lib/json/decode";
import { jsonTextArbitrary } from "@/lib/json/json-arbitrary";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import type { TableQuery, TableRow } from "@/lib/contract/tables";
import { jsonDigest } from "@/service/store/objects/digest";
import { json, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const PROJECT = "local/tables";

async function create(rows: readonly string[]): Promise<string> {
  return (await opened().store.createTable(PROJECT, rows.map(json))).digest;
}

async function query(digest: string, more: Partial<TableQuery> = {}): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const signal = new AbortController().signal;
  for await (const batch of opened().store.listTableRows({ project_id: PROJECT, digest, ...more }, signal))
    rows.push(...batch);
  return rows;
}

const indexes = (rows: readonly TableRow[]) => rows.map(({ original_index }) => original_index);
const asc = (field: string) => ({ field, direction: "asc" as const });
const desc = (field: string) => ({ field, direction: "desc" as const });
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `{"n":${n},"mod":${n % 7}}`);

async function count(table: string): Promise<number> {
  const client = new pg.Client(opened().connection);
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as count from ${table} where project_id = $1`, [PROJECT]);
  await client.end();
  return rows[0].count;
}

describe("a table's rows", () => {
  test("are returned in the order they were stored in, with digest and exact text", async () => {
    const rows = [
      '{"n": 12345678901234567890, "one": 1.0}',
      "[]",
      "null",
      '"\\u0000\\ud800"',
      '{"n": 12345678901234567890, "one": 1.0}',
    ];
    const { digest, rowDigests } = await opened().store.createTable(PROJECT, rows.map(json));
    expect(rowDigests).toEqual(rows.map((row) => jsonDigest(json(row))));
    expect(await query(digest)).toEqual(
      rows.map((row, place) => ({ digest: rowDigests[place], val: json(row), original_index: place })),
    );
  });

  const LONG = 5000;
  test.each([
    ["all", {}, 0, LONG],
    ["a limit", { limit: 3 }, 0, 3],
    ["no rows", { limit: 0 }, 0, 0],
    ["an offset", { offset: LONG - 2 }, LONG - 2, LONG],
    ["a page over chunks", { offset: 1500, limit: 2000 }, 1500, 3500],
    ["beyond the end", { offset: LONG + 1, limit: 5 }, 0, 0],
    ["nulls", { limit: null, offset: null, filter: null, sort_by: null }, 0, LONG],
  ])("page by limit and offset: %s", async (_what, page, from, to) => {
    const rows = await query(await create(numbered(LONG)), page);
    expect(indexes(rows)).toEqual(Array.from({ length: to - from }, (_, place) => from + place));
    expect(rows.every(({ val, original_index }) => JsonNode.parse(val).get("n")?.number() === original_index)).toBe(
      true,
    );
  });

  test("are filtered by digest, including repeated rows; an empty array matches nothing", async () => {
    const digest = await create(['{"a":1}', '{"a":2}', '{"a":1}', '{"a":3}']);
    const [one, three] = ['{"a":1}', '{"a":3}'].map((row) => jsonDigest(json(row)));
    const filtered = (row_digests: (string | undefined)[] | null, more: Partial<TableQuery> = {}) =>
      query(digest, { filter: { row_digests: row_digests?.map(String) ?? null }, ...more }).then(indexes);
    expect(await filtered([])).toEqual([]);
    expect(await filtered(null)).toEqual([0, 1, 2, 3]);
    expect(await filtered([three, one, one])).toEqual([0, 2, 3]);
    expect(await filtered([one, three], { offset: 1, limit: 1 })).toEqual([2]);
    expect(await filtered([one, three], { sort_by: [desc("a")] })).toEqual([3, 0, 2]);
    expect(await filtered(["nope", "' or 1=1 --"])).toEqual([]);
  });

  test("of another project, or of an unknown table, are not found", async () => {
    const digest = await create(["1"]);
    for (const missing of [{ digest: "nope" }, { project_id: "local/other" }])
      await expect(query(digest, missing)).rejects.toMatchObject({ code: "not_found" });
    expect(await opened().store.countTableRows("local/other", digest)).toBeUndefined();
    expect(await opened().store.countTableRows(PROJECT, digest)).toBe(1);
    expect(await opened().store.countTableRows(PROJECT, await create([]))).toBe(0);
    expect(await query(await create([]), { sort_by: [asc("a")] })).toEqual([]);
  });

  test("that are large are read in batches of bounded size", async () => {
    const digest = await create(Array.from({ length: 12 }, (_, n) => `"${n}${"x".repeat(1_000_000)}"`));
    const sizes: number[] = [];
    const signal = new AbortController().signal;
    for await (const batch of opened().store.listTableRows({ project_id: PROJECT, digest }, signal))
      sizes.push(batch.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(12);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
  });
});

describe("a sort", () => {
  test.each([
    ["numbers, also beyond a double", ["12345678901234567891", "12345678901234567890", "1e-400", "2"], [2, 3, 1, 0]],
    [
      "numbers before strings before the rest, missing last",
      ["null", "[]", '"1"', "7", "true", '"a"'],
      [3, 2, 5, 1, 4, 0],
    ],
    ["strings by code point", ['"é"', '"Z"', '"a"', '"😀"', '"\\uffee"'], [1, 2, 0, 4, 3]],
    ["ties by position", ["1", "0", "1.0", "0"], [1, 3, 0, 2]],
    ["hostile values", ['"\\u0000"', "1e200000", '"\\ud800"', "1"], [3, 1, 0, 2]],
    ["quotes and backslashes", ['"\\"b"', '"\\\\a"', '"a,b"', '"{}"', '"null"'], [0, 1, 2, 4, 3]],
  ])("asc: %s", async (_what, values, expected) => {
    const digest = await create(values.map((value) => `{"a":{"b":${value}}}`));
    expect(indexes(await query(digest, { sort_by: [asc("a.b")] }))).toEqual(expected);
  });

  test("desc keeps the order of types, puts missing values last, and breaks ties by position", async () => {
    const digest = await create(['{"a":1}', '{"a":"x"}', "{}", '{"a":2}', '{"a":null}', '{"a":"y"}', '{"a":2.0}', "3"]);
    expect(indexes(await query(digest, { sort_by: [desc("a")] }))).toEqual([3, 6, 0, 5, 1, 2, 4, 7]);
  });

  test.each([
    ["a key with a dot", "a\\.b", [1, 0, 2]],
    ["a position in a list", "list.1", [2, 1, 0]],
    ["the empty rest of the table", "nope", [0, 1, 2]],
    ["a prototype", "__proto__.polluted", [0, 1, 2]],
    ["a path of six levels", "d.d.d.d.d.d", [2, 0, 1]],
  ])("by %s", async (_what, field, expected) => {
    const digest = await create([
      '{"a.b":2,"list":[0,3],"d":{"d":{"d":{"d":{"d":{"d":2}}}}}}',
      '{"a.b":1,"a":{"b":9},"list":[9,2],"d":{"d":{"d":{"d":{"d":{"d":3}}}}}}',
      '{"list":[5,1],"d":{"d":{"d":{"d":{"d":{"d":1}}}}}}',
    ]);
    expect(indexes(await query(digest, { sort_by: [asc(field)] }))).toEqual(expected);
  });

  test.each(["a..b", ".a", "a.", "ü".repeat(1000)])("by %s is refused", async (field) => {
    const sorted = query(await create(["1"]), { sort_by: [asc("a"), asc(field)] });
    await expect(sorted).rejects.toMatchObject({ code: "invalid", errors: [{ path: "sort_by[1].field" }] });
  });

  test("by two fields, with pages at any offset", async () => {
    const digest = await create(numbered(3000));
    const sort_by = [desc("mod"), asc("n")];
    const whole = await query(digest, { sort_by });
    const expected = Array.from({ length: 3000 }, (_, n) => n).sort((a, b) => (b % 7) - (a % 7) || a - b);
    expect(indexes(whole)).toEqual(expected);
    expect(indexes(await query(digest, { sort_by, offset: 1234, limit: 50 }))).toEqual(expected.slice(1234, 1284));
  });

  test("matches an independent sort, for any rows", async () => {
    const row = jsonTextArbitrary.map((value) => `{"a":${value}}`);
    const fields = fc.uniqueArray(fc.constantFrom("a", "a.a", "a.b", "a.1"), { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), fields, fc.boolean(), async (rows, names, down) => {
        const sort_by = names.map((name) => (down ? desc(name) : asc(name)));
        const digest = await create(rows);
        // Of rows that differ only in white space, the one that was stored first is returned.
        const stored = (await query(digest)).map(({ val }) => val);
        expect(indexes(await query(digest, { sort_by }))).toEqual(plainSort(stored, names, down));
      }),
      { numRuns: 60 },
    );
  });
});

describe("an update", () => {
  test("makes the table with the changed rows, and does not change the base", async () => {
    const base = await create(numbered(3));
    const row = (text: string) => ({ row: json(text) });
    const updated = await opened().store.updateTable(PROJECT, base, [
      { append: row('{"n":3}') },
      { pop: { index: 0 } },
      { insert: { index: 1, ...row('{"n":9}') } },
    ]);
    const texts = [numbered(3)[1], '{"n":9}', numbered(3)[2], '{"n":3}'].map(String);
    expect(updated).toEqual({
      digest: await create(texts),
      updatedRowDigests: ['{"n":3}', '{"n":0,"mod":0}', '{"n":9}'].map((text) => jsonDigest(json(text))),
    });
    expect((await query(updated?.digest ?? "")).map(({ val }) => val.text)).toEqual(texts);
    expect((await query(base)).map(({ val }) => val.text)).toEqual(numbered(3));
  });

  test("stores only what is new, and sorts by old rows and new ones", async () => {
    const base = await create(numbered(5000));
    const [rows, chunks] = [await count("table_rows"), await count("table_chunks")];
    const updated = await opened().store.updateTable(PROJECT, base, [{ append: { row: json('{"n":-1}') } }]);
    expect([(await count("table_rows")) - rows, (await count("table_chunks")) - chunks]).toEqual([1, 1]);
    const first = await query(updated?.digest ?? "", { sort_by: [asc("n")], limit: 2 });
    expect(indexes(first)).toEqual([5000, 0]);
  });

  test("of no table returns nothing; an index beyond the end is rejected and changes nothing", async () => {
    expect(await opened().store.updateTable(PROJECT, "nope", [])).toBeUndefined();
    const base = await create(["1"]);
    const beyond = opened().store.updateTable(PROJECT, base, [{ append: { row: json("2") } }, { pop: { index: 2 } }]);
    await expect(beyond).rejects.toMatchObject({ code: "invalid", errors: [{ path: "updates[1].pop.index" }] });
  });

  test("with no steps is the table itself", async () => {
    const base = await create(numbered(10));
    expect(await opened().store.updateTable(PROJECT, base, [])).toEqual({ digest: base, updatedRowDigests: [] });
  });
});

test("the same rows, and rows in common, arriving at once are safe", async () => {
  const { store } = opened();
  const tables = Array.from({ length: 16 }, (_, n) => numbered(500 + (n % 4)).map(json));
  const made = await Promise.all(tables.map((rows) => store.createTable("local/race", rows)));
  expect(new Set(made.map(({ digest }) => digest)).size).toBe(4);
  const counts = await Promise.all(made.map(({ digest }) => store.countTableRows("local/race", digest)));
  expect(counts).toEqual(tables.map(({ length }) => length));
});

test("values are read by row digest and by position", async () => {
  const rows = ['{"a":1}', '{"a":2}', '{"a":1}'];
  const digest = await create(rows);
  const keys = [{ digest: jsonDigest(json('{"a":2}')) }, { index: 2 }, { index: 3 }, { digest: "nope" }];
  const [second = json("0"), first = json("0")] = rows.map(json).toReversed().slice(1);
  expect(await opened().store.readTableValues(PROJECT, digest, keys)).toEqual([second, first, undefined, undefined]);
  expect(await opened().store.readTableValues(PROJECT, "nope", keys)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

/** Positions in the order of a sort, computed independently. */
function plainSort(rows: readonly JsonText[], names: readonly string[], down: boolean): number[] {
  const keys = rows.map((row) => names.map((name) => plainKey(row, name.split("."))));
  return rows
    .map((_, place) => place)
    .sort((a, b) => {
      for (const [place] of names.entries()) {
        const [one, other] = [keys[a]?.[place], keys[b]?.[place]];
        const order = one && other ? compareKeys(one, other, down) : Number(!one) - Number(!other);
        if (order !== 0) return order;
      }
      return a - b;
    });
}

type Key = { kind: 0; number: bigint } | { kind: 1 | 2; text: Buffer };

function compareKeys(one: Key, other: Key, down: boolean): number {
  if (one.kind !== other.kind) return one.kind - other.kind;
  const order =
    one.kind === 0 && other.kind === 0
      ? Number(one.number > other.number) - Number(one.number < other.number)
      : Buffer.compare("text" in one ? one.text : Buffer.of(), "text" in other ? other.text : Buffer.of());
  return down ? -order : order;
}

function plainKey(row: JsonText, path: readonly string[]): Key | undefined {
  const node = path.reduce<JsonNode | undefined>(
    (at, step) => (at?.kind === "array" && /^\d+$/.test(step) ? at.item(Number(step)) : at?.get(step)),
    JsonNode.parse(row),
  );
  if (!node || node.kind === "null") return undefined;
  if (node.kind === "number" && node.raw !== "1e200000") return { kind: 0, number: scaled(node.raw) };
  const text = node.string() ?? node.raw;
  const kind = node.kind === "number" || node.kind === "string" ? 1 : 2;
  return { kind, text: Buffer.from(toStorableText(text.slice(0, 256))) };
}

/** A number times 10^400, exactly. */
function scaled(raw: string): bigint {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(raw) ?? [];
  const shift = 400 + Number(exponent) - fraction.length;
  return BigInt(`${sign}${whole}${fraction}`) * 10n ** BigInt(shift);
}
