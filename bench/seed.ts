import { setTimeout as pause } from "node:timers/promises";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/json/text";
import type { Upkeep } from "./bare-statements";
import { inParallel } from "./load";
import { toService } from "./post";
import { progressOf } from "./progress";
import { CALLS_PER_TRACE, PROJECT, batchItems, benchCalls, callId } from "./rows";
import { BATCH_CALLS } from "./scenarios";
import type { System } from "./system";

const SENDERS = 4;
const CALLS_PER_THREAD = 100;
const LOOK_EVERY_MS = 1_000;
/** A project's last calls are not indexed until there are this many. */
const UNINDEXED = 1024;
const OBJECTS = 50;
const MODELS = ["gpt-4o", "claude-sonnet"];

/** A prepared body of another project. */
export const inProject = (body: string, project: string) => body.replaceAll(`"${PROJECT}"`, `"${project}"`);

/**
 * Fills empty projects with the same calls each, in threads of a hundred, with prices of two of three models, objects,
 * and feedback on `rated` traces.
 */
export async function seedProjects(
  system: System,
  projects: readonly string[],
  calls: number,
  rated: number,
): Promise<void> {
  const post = toService(system);
  const batches = Math.ceil(calls / BATCH_CALLS);
  const progress = progressOf("sending calls", calls * projects.length);
  let done = 0;
  await inParallel(SENDERS, batches * projects.length, async (index) => {
    const from = Math.floor(index / projects.length) * BATCH_CALLS;
    const to = Math.min(from + BATCH_CALLS, calls);
    const items = benchCalls(from, to).flatMap((call, place) => inThread(batchItems(call), from + place));
    const project = projects[index % projects.length] ?? PROJECT;
    await post(endpoints.callUpsertBatch, inProject(writeJson({ batch: items }), project));
    progress((done += to - from));
  });
  for (const project of projects) await seedOthers(system, project, rated);
}

async function seedOthers(system: System, project_id: string, rated: number): Promise<void> {
  const ask = (endpoint: Endpoint, body: object) => toService(system)(endpoint, writeJson(body));
  const price = { prompt_token_cost: 0.000_002, completion_token_cost: 0.000_008 };
  await ask(endpoints.costCreate, { project_id, costs: Object.fromEntries(MODELS.map((model) => [model, price])) });
  for (let index = 0; index < OBJECTS; index += 1)
    await ask(endpoints.objCreate, { obj: { project_id, object_id: `prompt-${index}`, val: { text: `v${index}` } } });
  const feedback = Array.from({ length: rated }, (_, trace) => ({
    project_id,
    core_ref: `core:///${project_id}/call/${callId(trace * CALLS_PER_TRACE)}`,
    feedback_type: trace % 2 === 0 ? "core.reaction.1" : "score",
    payload: trace % 2 === 0 ? { emoji: "👍" } : { score: (trace % 10) / 10 },
  }));
  for (let from = 0; from < rated; from += BATCH_CALLS)
    await ask(endpoints.feedbackBatchCreate, { batch: feedback.slice(from, from + BATCH_CALLS) });
}

function inThread(items: ReturnType<typeof batchItems>, number: number): object[] {
  const thread_id = `thread-${Math.floor(number / CALLS_PER_THREAD)}`;
  return items.map((item) =>
    item.mode === "start" ? { ...item, req: { start: { ...item.req.start, thread_id } } } : item,
  );
}

/** Waits until the search index, the hourly statistics and the totals of traces are complete; then updates what plans use. */
export async function untilDerived(upkeep: Upkeep, projects: number): Promise<void> {
  for (;;) {
    const { calls, hours, traces } = await upkeep.waiting();
    if (calls < UNINDEXED * projects && hours === 0 && traces === 0) break;
    await pause(LOOK_EVERY_MS);
  }
  await upkeep.analyze();
}
