import { describe, expect, it } from "vitest";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { JsonText } from "@/lib/json/text";
import { readPrompt } from "@/lib/prompt/prompt";
import {
  columnsOf,
  definitionOf,
  definitionsOf,
  fieldOfPath,
  fieldsOfDefinition,
  fieldsOfPrompt,
  fieldsOfRequest,
  NEW_EXPERIMENT,
  type NewExperiment,
  NO_COLUMN,
  requestCount,
  rowFilterOf,
  withColumnOf,
} from "./new-experiment";

const MESSAGES = '[{"role":"user","content":"Answer {{question}} as {{tone}}"}]';
const COLUMNS = ["Question", "tone", "expected"];
const filled = (change: Partial<NewExperiment> = {}): NewExperiment => ({
  ...NEW_EXPERIMENT,
  table: "abc",
  messages: MESSAGES,
  model: "small-1",
  ...change,
});
const read = (fields: NewExperiment) =>
  definitionOf(fields, { columns: COLUMNS, areAll: true, name: "small-1 on cases" });

it("defines what is run, with the columns that have other names than their variables", () => {
  const fields = filled({
    parameters: JSON.stringify({ temperature: "0.10", stream: "true" }),
    scorers: "core:///acme/bot/object/s:1 core:///acme/bot/object/t:2",
    repetitions: "3",
    budget: "2.5",
  });
  expect(read(fields)).toEqual({
    definition: {
      name: "small-1 on cases",
      table_digest: "abc",
      request: new JsonText(`{"model":"small-1","messages":${MESSAGES},"temperature":0.10}`),
      variables: { question: "Question" },
      expected: "expected",
      scorer_refs: ["core:///acme/bot/object/s:1", "core:///acme/bot/object/t:2"],
      repetitions: 3,
      parallel: 4,
      budget_usd: 2.5,
    },
  });
});

it.each<[string, Partial<NewExperiment>, Partial<NewExperiment>]>([
  ["no table", { table: "" }, { table: "Choose a table" }],
  ["no prompt", { messages: "[]" }, { messages: "Choose a prompt" }],
  ["no model", { model: "" }, { model: "Choose a model" }],
  ["an unfinished parameter", { parameters: '{"temperature":"0."}' }, { parameters: "temperature: must be a number" }],
  ["a column that the table lacks", { columns: '{"tone":"style"}' }, { columns: "Choose a column of tone" }],
  ["no number of rows", { rows: "sample", sample: "0" }, { sample: "Enter a whole number from 1 to 10,000" }],
  ["a filter without a column", { rows: "filter", filterText: "Lyon" }, { filterColumn: "Choose a column" }],
  ["a filter without a text", { rows: "filter", filterColumn: "tone" }, { filterText: "Enter what to look for" }],
  [
    "a filter that selects nothing",
    { rows: "filter", filterColumn: "tone", filterText: "x" },
    { rows: "No row matches the filter" },
  ],
  ["no chosen rows", { rows: "chosen" }, { rows: "No rows were chosen" }],
  ["half a repetition", { repetitions: "1.5" }, { repetitions: "Enter a whole number from 1 to 20" }],
  ["a budget of nothing", { budget: "0" }, { budget: "Enter an amount above 0" }],
])("says what is wrong with %s", (_what, change, problems) => {
  expect(read(filled(change))).toEqual({ problems });
});

it("fills variables from columns of their names, also if the table has more columns than are known", () => {
  const found = definitionOf(filled(), { columns: ["Question"], areAll: false, name: "first" });
  expect(found).toMatchObject({ definition: { variables: { question: "Question" } } });
});

it("runs the rows that a filter selects", () => {
  const fields = filled({ rows: "filter", filterColumn: "tone", filterText: "kind", repetitions: "2" });
  expect(rowFilterOf(fields)).toEqual({ comparison: "contains", text: "kind" });
  expect(rowFilterOf({ ...fields, rows: "all" })).toBeUndefined();
  const found = definitionOf(fields, { columns: COLUMNS, areAll: true, matching: ["r1", "r3"], name: "first" });
  expect(found).toMatchObject({ definition: { row_digests: ["r1", "r3"] } });
  expect(requestCount(fields, { count: 9, matching: 2, judges: 0 })).toMatchObject({ rows: 2, requests: 4 });
  expect(requestCount(fields, { count: 9, judges: 0 })).toBeUndefined();
});

it("says of a placeholder of a prompt that it is not sent", () => {
  const found = read(filled({ messages: '[{"role":"placeholder","name":"history","content":null}]' }));
  expect(found).toEqual({ problems: { messages: "Replace the placeholder history with messages" } });
});

it("takes the messages, model and parameters of a prompt, and keeps those that it does not have", () => {
  const prompt = readPrompt(
    new JsonText('{"_class_name":"StringPrompt","content":"Hi {{name}}","config":{"temperature":0}}'),
  );
  if (!prompt) throw new Error("no prompt");
  expect(fieldsOfPrompt(prompt, "core:///acme/bot/object/hi:1", filled())).toEqual({
    prompt: "core:///acme/bot/object/hi:1",
    messages: '[{"role":"user","content":"Hi {{name}}"}]',
    model: "small-1",
    parameters: '{"temperature":"0"}',
  });
});

it("reads a request back, without what is streamed", () => {
  const request = new JsonText(`{"model":"m","messages":${MESSAGES},"top_p":1e0,"stream":true,"stream_options":{}}`);
  expect(fieldsOfRequest(request)).toEqual({ model: "m", messages: MESSAGES, parameters: '{"top_p":"1e0"}' });
});

it("runs the same again", () => {
  const definition: ExperimentDefinition = {
    name: "first",
    table_digest: "abc",
    dataset_ref: "core:///acme/bot/object/cases:1",
    row_digests: ["r1", "r2"],
    request: new JsonText(`{"model":"small-1","messages":${MESSAGES}}`),
    prompt_ref: "core:///acme/bot/object/hi:1",
    variables: { question: "Question" },
    expected: "tone",
    scorer_refs: ["core:///acme/bot/object/s:1"],
    repetitions: 2,
    parallel: 8,
    budget_usd: 1,
  };
  expect(read(fieldsOfDefinition(definition))).toEqual({ definition });
  const { row_digests: _all, expected: _none, ...others } = definition;
  expect(read(fieldsOfDefinition({ ...others, sample: 5 }))).toEqual({ definition: { ...others, sample: 5 } });
});

describe("columns", () => {
  it("are suggested by name until they are chosen", () => {
    expect(columnsOf(filled(), COLUMNS)).toEqual({
      variables: [
        { name: "question", column: "Question" },
        { name: "tone", column: "tone" },
      ],
      expected: "expected",
    });
    const chosen = filled({ columns: withColumnOf(filled(), "tone", "expected"), expected: NO_COLUMN });
    expect(columnsOf(chosen, COLUMNS)).toEqual({
      variables: [
        { name: "question", column: "Question" },
        { name: "tone", column: "expected" },
      ],
      expected: undefined,
    });
  });
});

it.each<[Partial<NewExperiment>, number | undefined, number | undefined]>([
  [{ repetitions: "3" }, 40, 120],
  [{ rows: "sample", sample: "100" }, 40, 40],
  [{ rows: "sample", sample: "10" }, 40, 10],
  [{ rows: "chosen", chosen: "a b" }, undefined, 2],
  [{}, undefined, undefined],
  [{ repetitions: "x" }, 40, undefined],
])("counts the requests of %j over %s rows", (change, count, requests) => {
  const amount = requestCount(filled(change), { count, judges: 2 });
  expect([amount?.requests, amount?.judged]).toEqual([requests, requests && 2 * requests]);
});

it.each([
  ["table_digest", "table"],
  ["request.messages[0].content", "messages"],
  ["request.temperature", "parameters"],
  ["request.model", "model"],
  ["scorer_refs[1]", "scorers"],
  ["variables.tone", "columns"],
  ["project_id", "name"],
])("shows an error at %s in the field %s", (path, field) => {
  expect(fieldOfPath(path)).toBe(field);
});

it("each model is an experiment of its own, and a typed name names its model too", () => {
  const known = { columns: COLUMNS, areAll: true, nameOf: ({ model }: { model: string }) => `of ${model}` };
  const fields = { ...filled(), others: '["large-1","small-1","large-1",""]', job: "job-1" };
  const namesOf = (name: string) => {
    const read = definitionsOf({ ...fields, name }, known);
    return "definitions" in read
      ? read.definitions.map((one) => [one.name, JSON.parse(one.request.text).model, one.training_job_id])
      : read.problems;
  };
  expect(namesOf("")).toEqual([
    ["of small-1", "small-1", "job-1"],
    ["of large-1", "large-1", "job-1"],
  ]);
  expect(namesOf(" mine ")).toEqual([
    ["mine, small-1", "small-1", "job-1"],
    ["mine, large-1", "large-1", "job-1"],
  ]);
  expect(definitionsOf({ ...fields, table: "" }, known)).toEqual({ problems: { table: "Choose a table" } });
  expect(requestCount(fields, { count: 3, judges: 1 })).toMatchObject({ models: 2, requests: 6, judged: 6 });
});
