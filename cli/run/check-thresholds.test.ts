import { expect, it } from "vitest";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { JsonText, toJsonText } from "@/lib/json/text";
import { baselineBody } from "@/lib/queries/pin-baseline";
import { testClient } from "@/lib/queries/test-client";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { checkThresholds } from "./check-thresholds";
import type { Thresholds } from "./thresholds";

const PROJECT = "acme/bot";
const ref = (name: string, version = "v1") => `weave:///${PROJECT}/object/${name}:${version}`;
const definition: ExperimentDefinition = {
  name: "e",
  table_digest: "t",
  dataset_ref: ref("cases", "v9"),
  request: new JsonText("{}"),
  scorer_refs: [ref("grader")],
};
const none: Thresholds = { failUnder: new Map(), failOver: new Map(), maxLoss: new Map(), maxFailures: 0 };
const at = (score: string) => new Map([[score, 0.1]]);

/** A project with the scorer `exact` of the object `grader`, and the experiment `base`, which has that score. */
function serviceWith(pinned: readonly [score: string, id: string][]) {
  const scorer = writeScorer({ name: "exact", definition: { type: "exact" } }).text;
  const { obj } = baselineBody(PROJECT, { dataset: "cases", experiments: new Map(pinned) });
  const baseline = `{"project_id":"${PROJECT}","object_id":"b","created_at":"2026-01-01T00:00:00Z","digest":"d","version_index":0,"is_latest":1,"kind":"object","val":${obj.val.text}}`;
  const call = { project_id: PROJECT, trace_id: "base", started_at: "2026-01-01T00:00:00Z" };
  const root = { ...call, id: "base", op_name: "Evaluation.evaluate" };
  const result = {
    ...call,
    id: "r",
    parent_id: "base",
    op_name: ref("Evaluation.predict_and_score").replace("object", "op"),
    inputs: { example: 1 },
    output: { output: "x", scores: { exact: { score: true } } },
  };
  return testClient(({ path, body }) => {
    if (path.includes("read_batch")) return `{"vals":[${scorer}]}`;
    if (path.includes("/objs/")) return `{"objs":[${baseline}]}`;
    const filter = toJsonText(body.filter).text;
    if (filter.includes("parent_ids")) return `${JSON.stringify(result)}\n`;
    return filter.includes('"base"') ? `${JSON.stringify(root)}\n` : "";
  });
}

const check = async (
  thresholds: Partial<Thresholds>,
  { pinned = [], baseline }: { pinned?: readonly [string, string][]; baseline?: string } = {},
) => {
  const { client, asked } = serviceWith(pinned);
  try {
    await checkThresholds({ client, projectId: PROJECT }, definition, { ...none, ...thresholds }, baseline);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  } finally {
    expect(asked.filter(({ path }) => path.includes("create"))).toEqual([]);
  }
  return "passes";
};

it.each<[string, Promise<string>, string | RegExp]>([
  ["no threshold", check({}), "passes"],
  ["a score by the name of its scorer", check({ failUnder: at("exact") }), "passes"],
  ["a score by its own name", check({ failOver: at("exact.score") }), "passes"],
  ["a name with a typo", check({ failUnder: at("exat") }), /^--fail-under exat: no scorer .*; scorers: exact\.$/],
  ["the name of the object", check({ maxLoss: at("grader") }), /^--max-loss grader: no scorer/],
  ["a loss without a baseline", check({ maxLoss: at("exact") }), /no baseline is pinned for this score of cases/],
  ["a loss with one of another score", check({ maxLoss: at("exact") }, { pinned: [["tone", "base"]] }), /no baseline/],
  ["a loss with a pinned one", check({ maxLoss: at("exact") }, { pinned: [["exact.score", "base"]] }), "passes"],
  ["a loss with one of all scores", check({ maxLoss: at("exact.score") }, { pinned: [["", "base"]] }), "passes"],
  ["a loss with a deleted one", check({ maxLoss: at("exact") }, { pinned: [["", "gone"]] }), /no experiment "gone"/],
  ["a loss with a named one", check({ maxLoss: at("exact") }, { baseline: "base" }), "passes"],
  ["a named baseline that does not exist", check({}, { baseline: "gone" }), /no experiment "gone"/],
])("before anything is sent: %s", async (_what, found, expected) => {
  expect(await found).toMatch(expected);
});
