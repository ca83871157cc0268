import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Query, literal } from "@/lib/contract/expression";
import { Database } from "@/service/store/connections/database";
import { eraseProject, expireCalls } from "@/service/store/maintenance/erase";
import { requiredText } from "@/service/store/sql/row";
import { foldText } from "./grams";
import { SEGMENT_CALLS, indexProject } from "./index-project";
import { LONG_CALL_CHARS, MERGED_SEGMENTS } from "./segment";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { distributionFaults } from "@/service/store/testing/test-distribution";
import { recordStatements } from "@/service/store/testing/test-statements";
import { finished, json, listIds, start, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
let database: Database;
beforeAll(() => {
  database = Database.open(opened());
});
afterAll(() => database.close());

const FIELDS = ["inputs", "output", "exception", "op_name", "display_name"];

/** The trace list's condition for a text. */
function anywhere(text: string, case_insensitive = true): Query {
  const substr = literal(text);
  return {
    $expr: {
      $or: FIELDS.map((field) => ({ $contains: { input: { $getField: field }, substr, case_insensitive } })),
    },
  };
}

const sort_by = [{ field: "id", direction: "asc" as const }];
const ids = (project_id: string, query: Query) => listIds(opened().store, { project_id, query, sort_by });

async function count(project_id: string, query: Query): Promise<number> {
  return (await opened().store.countCalls({ project_id, query, totalStorageSize: false })).count;
}

/** Creates one segment of all queued calls, however few. */
const indexSome = (projectId: string) => indexProject(database, projectId, { calls: 1, chars: 1 });

async function indexAll(projectId: string): Promise<void> {
  while (await indexSome(projectId));
}

const TABLES = ["search_queue", "search_segments", "search_pages", "search_ids"];

/** The number of rows that each index table has of a project. */
async function rowsOf(projectId: string): Promise<number[]> {
  const counts = TABLES.map((table) => database.query(`select 1 from ${table} where project_id = $1`, [projectId]));
  return (await Promise.all(counts)).map((rows) => rows.length);
}

test("segments are merged, and what they held is found", async () => {
  const recording = recordStatements();
  const project_id = unique("local/search");
  const calls = MERGED_SEGMENTS ** 2 + 3;
  for (let n = 0; n < calls; n += 1) {
    const text = json(JSON.stringify(`the call of number <${n}> ${n % 3 === 0 ? "fizz" : ""}`));
    await opened().store.writeCalls([finished({ project_id, id: `c${n}`, inputs: text })]);
    await indexSome(project_id);
  }
  const levels = await database.query("select level from search_segments where project_id = $1 order by level", [
    project_id,
  ]);
  expect(levels.map(({ level }) => level)).toEqual([0, 0, 0, 2]);
  expect(await ids(project_id, anywhere("NUMBER <17>"))).toEqual(["c17"]);
  expect(await count(project_id, anywhere("fizz"))).toBe(Math.ceil(calls / 3));
  expect(await count(project_id, anywhere("the call"))).toBe(calls);
  expect(await ids(project_id, anywhere("buzz"))).toEqual([]);
  recording.stop();
  expect([...recording.statements].flatMap((statement) => distributionFaults(statement, TABLES))).toEqual([]);
});

test("a search says until when texts are indexed, once the index lags behind", async () => {
  const project_id = unique("local/search");
  const indexed = async (query?: Query) =>
    (await opened().store.countCalls({ project_id, query, limit: 0, totalStorageSize: false })).indexed_until;
  const calls = Array.from({ length: SEGMENT_CALLS }, (_, n) => finished({ project_id, id: `c${n}` }));
  await opened().store.writeCalls(calls.slice(1));
  const waiting = "update search_queue set queued_at = $2::timestamptz where project_id = $1";
  await database.query(waiting, [project_id, new Date(Date.now() - 60_000).toISOString()]);
  // A segment is not full yet.
  expect(await indexed(anywhere("text"))).toBeUndefined();
  await opened().store.writeCalls(calls.slice(0, 1));
  const [row = {}] = await database.query("select min(queued_at) as at from search_queue where project_id = $1", [
    project_id,
  ]);
  expect(await indexed(anywhere("text"))).toBe(requiredText(row, "at"));
  expect(await indexed({ $expr: { $eq: [{ $getField: "op_name" }, literal("text")] } })).toBeUndefined();
  expect(await indexed()).toBeUndefined();
  expect(await count(project_id, anywhere("text"))).toBe(0);
  await indexAll(project_id);
  expect(await indexed(anywhere("text"))).toBeUndefined();
});

test("a root without payloads is found by the text that it borrows", async () => {
  const project_id = unique("local/search");
  const inputs = json('{"messages":[{"role":"user","content":"where is the lamp?"}]}');
  await opened().store.writeCalls([
    finished({ project_id, id: "root", trace_id: "t", inputs: json("{}"), output: undefined }),
    finished({
      project_id,
      id: "model",
      trace_id: "t",
      parent_id: "root",
      kind: "llm",
      inputs,
      output: json('"sold"'),
    }),
  ]);
  const found = async () => [await ids(project_id, anywhere("lamp?")), await ids(project_id, anywhere("SOLD"))];
  const both = ["model", "root"];
  expect(await found()).toEqual([both, both]);
  await indexAll(project_id);
  expect(await found()).toEqual([both, both]);
});

describe("a search with the index returns the same calls as without", () => {
  // Some letters of each type of script; none whose case depends on more than the letter.
  const CHARACTERS = [
    ...Array.from('aAbB 1_%\\"\n{éÉжЖאبتا中文字仓库カナ한글'),
    "😀",
    "🏳️‍🌈",
    "\0",
    "\u{20000}",
    "\ufffd",
  ];
  const text = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 12 }).map((parts) => parts.join(""));
  const needle = fc
    .array(fc.constantFrom(...CHARACTERS), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(""));
  const id = fc.integer({ min: 0, max: 11 }).map((n) => `c${n}`);
  const field = fc.constantFrom("inputs", "output", "exception", "op_name", "display_name");
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ write: id, field, text }) },
    { weight: 1, arbitrary: fc.record({ remove: id }) },
    { weight: 3, arbitrary: fc.constant("index" as const) },
  );
  type Texts = Map<string, string>;

  function writeOf(project_id: string, write: string, name: string, value: string): CallWrite {
    const isPayload = name === "inputs" || name === "output";
    const given = isPayload ? json(JSON.stringify(value)) : value.replaceAll("\0", "");
    return { project_id, id: write, rank: RANK.update, [name]: given };
  }

  test("after any sequence of writes, changes, deletions and indexing", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 40 }),
        fc.array(needle, { minLength: 3, maxLength: 6 }),
        async (steps, needles) => {
          const project_id = unique("local/search");
          const calls = new Map<string, Texts>();
          for (const one of steps) {
            if (one === "index") await indexSome(project_id);
            else if ("remove" in one) {
              await opened().store.deleteCalls(project_id, [one.remove]);
              if (calls.has(one.remove)) calls.set(one.remove, new Map([["removed", ""]]));
            } else {
              const write = writeOf(project_id, one.write, one.field, one.text);
              const known = calls.get(one.write);
              await opened().store.writeCalls(known ? [write] : [start({ project_id, id: one.write }), write]);
              const texts = known ?? new Map([["op_name", "answer"]]);
              calls.set(one.write, texts.set(one.field, one.text));
            }
          }
          for (const sought of needles)
            for (const anyCase of [true, false]) {
              const fold = (value: string) => (anyCase ? value.toLowerCase() : value);
              const expected = [...calls]
                .filter(
                  ([, texts]) =>
                    !texts.has("removed") &&
                    [...texts].some(([name, value]) => {
                      const isPayload = name === "inputs" || name === "output";
                      const stored = (isPayload ? `"${value}"` : value.replaceAll("\0", "")).replaceAll("\0", "\ufffd");
                      return fold(stored).includes(fold(sought.replaceAll("\0", "\ufffd")));
                    }),
                )
                .map(([call]) => call)
                .sort();
              expect(await ids(project_id, anywhere(sought, anyCase))).toEqual(expected);
              expect(await count(project_id, anywhere(sought, anyCase))).toBe(expected.length);
            }
        },
      ),
      { numRuns: 25 },
    );
  }, 240_000);
});

test("every letter is the same to the index as its other case is to the database", async () => {
  const rows = await database.query(`
    select chr(code) as letter, loupe_fold(chr(code)) as folded, lower(chr(code) collate "C") as plain
    from generate_series(1, 1114111) as code where code not between 55296 and 57343`);
  const differing = rows.filter((row) => {
    const letter = foldText(requiredText(row, "letter"));
    return letter !== foldText(requiredText(row, "folded")) || letter !== foldText(requiredText(row, "plain"));
  });
  expect(differing).toEqual([]);
});

test.each([
  ["ΟΔΟΣ", "οδος"],
  ["οδος", "ΟΔΟΣ και"],
  ["ISTANBUL", "İstanbul"],
  ["K", "\u212a"],
  ["straße", "STRASSE"],
])("with or without an index, %s and %s are found alike", async (needle, text) => {
  const [indexed, plain] = [unique("local/search"), unique("local/search")];
  for (const project_id of [indexed, plain])
    await opened().store.writeCalls([finished({ project_id, id: "c", output: json(JSON.stringify(text)) })]);
  await indexAll(indexed);
  for (const anyCase of [true, false])
    expect(await ids(indexed, anywhere(needle, anyCase))).toEqual(await ids(plain, anywhere(needle, anyCase)));
});

test("a call that is too long to be indexed is found by its end, another not", async () => {
  const project_id = unique("local/search");
  const long = json(`"${"x".repeat(LONG_CALL_CHARS)} the very end"`);
  await opened().store.writeCalls([
    finished({ project_id, id: "long", inputs: long }),
    finished({ project_id, id: "short", inputs: json('"a start"') }),
  ]);
  await indexAll(project_id);
  expect(await ids(project_id, anywhere("very end"))).toEqual(["long"]);
  expect(await ids(project_id, anywhere("a start"))).toEqual(["short"]);
});

describe("what is looked for together", () => {
  const project_id = unique("local/search");
  const contains = (field: string, text: string) => ({
    $contains: { input: { $getField: field }, substr: literal(text) },
  });
  beforeAll(async () => {
    await opened().store.writeCalls([
      finished({
        project_id,
        id: "a",
        inputs: json('"red apple"'),
        output: json('"yes"'),
        attributes: json('{"k":"plum"}'),
      }),
      finished({ project_id, id: "b", inputs: json('"green apple"'), output: json('"no"') }),
      finished({ project_id, id: "c", inputs: json('"green pear"'), output: json('"yes"') }),
    ]);
    await indexAll(project_id);
  });

  test.each<[string, Query["$expr"], string[]]>([
    ["all of several", { $and: [contains("inputs", "apple"), contains("output", "yes")] }, ["a"]],
    ["any of several", { $or: [contains("inputs", "pear"), contains("inputs", "red")] }, ["a", "c"]],
    ["not", { $not: [contains("inputs", "apple")] }, ["c"]],
    [
      "any, one of which is not indexed",
      { $or: [contains("inputs", "pear"), contains("attributes", "plum")] },
      ["a", "c"],
    ],
    ["in another field than it is in", contains("output", "apple"), []],
    ["nothing", contains("inputs", ""), ["a", "b", "c"]],
    ["inside a payload", contains("attributes.k", "lu"), ["a"]],
  ])("%s", async (_name, $expr, expected) => {
    expect(await ids(project_id, { $expr })).toEqual(expected);
    const newest = { sort_by: [{ field: "started_at", direction: "desc" as const }], limit: 10 };
    expect((await listIds(opened().store, { project_id, query: { $expr }, ...newest })).toSorted()).toEqual(expected);
  });
});

test("what is counted by time and by value is what is listed", async () => {
  const project_id = unique("local/search");
  const texts = ["red apple", "green apple", "green pear"];
  await opened().store.writeCalls(
    texts.map((text, n) =>
      finished({ project_id, id: `c${n}`, inputs: json(JSON.stringify(text)), op_name: `op${n}` }),
    ),
  );
  await indexAll(project_id);
  const query = anywhere("APPLE");
  const [from, end] = ["2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"];
  const range = { start: from, end, starts: [from], prices: [], groupBy: [], limit: 10 };
  const calls = await opened().store.countByTime({ project_id, query, ...range });
  expect(calls.map((one) => one.count)).toEqual([2, 2]);
  const [facet] = await opened().store.countFacets({ project_id, query, fields: ["op_name"] });
  expect(facet?.values.map(({ value }) => value)).toEqual(["op0", "op1"]);
});

test("a search during indexing and merging misses nothing", async () => {
  const project_id = unique("local/search");
  const writes = Array.from({ length: 600 }, (_, n) => finished({ project_id, id: `c${n}`, inputs: json('"needle"') }));
  let written = 0;
  let isDone = false;
  const writing = (async () => {
    for (; written < writes.length; written += 10) {
      await opened().store.writeCalls(writes.slice(written, written + 10));
      await indexSome(project_id);
    }
    isDone = true;
  })();
  while (!isDone) {
    const before = written;
    expect(await count(project_id, anywhere("needle"))).toBeGreaterThanOrEqual(before);
  }
  await writing;
  expect(await count(project_id, anywhere("needle"))).toBe(writes.length);
});

test("several replicas index each call once", async () => {
  const project_id = unique("local/search");
  for (let n = 0; n < 60; n += 1)
    await opened().store.writeCalls([finished({ project_id, id: `c${n}`, inputs: json('"needle"') })]);
  await Promise.all([indexAll(project_id), indexAll(project_id), indexAll(project_id)]);
  const indexed = await database.query("select unnest(ids) as id from search_ids where project_id = $1", [project_id]);
  const found = indexed.map((row) => requiredText(row, "id"));
  expect([found.length, new Set(found).size]).toEqual([60, 60]);
  expect(await count(project_id, anywhere("needle"))).toBe(60);
});

describe("the index is removed", () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(opened().connection);
    await client.connect();
  });
  afterAll(() => client.end());

  async function indexed(project_id: string): Promise<void> {
    for (const day of ["01", "02", "03"]) {
      const started_at = `2026-10-${day}T08:00:00.000000Z`;
      await opened().store.writeCalls([finished({ project_id, id: `c${day}`, started_at, inputs: json('"text"') })]);
      await indexAll(project_id);
    }
    await opened().store.writeCalls([finished({ project_id, id: "waiting" })]);
  }

  test("with the calls that expire", async () => {
    const project_id = unique("local/search");
    await indexed(project_id);
    await expireCalls(client, project_id, new Date("2026-10-03T00:00:00Z"));
    const [, segments, pages, blocks] = await rowsOf(project_id);
    expect([segments, blocks]).toEqual([1, 1]);
    expect(pages).toBeGreaterThan(0);
    expect(await ids(project_id, anywhere("text"))).toEqual(["c03"]);
  });

  test("with its project", async () => {
    const project_id = unique("local/search");
    await indexed(project_id);
    expect(await rowsOf(project_id)).not.toContain(0);
    await eraseProject(client, project_id);
    expect(await rowsOf(project_id)).toEqual([0, 0, 0, 0]);
  });
});
