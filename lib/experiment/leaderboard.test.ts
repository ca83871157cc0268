import { expect, test } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import type { Experiment, ExperimentStatus } from "@/lib/contract/experiments";
import { toJsonText } from "@/lib/json/text";
import { leaderboards, rankedBy } from "./leaderboard";
import type { ListedExperiment } from "./listed";

const ref = (name: string, digest: string) => `weave:///a/p/object/${name}:${digest}`;

interface Given {
  evaluation?: string;
  model?: string;
  output?: object;
  isRunning?: boolean;
  run?: { status?: ExperimentStatus; sample?: number; row_digests?: string[]; failed?: number };
}

const experiment = (
  id: string,
  { evaluation = "e1", model = "m1", output = {}, isRunning, run }: Given,
): ListedExperiment => {
  const call: CallRow = {
    project_id: "a/p",
    id,
    trace_id: id,
    op_name: "Evaluation.evaluate",
    started_at: "2026-11-25T00:00:00.000000Z",
    ended_at: isRunning ? undefined : "2026-11-25T00:00:09.000000Z",
    inputs: toJsonText({ self: ref("qa", evaluation), model: ref("bot", model) }),
    output: toJsonText(output),
  };
  if (!run) return { id, call, run: undefined };
  const { status = "completed", failed = 0, ...rows } = run;
  const stored: Experiment = {
    project_id: "a/p",
    id,
    definition: { name: id, table_digest: "t", request: toJsonText({ model: "large" }), ...rows },
    status,
    created_by: "ada",
    created_at: "2026-11-25T00:00:00.000000Z",
    rows: { waiting: 0, sent: 0, answered: 10 - failed, failed },
    unscored: 0,
    cost_usd: 0,
    unpriced: 0,
  };
  return { id, call, run: stored };
};

test("each version of a model has its newest experiment that has ended, in the leaderboard of its evaluation", () => {
  const exact = (share: number) => ({ exact: { true_count: 1, true_fraction: share } });
  const boards = leaderboards([
    experiment("running", { model: "m1", output: exact(1), isRunning: true }),
    experiment("newest", { model: "m1", output: { ...exact(0.5), model_latency: { mean: 1.5 } } }),
    experiment("other", { evaluation: "e2", model: "m1", output: exact(0.1) }),
    experiment("m2", { model: "m2", output: { ...exact(0.75), grade: { mean: 4 } } }),
    experiment("old", { model: "m1", output: exact(0.9) }),
    { id: "queued", call: undefined, run: undefined },
  ]);
  const seen = boards.map(({ name, scores, rows }) => ({
    name,
    scores: scores.map((score) => score.name),
    rows: rows.map(({ id, model, experiments, latencyMs }) => [id, model, experiments.join(" "), latencyMs]),
  }));
  expect(seen).toEqual([
    {
      name: "qa e1",
      scores: ["exact", "grade"],
      rows: [
        ["newest", "bot m1", "newest old", 1500],
        ["m2", "bot m2", "m2", undefined],
      ],
    },
    { name: "qa e2", scores: ["exact"], rows: [["other", "bot m1", "other", undefined]] },
  ]);
  const rows = boards[0]?.rows ?? [];
  expect(rankedBy(rows, "exact", "desc").map(({ id }) => id)).toEqual(["m2", "newest"]);
  expect(rankedBy(rows, "exact", "asc").map(({ id }) => id)).toEqual(["newest", "m2"]);
  expect(rankedBy(rows, "grade", "asc").map(({ id }) => id)).toEqual(["m2", "newest"]);
});

test("samples and chosen rows have leaderboards of their own, and experiments that did not run every row none", () => {
  const output = { exact: { true_count: 1, true_fraction: 0.5 } };
  const boards = leaderboards([
    experiment("sample", { output, run: { sample: 5 } }),
    experiment("full", { output, run: { failed: 3 } }),
    experiment("cancelled", { output, run: { status: "cancelled" } }),
    experiment("retried", { output, run: { status: "running" } }),
    experiment("chosen", { output, run: { row_digests: ["b", "a"] } }),
    experiment("chosen before", { output, run: { row_digests: ["a", "b"] } }),
    experiment("other chosen", { output, run: { row_digests: ["a", "c"] } }),
    experiment("sample before", { output, run: { sample: 5 } }),
    experiment("program", { model: "m2", output }),
  ]);
  expect(boards.map(({ name, rows }) => [name, ...rows.map(({ experiments }) => experiments.join(", "))])).toEqual([
    ["qa e1, sample of 5", "sample, sample before"],
    ["qa e1", "full", "program"],
    [expect.stringMatching(/^qa e1, 2 chosen rows \([\da-f]{7}\)$/), "chosen, chosen before"],
    [expect.stringMatching(/^qa e1, 2 chosen rows \([\da-f]{7}\)$/), "other chosen"],
  ]);
  expect(new Set(boards.map(({ key }) => key)).size).toBe(4);
  expect(boards[1]?.rows.map(({ answered }) => answered)).toEqual([{ count: 7, of: 10 }, undefined]);
});

test("a model whose scorer failed is listed without the score, with the reason", () => {
  const problems = { count: 3, reason: "429: busy" };
  const [board] = leaderboards([
    experiment("failed", { model: "m1", output: { grade: { problems } } }),
    experiment("graded", { model: "m2", output: { grade: { mean: 4 } } }),
  ]);
  expect(board?.scores).toEqual([{ name: "grade", isRate: false }]);
  expect(rankedBy(board?.rows ?? [], "grade", "asc").map(({ id }) => id)).toEqual(["graded", "failed"]);
  expect(board?.rows[0]?.scores.get("grade")?.problems).toEqual(problems);
});

test("there is none without experiments", () => expect(leaderboards([])).toEqual([]));
