import { describe, expect, test, vi } from "vitest";
import * as weave from "weave";
import { PROJECT, useWeave, UUID_V7 } from "./test-weave";

const sdk = useWeave();

describe("evaluations", () => {
  test("of a model on a dataset", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const model = weave.op(async function add({ datasetRow }: { datasetRow: { q: string } }) {
      return datasetRow.q === "1+1" ? "2" : "?";
    });
    const right = weave.op(function right({
      modelOutput,
      datasetRow,
    }: {
      modelOutput: string;
      datasetRow: { a: string };
    }) {
      return modelOutput === datasetRow.a;
    });
    const dataset = new weave.Dataset({
      name: "sums",
      rows: [
        { q: "1+1", a: "2" },
        { q: "2+2", a: "4" },
      ],
    });
    const evaluation = new weave.Evaluation({ name: "sums eval", dataset, scorers: [right] });
    const result = await evaluation.evaluate({ model });
    const [root] = await sdk.callsOf("Evaluation.evaluate");
    expect(root.output).toEqual(result);
    expect(result).toMatchObject({ right: { true_count: 1, true_fraction: 0.5 } });
    const scored = await sdk.callsOf("Evaluation.predictAndScore");
    expect(scored.map(({ parent_id }) => parent_id)).toEqual([root.id, root.id]);
    expect(scored.map(({ output }) => output.scores.right)).toEqual([true, false]);
    expect(scored[0].inputs.example).toMatch(/^weave:\/\/\/acme\/sdk\/object\/sums:.+\/attr\/rows\/id\/.+$/);
    expect(await sdk.callsOf("add")).toHaveLength(2);
    expect(root.inputs.self).toMatch(/^weave:\/\/\/acme\/sdk\/object\/sums-eval:/);
  });

  test("logged prediction by prediction, whose scores are feedback", async () => {
    const log = new weave.EvaluationLogger({ name: "logged", model: { name: "m" }, dataset: "d" });
    const prediction = log.logPrediction({ q: "1+1" }, "2");
    await prediction.logScore("accuracy", 0.9);
    await prediction.finish();
    await log.logSummary({ good: true });
    const [predict] = await sdk.callsOf("Model.predict");
    const [scorer] = await sdk.callsOf("accuracy.score");
    const about = { $eq: [{ $getField: "core_ref" }, { $literal: `core:///acme/sdk/call/${predict.id}` }] };
    const { result } = await sdk.native("/feedback/query", { query: { $expr: about } });
    expect(result).toEqual([
      {
        id: expect.stringMatching(UUID_V7),
        project_id: PROJECT,
        core_ref: `core:///acme/sdk/call/${predict.id}`,
        feedback_type: "wandb.runnable.accuracy",
        payload: { output: 0.9 },
        runnable_ref: expect.stringMatching(/^core:\/\/\/acme\/sdk\/object\/accuracy:/),
        call_ref: `core:///acme/sdk/call/${scorer.id}`,
        ext_user_id: "admin",
        created_at: expect.any(String),
      },
    ]);
  });
});
