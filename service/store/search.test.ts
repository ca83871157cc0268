import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Query, literal } from "@/lib/contract/expression";
import { Database } from "./database";
import { indexProject } from "./search-index";
import { LONG_CALL_CHARS, MERGED_SEGMENTS } from "./search-segment";
import { RANK } from "./store";
import { finished, json, listIds, start, unique, useStore } from "./test-store";

const opened = useStore();
let database: Database;
beforeAll(() => {
  database = new Database(opened());
});
afterAll(() => database.close());

const FIELDS = ["inputs", "output", "exception", "op_name", "display_name"];

/** As the trace list asks for a text. */
function anywhere(text: string, anyCase = true): Query {
  const substr = literal(text);
  return {
    $expr: {
      $or: FIELDS.map((field) => ({
        $contains: { input: { $getField: field }, substr, case_insensitive: anyCase },
      })),
    },
  };
}

const ids = (project_id: string, query: Query) => listIds(opened().store, { project_id, query });

async function count(project_id: string, query: Query): Promise<number> {
  return (await opened().store.countCalls({ project_id, query, totalStorageSize: false })).count;
}

/** Indexes all that waits, in segments of a few calls. */
async function indexAll(projectId: string): Promise<void> {
  while (await indexProject(database, projectId, { calls: 1, chars: 1 }));
}

/** How many segments there are of each level. */
async function levels(projectId: string): Promise<Record<string, string>> {
  const rows = await database.query(
    "select level::text, count(*)::text from search_segments where project_id = $1 group by level",
    [projectId],
  );
  return Object.fromEntries(rows.map(({ level, count: segments }) => [level, segments]));
}

test("segments are merged, and what they held is found", async () => {
  const project_id = unique("local/search");
  const calls = MERGED_SEGMENTS ** 2 + 3;
  for (let n = 0; n < calls; n += 1) {
    const text = json(JSON.stringify(`the call of number <${n}> ${n % 3 === 0 ? "fizz" : ""}`));
    await opened().store.writeCalls([finished({ project_id, id: `c${n}`, inputs: text })]);
    await indexProject(database, project_id, { calls: 1, chars: 1 });
  }
  expect(await levels(project_id)).toEqual({ 0: "3", 2: "1" });
  expect(await ids(project_id, anywhere("NUMBER <17>"))).toEqual(["c17"]);
  expect(await count(project_id, anywhere("fizz"))).toBe(Math.ceil(calls / 3));
  expect(await count(project_id, anywhere("the call"))).toBe(calls);
  expect(await ids(project_id, anywhere("buzz"))).toEqual([]);
});
