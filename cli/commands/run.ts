import { v7 as uuidV7 } from "uuid";
import { createConnectionGate } from "@/lib/client/connection-gate";
import type { Client } from "@/lib/client/client";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { comparedExperimentsPath } from "@/lib/format/experiment-address";
import { exampleValues } from "@/lib/queries/experiments";
import { createQueryClient } from "@/lib/queries/query-client";
import type { Given } from "../arguments";
import { connect } from "../connect";
import { type Connection, type Context, openConnection, type Run } from "../context";
import { dashboardUrl } from "../dashboard-address";
import { EXIT, usageError } from "../exit-status";
import { writeTo } from "../file-sink";
import { checkThresholds } from "../run/check-thresholds";
import { definitionOfNames } from "../run/definition";
import { junitXml } from "../run/junit";
import { type Outcome, readOutcome } from "../run/outcome";
import { type ReadRunFile, readRunFile } from "../run/run-file";
import { printSummary, summaryJson } from "../run/summary";
import { checkOutcome, readThresholds, type Thresholds } from "../run/thresholds";
import { waitForEnd } from "../run/wait";

/** Runs an experiment, waits for its end, and says whether it reaches the thresholds. */
export const run: Run = async (context, given) => {
  const { out, notes, signal } = context;
  const [path, more] = given.words;
  if (more !== undefined) throw usageError(`${JSON.stringify(more)} is one word too many.`);
  const read = path === undefined ? { file: {} } : await readRunFile(path);
  const thresholds = thresholdsOf(given, read);
  const connection = await openConnection(context, given);
  const id =
    given.text("attach") ??
    (await start(connection, await definitionFor(connection, read, given, signal), { given, thresholds }, signal));
  const url = await pageOf(connection, id, signal);
  await notes.text(`Experiment ${id}${url === undefined ? "" : `: ${url}`}`);
  const outcome = await finish(connection, { id, baselineId: given.text("baseline") }, context);
  const checks = checkOutcome(outcome, thresholds);
  if (given.is("json")) await out.json(summaryJson(outcome, checks, url));
  else await printSummary(out, outcome, checks);
  const junit = given.text("junit");
  if (junit !== undefined) {
    const examples = await exampleTexts(outcome, connection.client);
    const xml = junitXml({ outcome, checks, maxFailures: thresholds.maxFailures, examples });
    await writeTo(junit, { out, isJson: false }, (sink) => sink.write(xml));
  }
  return checks.every(({ isPassed }) => isPassed) ? EXIT.done : EXIT.failed;
};

/** Those of the options, and those of the file for other scores. */
function thresholdsOf(given: Given, read: ReadRunFile): Thresholds {
  const file = "file" in read ? read.file : {};
  const both = (option: string, ofFile: Readonly<Record<string, number>> = {}) =>
    new Map([...Object.entries(ofFile), ...readThresholds(option, given.texts(option))]);
  return {
    failUnder: both("fail-under", file.fail_under),
    failOver: both("fail-over", file.fail_over),
    maxLoss: both("max-loss", file.max_loss),
    maxFailures: given.count("max-failures", file.max_failures ?? 0, 0),
  };
}

/** The experiment that the options and the file describe. */
async function definitionFor(
  connection: Connection,
  read: ReadRunFile,
  given: Given,
  signal: AbortSignal,
): Promise<ExperimentDefinition> {
  const options = optionsOf(given);
  const [other] = Object.keys(options);
  if ("definition" in read && other !== undefined)
    throw usageError(
      `The file has a whole definition, so that --${other} has no effect; change the file, or leave it out.`,
    );
  return "definition" in read ? read.definition : definitionOfNames({ ...read.file, ...options }, connection, signal);
}

/** Creates an experiment whose thresholds can be reached; returns its id. */
async function start(
  connection: Connection,
  definition: ExperimentDefinition,
  { given, thresholds }: { given: Given; thresholds: Thresholds },
  signal: AbortSignal,
): Promise<string> {
  const { client, projectId } = connection;
  await checkThresholds(connection, definition, thresholds, given.text("baseline"));
  const body = { project_id: projectId, id: uuidV7(), ...definition };
  return (await client.request("experimentCreate", body, { signal })).experiment.id;
}

function optionsOf(given: Given) {
  const [sample, repetitions, parallel] = (["sample", "repetitions", "parallel"] as const).map((name) =>
    given.count(name, undefined),
  );
  const budget = given.text("budget");
  if (budget !== undefined && !(Number(budget) > 0))
    throw usageError(`--budget ${JSON.stringify(budget)} is not an amount.`);
  const [name, prompt, model, table] = (["name", "prompt", "model", "table"] as const).map((one) => given.text(one));
  const scorers = given.texts("scorer");
  return {
    ...(name !== undefined && { name }),
    // A prompt takes the place of messages.
    ...(prompt !== undefined && { prompt, messages: undefined }),
    ...(model !== undefined && { model }),
    ...(table !== undefined && { table }),
    ...(scorers.length > 0 && { scorers }),
    ...(sample !== undefined && { sample }),
    ...(repetitions !== undefined && { repetitions }),
    ...(parallel !== undefined && { parallel }),
    ...(budget !== undefined && { budget_usd: Number(budget) }),
  };
}

async function pageOf({ client, projectId }: Connection, id: string, signal: AbortSignal): Promise<string | undefined> {
  const dashboard = await dashboardUrl(client, signal);
  return dashboard === undefined ? undefined : dashboard + comparedExperimentsPath(projectId, [id]);
}

/** Waits for the end, also while the service does not respond for a while, and reads what came of it. */
async function finish(
  { projectId, settings }: Connection,
  { id, baselineId }: { id: string; baselineId: string | undefined },
  { notes, signal }: Context,
): Promise<Outcome> {
  const gate = createConnectionGate();
  signal.addEventListener("abort", () => gate.retryNow());
  const client = connect(settings, gate);
  try {
    const experiment = await waitForEnd({ client, projectId, id }, { notes, signal });
    return await readOutcome({ client, projectId, experiment, baselineId });
  } catch (error) {
    if (signal.aborted)
      await notes.line(
        `${notes.isTerminal ? "\n" : ""}The experiment goes on; \`loupe run --attach ${id}\` waits for it.`,
      );
    throw error;
  }
}

/** The rows that are examples, by their refs. */
async function exampleTexts({ results }: Outcome, client: Client): Promise<Map<string, string>> {
  const refs = [...new Set(results.flatMap(({ exampleRef }) => exampleRef ?? []))];
  if (refs.length === 0) return new Map();
  const values = await createQueryClient(false).fetchQuery(exampleValues(refs, client));
  return new Map([...values].map(([ref, value]) => [ref, value.text]));
}
