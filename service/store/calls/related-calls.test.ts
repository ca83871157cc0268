import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALL_KINDS } from "@/lib/contract/call-kinds";
import { type Expression, type Relation, RELATIONS, literal } from "@/lib/contract/expression";
import type { CallWrite } from "./call-write";
import { type FieldReader, type RelatedReader, type Value, matches } from "@/service/store/sql/test-evaluate";
import { Database } from "@/service/store/connections/database";
import { indexProject } from "@/service/store/search/index-project";
import { findRelated } from "@/service/store/search/candidates";
import { PROJECT, finished, json, listIds, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

/** A call as its place in its trace: `id parent kind second`, with an exception, an empty output, or deleted. */
const TRACES: Record<string, string[]> = {
  // A failed tool at several depths, with and without a retriever before it.
  one: [
    "root - agent 0",
    "found root retriever 1 empty",
    "step root chain 2",
    "tool step tool 3 failed",
    "late root retriever 4 empty",
  ],
  two: ["root2 - agent 0", "tool2 root2 tool 1 failed", "found2 root2 retriever 2 empty", "step2 tool2 chain 3"],
  // Calls that start at once have no order.
  ties: ["root3 - agent 0", "tool3 root3 tool 0 failed", "found3 root3 retriever 0 empty"],
  // Orphans, two roots, and a parent in another trace.
  parts: ["orphan missing agent 0", "under orphan tool 1 failed", "root4 - agent 2", "stray root retriever 3"],
  deleted: ["root5 - agent 0", "gone root5 chain 1 deleted", "below gone tool 2 failed"],
  alone: ["single - tool 0 failed"],
  // Two calls that name each other as parent.
  circle: ["this that chain 0", "that this chain 1", "tail that tool 2 failed"],
};

const CALLS: CallWrite[] = Object.entries(TRACES).flatMap(([trace_id, calls], day) =>
  calls.map((line) => {
    const [id = "", parent = "", kind, second, ...marks] = line.split(" ");
    return finished({
      id,
      trace_id,
      parent_id: parent === "-" ? undefined : parent,
      kind: CALL_KINDS.find((one) => one === kind),
      op_name: `${kind}-${trace_id}`,
      started_at: `2026-11-${10 + day}T08:00:0${second}.000000Z`,
      ended_at: `2026-11-${10 + day}T08:00:09.000000Z`,
      exception: marks.includes("failed") ? "Error: timeout" : undefined,
      output: json(marks.includes("empty") ? "[]" : '["some"]'),
    });
  }),
);
const DELETED = ["gone", "below"];
const VISIBLE = CALLS.filter(({ id }) => !DELETED.includes(id));

const parentOf = ({ parent_id, trace_id }: CallWrite) =>
  VISIBLE.find((call) => call.id === parent_id && call.trace_id === trace_id);

function above(call: CallWrite): CallWrite[] {
  const all = new Set<CallWrite>();
  for (let parent = parentOf(call); parent && !all.has(parent); parent = parentOf(parent)) all.add(parent);
  return [...all];
}

const RELATED: Record<Relation, (call: CallWrite, other: CallWrite) => boolean> = {
  below: (call, other) => above(other).includes(call),
  above: (call, other) => above(call).includes(other),
  earlier: (call, other) => (other.started_at ?? "") < (call.started_at ?? ""),
  later: (call, other) => (other.started_at ?? "") > (call.started_at ?? ""),
};

const textOf = (text: string | null | undefined): Value => (text ? { type: "text", text } : undefined);

function fieldsOf(call: CallWrite): FieldReader {
  return (path) => {
    if (path === "overview.kind") return textOf(call.kind);
    if (path === "op_name") return textOf(call.op_name);
    if (path === "overview.status") return textOf(call.exception ? "error" : "success");
    if (path === "output") return textOf(call.output?.text);
    return textOf(call.exception);
  };
}

const relatedTo =
  (call: CallWrite): RelatedReader =>
  (relation) =>
    VISIBLE.filter((other) => other.trace_id === call.trace_id && RELATED[relation](call, other)).map((other) => ({
      field: fieldsOf(other),
      related: relatedTo(other),
    }));

const NEWEST = [{ field: "started_at", direction: "desc" as const }];

/** The ids that a list, its first page, the page after the first call, a bounded list and a count must have. */
function expectedOf($expr: Expression) {
  const newest = VISIBLE.filter((call) => matches({ $expr }, fieldsOf(call), relatedTo(call)))
    .toSorted((a, b) => (`${a.started_at} ${a.id}` < `${b.started_at} ${b.id}` ? 1 : -1))
    .map(({ id }) => id);
  const all = newest.toSorted();
  return { all, page: newest.slice(0, 2), next: newest.slice(1, 3), bounded: all, count: all.length };
}

async function foundBy($expr: Expression) {
  const { store } = opened();
  const query = { project_id: PROJECT, query: { $expr } };
  const page = await listIds(store, { ...query, sort_by: NEWEST, limit: 2 });
  const [after_id] = page;
  const { count } = await store.countCalls({ ...query, totalStorageSize: false });
  return {
    all: (await listIds(store, query)).toSorted(),
    page,
    next: after_id === undefined ? [] : await listIds(store, { ...query, sort_by: NEWEST, limit: 2, after_id }),
    bounded: (await listIds(store, { ...query, newest: 100 })).toSorted(),
    count,
  };
}

const field = ($getField: string): Expression => ({ $getField });
const isKind = (kind: string): Expression => ({ $eq: [field("overview.kind"), literal(kind)] });
const FAILED: Expression = { $convert: { input: field("exception"), to: "exists" } };
const IS_ERROR: Expression = { $eq: [literal("error"), field("overview.status")] };
const isEmpty: Expression = { $eq: [field("output"), literal("[]")] };
const has = (name: string, text: string): Expression => ({
  $contains: { input: field(name), substr: literal(text), case_insensitive: true },
});
const related = (relation: Relation, condition: Expression): Expression => ({ $related: { relation, condition } });

let database: Database;
beforeAll(async () => {
  const { store } = opened();
  database = Database.open(opened());
  await store.writeCalls(CALLS.slice(0, -3));
  while (await indexProject(database, PROJECT, { calls: 1, chars: 1 }));
  // Some calls are not indexed yet.
  await store.writeCalls(CALLS.slice(-3));
  await store.deleteCalls(PROJECT, ["gone"]);
});
afterAll(() => database.close());

describe("calls that have", () => {
  test.each<[string, Expression, string[]]>([
    [
      "a failed tool below them",
      related("below", { $and: [isKind("tool"), FAILED] }),
      ["orphan", "root", "root2", "root3", "step", "that", "this"],
    ],
    [
      "a failed tool below them, and before it an empty retriever",
      related("below", {
        $and: [isKind("tool"), FAILED, related("earlier", { $and: [isKind("retriever"), isEmpty] })],
      }),
      ["root", "step"],
    ],
    ["a call below a call below them", related("below", related("below", FAILED)), ["root", "this", "that"]],
    [
      "a failed call below them, by its status",
      related("below", IS_ERROR),
      ["orphan", "root", "root2", "root3", "step", "that", "this"],
    ],
    ["a failed call above them", related("above", FAILED), ["step2"]],
    [
      "an agent above them",
      related("above", isKind("agent")),
      ["found", "found2", "found3", "late", "step", "step2", "tool", "tool2", "tool3", "under"],
    ],
    [
      "a failed call after them",
      related("later", FAILED),
      ["found", "orphan", "root", "root2", "step", "that", "this"],
    ],
    [
      "a text in a call that is five relations away",
      related(
        "earlier",
        related("later", related("later", related("later", related("later", has("op_name", "nowhere"))))),
      ),
      [],
    ],
    [
      "a text below them",
      related("below", has("exception", "TIMEOUT")),
      ["orphan", "root", "root2", "root3", "step", "that", "this"],
    ],
  ])("%s", async (_, $expr, ids) => {
    expect(expectedOf($expr).all).toEqual(ids.toSorted());
    expect(await foundBy($expr)).toEqual(expectedOf($expr));
  });
});

const condition = fc.constantFrom<Expression>(
  isKind("tool"),
  isKind("retriever"),
  isKind("agent"),
  FAILED,
  IS_ERROR,
  isEmpty,
  { $like: { input: field("op_name"), pattern: "tool-%" } },
  { $like: { input: field("op_name"), pattern: "%\\-t_o" } },
  has("exception", "timeout"),
  has("op_name", "ER-one"),
  has("op_name", "nowhere"),
);
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 2, arbitrary: condition },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...RELATIONS), tie("expression"))
        .map(([relation, one]) => related(relation, one)),
    },
    { weight: 1, arbitrary: fc.tuple(tie("expression"), tie("expression")).map(($and) => ({ $and })) },
    { weight: 1, arbitrary: fc.tuple(tie("expression"), tie("expression")).map(($or) => ({ $or })) },
    { weight: 1, arbitrary: tie("expression").map((one): Expression => ({ $not: [one] })) },
  ),
}));

test("lists and counts are what the relations mean", async () => {
  await fc.assert(
    fc.asyncProperty(expression, async ($expr) => {
      expect(await foundBy($expr)).toEqual(expectedOf($expr));
    }),
    { numRuns: 60 },
  );
});

test("a failed call below is the same whether it is stored with the trace or read from its calls", async () => {
  await opened().store.totalTraces(new AbortController().signal);
  for (const $expr of [related("below", IS_ERROR), related("later", related("below", IS_ERROR))])
    expect(await foundBy($expr)).toEqual(expectedOf($expr));
});

test("text in the condition of a relation is looked up in the index, also within another and when negated", async () => {
  const inner = { $and: [isKind("retriever"), has("op_name", "er-one")] };
  const outer = { $and: [has("op_name", "tool"), related("earlier", inner)] };
  const $expr: Expression = { $not: [{ $or: [related("below", outer), related("below", FAILED)] }] };
  const ids = await findRelated(database, { project_id: PROJECT, query: { $expr } });
  const notIndexed = CALLS.slice(-3).map(({ id }) => id);
  expect(ids.get(inner)?.toSorted()).toEqual(["found", "late", ...notIndexed].toSorted());
  expect([...ids.keys()]).toEqual([outer, inner]);
  expect(await foundBy($expr)).toEqual(expectedOf($expr));
});

test("a page is the same if its calls are not among the newest, in whose traces related calls are looked for first", async () => {
  const { store } = opened();
  const project_id = "local/many";
  const alone = [519, 3, 2];
  const calls = Array.from({ length: 520 }, (_, n) => {
    const started_at = new Date(Date.UTC(2026, 10, 1, 0, n)).toISOString();
    const root = finished({ project_id, id: `root-${n}`, trace_id: `trace-${n}`, parent_id: undefined, started_at });
    const child = { ...root, id: `child-${n}`, parent_id: root.id, exception: "Error: timeout" };
    return alone.includes(n) ? [root] : [root, child];
  });
  await store.writeCalls(calls.flat());
  const page = async ($expr: Expression) =>
    (
      await listIds(store, {
        project_id,
        query: { $expr },
        filter: { trace_roots_only: true },
        sort_by: NEWEST,
        limit: 3,
      })
    ).map((id) => id.replace("root-", ""));
  const failedBelow = related("below", FAILED);
  expect(await page({ $not: [failedBelow] })).toEqual(["519", "3", "2"]);
  expect(await page(failedBelow)).toEqual(["518", "517", "516"]);
});

test("a relation is combined with filters, statistics and facets", async () => {
  const { store } = opened();
  const query = { project_id: PROJECT, query: { $expr: related("below", FAILED) } };
  const roots = { ...query, filter: { trace_roots_only: true } };
  expect((await listIds(store, roots)).toSorted()).toEqual(["orphan", "root", "root2", "root3"]);
  expect(await listIds(store, { ...query, filter: { trace_ids: ["two"] } })).toEqual(["root2"]);
  const facets = await store.countFacets({ ...roots, fields: ["kind"] });
  expect(facets[0]?.values).toEqual([{ value: "agent", count: 4, errors: 0 }]);
  const range = { start: "2026-11-11T00:00:00.000000Z", end: "2026-11-13T00:00:00.000000Z" };
  const stats = { ...query, ...range, starts: [range.start], prices: [], groupBy: [], limit: 10 };
  for (const [wholeTraces, count] of [
    [false, 2],
    [true, 7],
  ] as const) {
    const [bucket] = await store.countByTime({ ...stats, wholeTraces });
    expect(bucket?.count).toBe(count);
  }
});

test("only calls have relations, and what is wrong within one is named", async () => {
  const { store } = opened();
  const query = (condition: Expression) => ({ query: { $expr: related("below", condition) } });
  await expect(listIds(store, query(field("nothing")))).rejects.toMatchObject({
    code: "invalid",
    errors: [{ path: "query.$expr.$related.condition.$getField" }],
  });
  const signal = new AbortController().signal;
  const feedback = store.listFeedback({ project_id: PROJECT, ...query(field("payload")) }, signal);
  await expect(feedback.next()).rejects.toMatchObject({ code: "invalid" });
});
