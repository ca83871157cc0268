// A program as a user writes it with W&B Weave's SDK: it evaluates two models on a dataset, and logs a third run
// prediction by prediction.
import * as weave from "weave";

const { PROJECT = "" } = process.env;
const client = await weave.init(PROJECT);

const CITIES = ["Lyon", "Lisbon", "Porto", "Paris", "Rome", "Oslo"];
const rows = CITIES.map((city, place) => ({ question: `Where is parcel ${place + 1}?`, expected: city, place }));
const dataset = new weave.Dataset({ name: "parcels", rows });

interface Row {
  question: string;
  expected: string;
  place: number;
}

const exact = weave.op(
  ({ datasetRow, modelOutput }: { datasetRow: Row; modelOutput: string }) => modelOutput === datasetRow.expected,
  { name: "exact" },
);
const judge = weave.op(
  ({ datasetRow, modelOutput }: { datasetRow: Row; modelOutput: string }) => ({
    grade: modelOutput === datasetRow.expected ? 5 : modelOutput.length / 2,
    reason: `It says ${modelOutput}`,
  }),
  { name: "judge" },
);
const evaluation = new weave.Evaluation({ name: "parcel-check", dataset, scorers: [exact, judge] });

/** A model that is right for these places, and says something else for the others. */
const modelOf = (name: string, right: readonly number[], failing?: number) =>
  weave.op(
    async ({ datasetRow: { expected, place } }: { datasetRow: Row }) => {
      if (place === failing) throw new Error("no connection");
      return right.includes(place) ? expected : "Bern";
    },
    {
      name,
      summarize: () => ({ usage: { "priced-1": { requests: 1, prompt_tokens: 100, completion_tokens: 10 } } }),
    },
  );
await evaluation.evaluate({ model: modelOf("first-model", [0, 1, 2]) });
await evaluation.evaluate({ model: modelOf("second-model", [1, 2, 3, 4], 5) });

const logger = new weave.EvaluationLogger({ name: "logged", model: { name: "by-hand" }, dataset: "parcels" });
for (const [place, { question, expected }] of rows.slice(0, 2).entries()) {
  const prediction = logger.logPrediction({ question }, expected);
  void prediction.logScore("exact", place === 0);
  void prediction.finish();
}
await logger.logSummary({ exact: { true_fraction: 0.5 } });
await client.waitForBatchProcessing();
