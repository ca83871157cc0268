import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { type CallWrite, RANK } from "./call-write";
import { callsOf } from "./roots";
import { finished, listIds, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

type Place = (project: string) => CallWrite;
const parent: Place = (project_id) => finished({ project_id, id: "parent", trace_id: "t" });
const child: Place = (project_id) => finished({ project_id, id: "child", trace_id: "t", parent_id: "parent" });
const pendingParent: Place = (project_id) => ({
  project_id,
  id: "parent",
  rank: RANK.end,
  ended_at: "2026-11-20T08:00:01.000000Z",
});
const lateParentId: Place = (project_id) => finished({ project_id, id: "child", trace_id: "t", parent_id: "gone" });

const roots = (project_id: string) =>
  listIds(opened().store, {
    project_id,
    filter: { trace_roots_only: true },
    sort_by: [{ field: "id", direction: "asc" }],
  });

test.each<{ name: string; batches: Place[][]; expected: string[] }>([
  { name: "a call whose parent has not come is a root", batches: [[child]], expected: ["child"] },
  { name: "until it comes", batches: [[child], [parent]], expected: ["parent"] },
  { name: "in one batch, child first", batches: [[child, parent]], expected: ["parent"] },
  { name: "after its parent", batches: [[parent], [child]], expected: ["parent"] },
  { name: "a parent that is only an end is not there yet", batches: [[child], [pendingParent]], expected: ["child"] },
  { name: "nor in the same batch", batches: [[pendingParent, child]], expected: ["child"] },
  { name: "nor before", batches: [[pendingParent], [child]], expected: ["child"] },
  { name: "then its start comes", batches: [[child], [pendingParent], [parent]], expected: ["parent"] },
  {
    name: "a repeat names another parent",
    batches: [[parent], [child], [lateParentId]],
    expected: ["child", "parent"],
  },
])("$name", async ({ batches, expected }) => {
  const project = unique("local/roots");
  for (const batch of batches) await opened().store.writeCalls(batch.map((write) => write(project)));
  expect(await roots(project)).toEqual(expected);
});

test("parents and children that arrive at the same moment leave no false root", async () => {
  const project_id = unique("local/roots");
  const pairs = Array.from({ length: 100 }, (_, n) => ({
    parent: finished({ project_id, id: `p${n}`, trace_id: `t${n}` }),
    child: finished({ project_id, id: `c${n}`, trace_id: `t${n}`, parent_id: `p${n}` }),
  }));
  await Promise.all(
    pairs.flatMap((pair) => [opened().store.writeCalls([pair.child]), opened().store.writeCalls([pair.parent])]),
  );
  const ids = await roots(project_id);
  expect(ids).toHaveLength(100);
  expect(ids.every((id) => id.startsWith("p"))).toBe(true);
});

/** A text of so many bytes that an index cannot store shorter. */
const incompressible = (bytes: number) => randomBytes(bytes / 2).toString("hex");
const filter = { trace_roots_only: true };
const started_at = "2026-11-20T08:00:00.000000Z";
const RANGE = { start: started_at, end: "2026-11-20T09:00:00.000000Z", starts: [started_at] };

test("roots whose texts are too long for the index of roots are counted, grouped and sorted with the others", async () => {
  const { store } = opened();
  const project_id = unique("local/roots");
  const display_name = incompressible(1000);
  const wide = { project_id, trace_id: incompressible(400), op_name: incompressible(400), kind: "agent" as const };
  await store.writeCalls([
    finished({ project_id, id: "narrow", kind: "agent", ended_at: "2026-11-20T08:00:02.000000Z" }),
    finished({
      ...wide,
      id: "wide",
      display_name,
      user_id: incompressible(500),
      ended_at: "2026-11-20T08:00:03.000000Z",
    }),
    finished({ ...wide, id: "orphan", parent_id: incompressible(600), user_id: incompressible(1000) }),
    finished({ ...wide, id: "child", parent_id: "wide" }),
  ]);
  const sort_by = [{ field: "overview.latency_ms", direction: "desc" as const }];
  const shown = async () => ({
    count: (await store.countCalls({ project_id, filter, totalStorageSize: false })).count,
    facets: (await store.countFacets({ project_id, filter, fields: ["kind"] }))[0]?.values,
    counted: (await store.countByTime({ project_id, filter, ...RANGE, prices: [], groupBy: [], limit: 9 })).map(
      ({ count }) => count,
    ),
    sorted: await listIds(store, { project_id, filter, sort_by, limit: 9 }),
  });
  const all = (count: number) => ({ count, facets: [{ value: "agent", count, errors: 0 }], counted: [count, count] });
  expect(await shown()).toEqual({ ...all(3), sorted: ["wide", "narrow", "orphan"] });
  await store.writeCalls([{ project_id, id: "wide", rank: RANK.update, display_name: "", user_id: "" }]);
  expect(await shown()).toEqual({ ...all(3), sorted: ["wide", "narrow", "orphan"] });
  await store.deleteCalls(project_id, ["orphan"]);
  expect(await shown()).toEqual({ ...all(2), sorted: ["wide", "narrow"] });
});

test("the conditions of the table of roots are those of its two indexes", async () => {
  const client = new pg.Client(opened().connection);
  await client.connect();
  const { rows: indexes } = await client.query<{ condition: string }>(
    `select pg_get_expr(indpred, indrelid) as condition from pg_index
      where indexrelid in ('calls_roots'::regclass, 'calls_wide_roots'::regclass) order by indexrelid::regclass::text`,
  );
  await client.query(
    `create temporary view roots as select c.id from ${callsOf("'p'", filter)} c
      where c.visible and (c.parent_id is null or c.orphan)`,
  );
  const { rows: views } = await client.query<{ text: string }>("select pg_get_viewdef('roots'::regclass) as text");
  await client.end();
  const [roots = "", wide = ""] = indexes.map(({ condition }) => condition);
  const IS_WIDE = /octet_length\(.*\)::integer/s;
  const inIndex = IS_WIDE.exec(roots)?.[0];
  expect(inIndex).toBeDefined();
  expect(IS_WIDE.exec(wide)?.[0]).toBe(inIndex);
  expect([roots, wide].map((condition) => condition.replace(IS_WIDE, ""))).toEqual([
    "(visible AND ((parent_id IS NULL) OR orphan) AND ((( <> 1))",
    "(visible AND ((parent_id IS NULL) OR orphan) AND ((( = 1))",
  ]);
  expect(views[0]?.text.replaceAll("calls.", "")).toContain(inIndex);
});
