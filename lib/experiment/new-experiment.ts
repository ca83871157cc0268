import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { EXPERIMENT_PARALLEL, EXPERIMENT_REPETITIONS, EXPERIMENT_ROWS } from "@/lib/contract/limits";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { makeDocument, type Pane, STREAMED, type TurnFields } from "@/lib/playground/document";
import { messageOfTurn, turnOfMessage } from "@/lib/playground/message";
import { requestBody } from "@/lib/playground/request-body";
import { variableNames } from "@/lib/playground/variable-names";
import type { Prompt } from "@/lib/prompt/prompt";
import type { RowFilter } from "@/lib/table/row-filter";
import { columnOfVariable, expectedColumn } from "./match-columns";

/** What is typed into the form of a new experiment, as texts. */
export const NEW_EXPERIMENT = {
  /**
   * One for each model, separated by spaces. Assigned when they are first sent, and given up with every change: another
   * experiment has another id.
   */
  ids: "",
  name: "",
  /** The digest of the table, and the ref of the version of a dataset that has it. */
  table: "",
  dataset: "",
  /** `all`, `sample`, `filter`, or `chosen` with digests separated by spaces. */
  rows: "all",
  sample: "100",
  chosen: "",
  /** The column whose value selects rows, how it is compared, and with what. */
  filterColumn: "",
  comparison: "contains",
  filterText: "",
  /** The ref of the prompt that the messages are from. */
  prompt: "",
  /** JSON of the list of messages, with `{{variables}}`. */
  messages: "[]",
  model: "",
  /** JSON of a list: further models, each of which is another experiment. */
  others: "[]",
  /** The id of the training job that is measured. */
  job: "",
  /** JSON of an object: by name, exact JSON text, possibly incomplete while typed. */
  parameters: "{}",
  /** JSON of an object: the columns of variables that were chosen by hand. */
  columns: "{}",
  /** The column of the expected answer; empty for the one whose name tells, `NO_COLUMN` for none. */
  expected: "",
  /** Refs of versions of scorers, separated by spaces. */
  scorers: "",
  repetitions: "1",
  parallel: "4",
  /** In USD. */
  budget: "",
};
export type ExperimentField = keyof typeof NEW_EXPERIMENT;
export type NewExperiment = Readonly<Record<ExperimentField, string>>;
export type ExperimentProblems = Partial<Record<ExperimentField, string>>;

/** No column has this name: a dotted path has no empty names. */
export const NO_COLUMN = "..";

/** The key of the draft of a new experiment; `subject` is what it begins with. */
export function experimentDraftKey(projectId: string, subject: string): string {
  return `experiment:${projectId}:${subject}`;
}

/** What selects the rows, if a filter does and is complete. */
export function rowFilterOf({ rows, filterColumn, comparison, filterText }: NewExperiment): RowFilter | undefined {
  if (rows !== "filter" || filterColumn === "" || filterText === "") return undefined;
  return { comparison: comparison === "equals" ? comparison : "contains", text: filterText };
}

/** Words of a list that is separated by spaces. */
export function listed(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}

/** The models that are run, each once. */
export function modelsOf({ model, others }: Pick<NewExperiment, "model" | "others">): string[] {
  const further = [...(JsonNode.read(others)?.items() ?? [])].map((node) => node.string() ?? "");
  return [...new Set([model, ...further.filter((one) => one !== "")])];
}

type RequestFields = Pick<NewExperiment, "messages" | "model" | "parameters">;

/** The fields of a request for a completion; an experiment does not stream. */
export function fieldsOfRequest(request: JsonText): RequestFields {
  const { model, messages, ...others } = Object.fromEntries(JsonNode.parse(request).entries());
  const parameters = Object.entries(others).map(([name, node]) => [name, node.raw] as const);
  return {
    model: model?.string() ?? "",
    messages: messages?.raw ?? NEW_EXPERIMENT.messages,
    parameters: JSON.stringify(withoutStream(Object.fromEntries(parameters))),
  };
}

/**
 * The fields of a version of a prompt, over those that are there: a prompt may name no model and no parameters, and its
 * model does not replace those of a training job.
 */
export function fieldsOfPrompt(
  prompt: Prompt,
  ref: string,
  before: NewExperiment = NEW_EXPERIMENT,
): RequestFields & Pick<NewExperiment, "prompt"> {
  const has = Object.keys(prompt.parameters).length > 0;
  return {
    prompt: ref,
    messages: `[${prompt.turns.map((turn) => messageOfTurn(turn).json).join(",")}]`,
    model: before.job === "" ? (prompt.model ?? before.model) : before.model,
    parameters: has ? JSON.stringify(withoutStream(prompt.parameters)) : before.parameters,
  };
}

/** The fields of an experiment that is run again. */
export function fieldsOfDefinition(definition: ExperimentDefinition): NewExperiment {
  const { request, sample, row_digests: digests, variables, scorer_refs: scorers } = definition;
  return {
    ...NEW_EXPERIMENT,
    ...fieldsOfRequest(request),
    name: definition.name,
    table: definition.table_digest,
    dataset: definition.dataset_ref ?? "",
    rows: digests ? "chosen" : sample == null ? "all" : "sample",
    sample: sample == null ? NEW_EXPERIMENT.sample : String(sample),
    chosen: digests?.join(" ") ?? "",
    prompt: definition.prompt_ref ?? "",
    job: definition.training_job_id ?? "",
    columns: JSON.stringify(variables ?? {}),
    expected: definition.expected ?? NO_COLUMN,
    scorers: scorers?.join(" ") ?? "",
    repetitions: String(definition.repetitions ?? 1),
    parallel: String(definition.parallel ?? NEW_EXPERIMENT.parallel),
    budget: definition.budget_usd == null ? "" : String(definition.budget_usd),
  };
}

function withoutStream(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !Object.hasOwn(STREAMED, name)));
}

/** The turns of the messages. */
export function turnsOf({ messages }: Pick<NewExperiment, "messages">): TurnFields[] {
  return [...(JsonNode.read(messages)?.items() ?? [])].map(turnOfMessage);
}

/** The messages, model and parameters as a pane of the playground, which is how they are edited and sent. */
export function paneOf({ model, parameters }: Pick<NewExperiment, "model" | "parameters">): Pane {
  return { id: "experiment", model, parameters: textsOf(parameters) };
}

/** An object of texts. */
function textsOf(json: string): Record<string, string> {
  const entries = [...(JsonNode.read(json)?.entries() ?? [])];
  return Object.fromEntries(entries.flatMap(([name, node]) => [[name, node.string() ?? ""]]));
}

/** A variable of the messages with its column; undefined if it has none. */
export interface VariableColumn {
  name: string;
  column: string | undefined;
}

/** The column of each variable, and of the expected answer: as chosen, otherwise as the names tell. */
export function columnsOf(
  fields: Pick<NewExperiment, "messages" | "columns" | "expected">,
  columns: readonly string[],
): { variables: VariableColumn[]; expected: string | undefined } {
  const chosen = textsOf(fields.columns);
  const variables = variableNames(turnsOf(fields)).map((name) => ({
    name,
    column: Object.hasOwn(chosen, name) ? chosen[name] : columnOfVariable(name, columns),
  }));
  const used = variables.flatMap(({ column }) => column ?? []);
  const found = fields.expected === "" ? expectedColumn(columns, used) : fields.expected;
  return { variables, expected: found === NO_COLUMN ? undefined : found };
}

/** The columns chosen by hand, with another one for a variable. */
export function withColumnOf({ columns }: Pick<NewExperiment, "columns">, variable: string, column: string): string {
  return JSON.stringify({ ...textsOf(columns), [variable]: column });
}

interface Problem {
  path: string;
  message: string;
}

/** The request with its variables; or what is wrong with the model, with messages, or with parameters by name. */
export function requestOf(fields: RequestFields): { request: JsonText } | { problems: readonly Problem[] } {
  const turns = turnsOf(fields);
  if (turns.length === 0) return { problems: [{ path: "messages", message: "Choose a prompt" }] };
  const pane = { ...paneOf(fields), parameters: withoutStream(textsOf(fields.parameters)) };
  const { body, problems } = requestBody(makeDocument({ turns, panes: [pane] }), pane);
  return body ? { request: body } : { problems };
}

/** What the request of a row depends on: see `rowRequest`. */
export function filledFrom(
  request: JsonText,
  variables: readonly VariableColumn[],
): Pick<ExperimentDefinition, "request" | "variables"> {
  const others = variables.flatMap(({ name, column }) =>
    column === undefined || column === name ? [] : [[name, column] as const],
  );
  return { request, ...(others.length > 0 && { variables: Object.fromEntries(others) }) };
}

interface KnownTable {
  /** The columns that are known, all of them if `areAll`. */
  columns: readonly string[];
  areAll: boolean;
  /** Digests of the rows that the filter selects; undefined if there is none, or while they are unknown. */
  matching?: readonly string[] | undefined;
}

/**
 * The definition that the form describes, or what is wrong with its fields. `name` is what it is called if no name is
 * typed.
 */
export function definitionOf(
  fields: NewExperiment,
  { columns, areAll, matching, name }: KnownTable & { name: string },
): { definition: ExperimentDefinition } | { problems: ExperimentProblems } {
  const problems: ExperimentProblems = {};
  if (fields.table === "") problems.table = "Choose a table";
  const found = requestOf(fields);
  for (const { path, message } of "problems" in found ? found.problems : []) {
    const field = fieldOfPath(`request.${path}`);
    problems[field] ??= field === "parameters" ? `${path}: ${message}` : message;
  }
  const { variables, expected } = columnsOf(fields, columns);
  const missing = areAll ? variables.filter(({ column }) => column === undefined || !columns.includes(column)) : [];
  if (missing.length > 0)
    problems.columns = `Choose a column of ${missing.map((variable) => variable.name).join(", ")}`;
  const sample = wholeNumber(fields, "sample", EXPERIMENT_ROWS, problems);
  const digests = listed(fields.chosen);
  if (fields.rows === "chosen" && digests.length === 0) problems.rows = "No rows were chosen";
  if (fields.rows === "filter") Object.assign(problems, filterProblems(fields, matching));
  const repetitions = wholeNumber(fields, "repetitions", EXPERIMENT_REPETITIONS, problems);
  const parallel = wholeNumber(fields, "parallel", EXPERIMENT_PARALLEL, problems);
  const budget = fields.budget.trim() === "" ? undefined : Number(fields.budget);
  if (budget !== undefined && !(budget > 0 && Number.isFinite(budget))) problems.budget = "Enter an amount above 0";
  if (Object.keys(problems).length > 0 || "problems" in found) return { problems };
  return {
    definition: {
      name: fields.name.trim() || name,
      table_digest: fields.table,
      ...(fields.dataset !== "" && { dataset_ref: fields.dataset }),
      ...(fields.rows === "chosen" && { row_digests: digests }),
      ...(fields.rows === "filter" && { row_digests: [...(matching ?? [])] }),
      ...(fields.rows === "sample" && { sample }),
      ...filledFrom(found.request, variables),
      ...(fields.prompt !== "" && { prompt_ref: fields.prompt }),
      ...(fields.job !== "" && { training_job_id: fields.job }),
      ...(expected !== undefined && { expected }),
      ...(fields.scorers !== "" && { scorer_refs: listed(fields.scorers) }),
      repetitions,
      parallel,
      ...(budget !== undefined && { budget_usd: budget }),
    },
  };
}

/**
 * The definitions of one experiment for each model, or what is wrong. `nameOf` names an
 * experiment if no name is typed; a typed name has the model added if there are several.
 */
export function definitionsOf(
  fields: NewExperiment,
  known: KnownTable & { nameOf: (fields: NewExperiment) => string },
): { definitions: ExperimentDefinition[] } | { problems: ExperimentProblems } {
  const models = modelsOf(fields);
  const definitions: ExperimentDefinition[] = [];
  for (const model of models) {
    const typed = fields.name.trim();
    const name = typed !== "" && models.length > 1 ? `${typed}, ${model}` : typed;
    const one = { ...fields, model, name };
    const read = definitionOf(one, { ...known, name: known.nameOf(one) });
    if ("problems" in read) return read;
    definitions.push(read.definition);
  }
  return { definitions };
}

function filterProblems(fields: NewExperiment, matching: readonly string[] | undefined): ExperimentProblems {
  if (fields.filterColumn === "") return { filterColumn: "Choose a column" };
  if (fields.filterText === "") return { filterText: "Enter what to look for" };
  return matching && matching.length > 0 ? {} : { rows: "No row matches the filter" };
}

function wholeNumber(
  fields: NewExperiment,
  field: "sample" | "repetitions" | "parallel",
  most: number,
  problems: ExperimentProblems,
): number {
  const value = fields[field].trim() === "" ? Number.NaN : Number(fields[field]);
  const isUsed = field !== "sample" || fields.rows === "sample";
  if (isUsed && !(Number.isInteger(value) && value >= 1 && value <= most))
    problems[field] = `Enter a whole number from 1 to ${most.toLocaleString("en-US")}`;
  return value;
}

/** The first parts of paths in a definition, by the field that has them. */
const FIELD_PATHS: readonly (readonly [string, ExperimentField])[] = [
  ["name", "name"],
  ["table_digest", "table"],
  ["dataset_ref", "table"],
  ["row_digests", "rows"],
  ["sample", "sample"],
  ["request.model", "model"],
  ["request.messages", "messages"],
  ["request", "parameters"],
  ["prompt_ref", "messages"],
  ["training_job_id", "model"],
  ["variables", "columns"],
  ["expected", "expected"],
  ["scorer_refs", "scorers"],
  ["repetitions", "repetitions"],
  ["parallel", "parallel"],
  ["budget_usd", "budget"],
];

/** The field of a path in a definition, as the service names what is wrong; `name` for any other. */
export function fieldOfPath(path: string): ExperimentField {
  const found = FIELD_PATHS.find(
    ([start]) => path === start || (path.startsWith(start) && /^[.[]/.test(path.slice(start.length))),
  );
  return found?.[1] ?? "name";
}

interface Amounts {
  /** Rows of the table; undefined while unknown. */
  count: number | undefined;
  /** How many of them the filter selects; undefined if there is none, or while it is unknown. */
  matching?: number | undefined;
  /** Scorers that ask a model. */
  judges: number;
}

/** How many requests will be sent; undefined while that is unknown. */
export function requestCount(
  fields: NewExperiment,
  { judges, ...table }: Amounts,
): { rows: number; repetitions: number; models: number; requests: number; judged: number } | undefined {
  const rows = rowsToRun(fields, table);
  const repetitions = Number(fields.repetitions);
  if (rows === undefined || !Number.isInteger(repetitions) || repetitions < 1) return undefined;
  const models = modelsOf(fields).length;
  const requests = rows * repetitions * models;
  return { rows, repetitions, models, requests, judged: requests * judges };
}

function rowsToRun(
  { rows, sample, chosen }: NewExperiment,
  { count, matching }: Pick<Amounts, "count" | "matching">,
): number | undefined {
  if (rows === "chosen") return listed(chosen).length;
  if (rows === "filter") return matching;
  if (rows !== "sample" || count === undefined) return count;
  const most = Number(sample);
  return Number.isInteger(most) && most >= 1 ? Math.min(most, count) : undefined;
}
