import { expect, test } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { toJsonText } from "@/lib/json/text";
import { leaderboards, rankedBy } from "./leaderboard";
import type { ListedExperiment } from "./listed";

const ref = (name: string, digest: string) => `weave:///a/p/object/${name}:${digest}`;

interface Given {
  evaluation?: string;
  model?: string;
  output?: object;
  isRunning?: boolean;
}

const experiment = (
  id: string,
  { evaluation = "e1", model = "m1", output = {}, isRunning }: Given,
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
  return { id, call, run: undefined };
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

test("there is none without experiments", () => expect(leaderboards([])).toEqual([]));
