import { describe, expect, test } from "vitest";
import type { CallOverview } from "@/lib/contract/calls";
import { JsonText } from "@/lib/json/text";
import { type Query, literal } from "@/lib/contract/expression";
import type { CallWrite } from "./call-write";
import { finished, list, listIds, start, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

type Tree = Record<string, Partial<CallWrite>>;

/** Stores a trace in a separate project: each key is a call, its first letters are the calls above it. */
async function storeTree(tree: Tree, shape: "as written" | "children first"): Promise<string> {
  const project_id = `local/${unique("tree")}`;
  const writes = Object.entries(tree).map(([id, fields]) => {
    const parent_id = id.length > 1 ? id.slice(0, -1) : undefined;
    const make = "ended_at" in fields ? start : finished;
    return make({ project_id, trace_id: "t", id, parent_id, ...fields });
  });
  if (shape === "children first") writes.reverse();
  for (const write of writes) await opened().store.writeCalls([write]);
  return project_id;
}

async function overviews(project_id: string): Promise<Record<string, CallOverview | undefined>> {
  const rows = await list(opened().store, { project_id, columns: ["id", "overview"] });
  return Object.fromEntries(rows.map(({ id, overview }) => [id, overview]));
}

const equals = (name: string, value: unknown): Query => ({ $expr: { $eq: [{ $getField: name }, literal(value)] } });

const failed = { exception: "boom" };
const running = { ended_at: undefined };

describe("status", () => {
  test.each<{ name: string; tree: Tree; expected: Record<string, string> }>([
    { name: "all well", tree: { a: {}, ab: {} }, expected: { a: "success", ab: "success" } },
    { name: "running", tree: { a: running, ab: {} }, expected: { a: "running", ab: "success" } },
    {
      name: "a failure deep below",
      tree: { a: {}, ab: {}, abc: failed, ad: {} },
      expected: { a: "descendant_error", ab: "descendant_error", abc: "error", ad: "success" },
    },
    {
      name: "a failure below a failure",
      tree: { a: {}, ab: failed, abc: {}, abcd: failed },
      expected: { a: "descendant_error", ab: "error", abc: "descendant_error", abcd: "error" },
    },
    { name: "running above a failure", tree: { a: running, ab: failed }, expected: { a: "running", ab: "error" } },
    { name: "failed while it ran", tree: { a: { ...running, ...failed } }, expected: { a: "error" } },
    {
      name: "parents in a circle",
      tree: { a: { parent_id: "ab" }, ab: {}, abc: failed, d: { parent_id: "d" } },
      expected: { a: "descendant_error", ab: "descendant_error", abc: "error", d: "success" },
    },
    {
      name: "a parent in another trace",
      tree: { a: { trace_id: "other" }, ab: failed },
      expected: { a: "success", ab: "error" },
    },
  ])("$name", async ({ tree, expected }) => {
    for (const shape of ["as written", "children first"] as const) {
      const project_id = await storeTree(tree, shape);
      const found = Object.entries(await overviews(project_id)).map(([id, overview]) => [id, overview?.status]);
      expect(Object.fromEntries(found)).toEqual(expected);
      for (const status of ["running", "success", "error", "descendant_error"]) {
        const having = Object.keys(expected).filter((id) => expected[id] === status);
        const query = equals("overview.status", status);
        expect(await listIds(opened().store, { project_id, query })).toEqual(having.sort());
        expect(await listIds(opened().store, { project_id, query, limit: 10 })).toEqual(having.sort());
        expect(await opened().store.countCalls({ project_id, query, totalStorageSize: false })).toMatchObject({
          count: having.length,
        });
      }
    }
  });
});

const used = (prompt_tokens: number) => ({ usage: { prompt_tokens, total_tokens: prompt_tokens } });

describe("tokens of a trace", () => {
  test.each<{ name: string; tree: Tree; expected: number | undefined }>([
    { name: "none reported", tree: { a: {} }, expected: undefined },
    { name: "a call alone", tree: { a: used(5) }, expected: 5 },
    {
      name: "model calls, not the agent above them",
      tree: { a: { kind: "agent", ...used(22) }, ab: { kind: "llm", ...used(11) }, ac: { kind: "llm", ...used(11) } },
      expected: 22,
    },
    {
      name: "a parent without kind repeats its children",
      tree: { a: used(22), ab: used(11), ac: used(11) },
      expected: 22,
    },
    {
      name: "embeddings count, chains do not",
      tree: {
        a: { kind: "chain", ...used(9) },
        ab: { kind: "embedding", ...used(2) },
        ac: { kind: "tool", ...used(1) },
      },
      expected: 3,
    },
    {
      name: "a model call within a model call, which are one request",
      tree: { a: { kind: "llm", ...used(4) }, ab: { kind: "llm", ...used(4) } },
      expected: 4,
    },
    {
      name: "a model call that embeds its question",
      tree: { a: { kind: "llm", ...used(3) }, ab: { kind: "embedding", ...used(4) } },
      expected: 7,
    },
    { name: "an agent alone falls back to its own", tree: { a: { kind: "agent", ...used(9) }, ab: {} }, expected: 9 },
  ])("$name", async ({ tree, expected }) => {
    const project_id = await storeTree(tree, "children first");
    const { a, ab } = await overviews(project_id);
    expect(a?.total_usage?.total_tokens).toBe(expected);
    expect(ab?.total_usage).toBeUndefined();
    expect(ab?.usage).toEqual(tree.ab?.usage);
    const query = equals("overview.total_tokens", expected ?? null);
    expect(await listIds(opened().store, { project_id, query })).toContain("a");
  });
});

test.each<{ name: string; tree: Tree; expected: string | undefined }>([
  { name: "its own model", tree: { a: { model: "o" }, ab: { model: "m" } }, expected: "o" },
  {
    name: "the model that most calls of its trace used",
    tree: { a: {}, ab: { model: "m" }, ac: { model: "n" }, ad: { model: "n" } },
    expected: "n",
  },
  { name: "none where no call used one", tree: { a: {}, ab: {} }, expected: undefined },
])("a root shows $name", async ({ tree, expected }) => {
  const { a, ab } = await overviews(await storeTree(tree, "as written"));
  expect(a?.model).toBe(expected);
  expect(ab?.model).toBe(tree.ab?.model);
});

test("an overview has the latency to the microsecond, never below zero", async () => {
  const project_id = await storeTree(
    {
      a: { started_at: "2026-11-20T08:00:00.000001Z", ended_at: "2026-11-20T08:00:01.234567Z" },
      b: { started_at: "2026-11-20T08:00:02.000000Z", ended_at: "2026-11-20T08:00:01.000000Z", dropped: 73 },
      c: { started_at: "2026-11-20T08:00:00.000000Z", ended_at: "2026-11-20T08:00:00.000576Z" },
    },
    "as written",
  );
  const { a, b, c } = await overviews(project_id);
  expect(a?.latency_ms).toBe(1234.566);
  expect(c?.latency_ms).toBe(0.576);
  expect(b).toMatchObject({ latency_ms: 0, dropped: 73 });
});

describe("a root without an input or output", () => {
  const json = (text: string) => new JsonText(text);
  const contains = (name: string, text: string): Query => ({
    $expr: { $contains: { input: { $getField: name }, substr: literal(text) } },
  });
  const at = (second: number) => ({
    started_at: `2026-01-01T00:00:0${second}Z`,
    ended_at: `2026-01-01T00:00:0${second + 1}Z`,
  });
  const model = (second: number, said: string) => ({
    ...at(second),
    kind: "llm" as const,
    inputs: json(JSON.stringify({ messages: [{ role: "user", content: `asked ${said}` }] })),
    output: json(JSON.stringify({ choices: [{ message: { role: "assistant", content: `said ${said}` } }] })),
  });
  const blank = { ...at(0), inputs: json("{}"), output: undefined };
  const previews = async (project: string, id = "a") => {
    const { input_preview, output_preview, borrowed } = (await overviews(project))[id] ?? {};
    return { input_preview, output_preview, borrowed };
  };

  test.each(["as written", "children first"] as const)("shows those of its model calls, %s", async (shape) => {
    const project = await storeTree(
      {
        a: blank,
        ab: { ...at(1), kind: "tool" },
        abc: model(2, "one"),
        ad: model(4, "two"),
        ae: { ...at(6), kind: "llm" },
      },
      shape,
    );
    const shown = { input_preview: "asked one", output_preview: "said two", borrowed: { input: "abc", output: "ad" } };
    expect(await previews(project)).toEqual(shown);
    // Only a root borrows.
    expect((await previews(project, "ab")).borrowed).toBeUndefined();
    const call = await opened().store.readCall(project, "a", { storageSize: false, totalStorageSize: false });
    expect(call?.inputs.text).toBe("{}");
    expect(call?.output).toBeUndefined();
    const found = async (query: Query) => (await listIds(opened().store, { project_id: project, query })).toSorted();
    expect(await found(equals("overview.input_preview", "asked one"))).toEqual(["a", "abc"]);
    expect(await found(equals("overview.output_preview", "said two"))).toEqual(["a", "ad"]);
    expect(await found(contains("inputs", "asked one"))).toEqual(["a", "abc"]);
    expect(await found(contains("inputs", "asked two"))).toEqual(["ad"]);
    expect(await found(contains("output", "said two"))).toEqual(["a", "ad"]);
  });

  test("shows its own where it has one", async () => {
    const project = await storeTree(
      { a: { ...blank, inputs: json('{"question":"mine"}') }, ab: model(1, "one") },
      "as written",
    );
    expect(await previews(project)).toEqual({
      input_preview: "mine",
      output_preview: "said one",
      borrowed: { output: "ab" },
    });
  });

  test("shows no output while it runs, or if it failed", async () => {
    const project = await storeTree({ a: { ...blank, ended_at: undefined }, ab: model(1, "one") }, "as written");
    expect((await previews(project)).borrowed).toEqual({ input: "ab" });
    const other = await storeTree({ a: { ...blank, exception: "boom" }, ab: model(1, "one") }, "as written");
    expect((await previews(other)).borrowed).toEqual({ input: "ab" });
  });
});
