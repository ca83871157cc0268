import { type Client, createClient } from "@/lib/client/client";
import { callRef, versionRef } from "@/lib/contract/refs";
import { annotationType, writeSpec } from "@/lib/feedback/annotation-spec";
import { QUEUE_CLASS } from "@/lib/contract/queue-class";
import { writeQueue } from "@/lib/feedback/queue";
import { toJsonText } from "@/lib/json/text";
import type { Loupe } from "../loupe/loupe";
import { EXAMPLES, PROMPT_VERSIONS } from "./desk";
import { DESK_MODELS } from "./desk-model";
import { type Asked, deskTrace } from "./desk-trace";
import { exportOf } from "./otlp-spans";
import { randomFrom } from "@/service/http/routes/test-mutations";

export const PROJECT = "acme/support";
const TRACES = 620;
const DAYS = 10;
const HOUR_MS = 3_600_000;
const PEOPLE = ["Ana Sousa", "Ben Okafor"] as const;
const QUEUE = "unclear-answers";
const PROMPT = "support-agent";

/** A trace of the agent with the id of its root call. */
export interface Answered extends Asked {
  callId: string;
}

/** Sends ten days of the agent's traces, more by day than by night, with an hour lately in which the carrier was down. */
export async function sendTraces(loupe: Loupe, service: Client): Promise<Answered[]> {
  const random = randomFrom(20_261_126);
  const now = Date.now();
  const begins = Array.from({ length: TRACES * 3 }, () => now - 20_000 - random() ** 1.4 * DAYS * 24 * HOUR_MS)
    .filter((at) => random() < 0.35 + 0.65 * Math.max(0, Math.sin(((new Date(at).getUTCHours() - 5) / 16) * Math.PI)))
    .slice(0, TRACES)
    .toSorted((one, other) => one - other);
  const asked = begins.map((at) => {
    const hoursAgo = (now - at) / HOUR_MS;
    return deskTrace(random, at, hoursAgo > 0.4 && hoursAgo < 1.6);
  });
  const response = await fetch(`${loupe.serviceUrl}/v1/traces`, {
    method: "POST",
    headers: { authorization: `Bearer ${loupe.key}`, "x-project": PROJECT, "content-type": "application/json" },
    body: exportOf(asked.map(({ trace }) => trace)),
  });
  if (!response.ok) throw new Error(await response.text());
  const ids = new Map<string, string>();
  const filter = { trace_roots_only: true };
  for await (const { id, trace_id } of service.stream("callsStreamQuery", { project_id: PROJECT, filter }))
    if (trace_id) ids.set(trace_id, id);
  return asked.map((one) => ({ ...one, callId: ids.get(one.trace.id) ?? "" }));
}

/** Reactions of customers, and notes, corrections and answers of two people. */
export async function giveFeedback({ serviceUrl }: Loupe, service: Client, answered: readonly Answered[]) {
  const random = randomFrom(7);
  const [ana, ben] = await Promise.all(
    PEOPLE.map(async (owner) => {
      const roles = [{ project_pattern: PROJECT, role: "annotator" } as const];
      const { api_key: key } = await service.request("keysCreate", { owner, roles });
      return createClient({ baseUrl: serviceUrl, headers: { authorization: `Bearer ${key}` } });
    }),
  );
  if (!ana || !ben) throw new Error("Two people give feedback");
  const give = (who: Client, { callId }: Answered, feedback_type: string, payload: object, more: object = {}) =>
    who.request("feedbackCreate", {
      project_id: PROJECT,
      core_ref: callRef(PROJECT, callId),
      feedback_type,
      payload: toJsonText(payload),
      ...more,
    });
  for (const one of answered)
    if (random() < 0.4)
      await give(service, one, "core.reaction.1", { emoji: random() < (one.failed ? 0.15 : 0.88) ? "👍" : "👎" });

  const ref = await publish(service, "helpful", "AnnotationSpec", {
    val: writeSpec({
      name: "helpful",
      description: "Did the answer help the customer?",
      schema: toJsonText({ type: "string", enum: ["yes", "partly", "no"] }),
    }),
  });
  const tone = await publish(service, "tone", "AnnotationSpec", {
    val: writeSpec({
      name: "tone",
      description: "How friendly is the answer?",
      schema: toJsonText({ type: "integer", minimum: 1, maximum: 5 }),
    }),
  });
  const unclear = answered.filter(({ failed }) => failed).slice(-6);
  const queued = [...answered.slice(-40, -34), ...unclear];
  const queue = await publish(service, QUEUE, QUEUE_CLASS, {
    val: writeQueue({
      name: QUEUE,
      description: "Answers that customers were not sure about. Would you have answered in this way?",
      callIds: queued.map(({ callId }) => callId),
      filter: "reaction:👎 or status:descendant-error",
      annotations: ["helpful", "tone"],
      isBlind: false,
      assignedTo: [],
      perCall: 1,
    }),
  });
  const trigger = { trigger_ref: queue };
  for (const one of queued.slice(0, 5)) {
    const more = (annotation_ref: string) => ({ ...trigger, annotation_ref });
    await give(ana, one, annotationType("helpful"), { value: one.failed ? "no" : "yes" }, more(ref));
    await give(ana, one, annotationType("tone"), { value: 4 }, more(tone));
    await give(ben, one, annotationType("helpful"), { value: random() < 0.3 ? "partly" : "yes" }, more(ref));
  }
  const [noted] = unclear.slice(-1);
  if (noted) {
    await give(ana, noted, "core.note.1", { note: "The carrier was down. Do we promise an hour here?" });
    await give(ben, noted, "core.reaction.1", { emoji: "👎" });
  }
}

/** A prompt in four versions, a dataset, two scorers, a dashboard, and two models run over the dataset. */
export async function publishAndRun(service: Client): Promise<string[]> {
  const class_ = (_type: string, ...bases: string[]) => ({
    _type,
    _class_name: _type,
    _bases: [...bases, "Object", "BaseModel"],
  });
  let prompt_ref = "";
  for (const [description, content] of PROMPT_VERSIONS)
    prompt_ref = await publish(service, PROMPT, undefined, {
      val: toJsonText({
        ...class_("MessagesPrompt", "Prompt"),
        name: PROMPT,
        description,
        messages: [
          { role: "system", content },
          { role: "user", content: "{{question}}" },
        ],
        config: { model: DESK_MODELS[0], temperature: 0.2, tools: [] },
        tags: [],
      }),
    });
  const label = (name: string, digest: string) =>
    service.request("objLabelsSet", { project_id: PROJECT, object_id: PROMPT, label: name, digest });
  await label("production", "v2");
  await label("staging", "v3");

  const rows = EXAMPLES.map(({ question, policy, expected }) => toJsonText({ question, policies: policy, expected }));
  const { digest } = await service.request("tableCreate", { table: { project_id: PROJECT, rows } });
  const dataset_ref = await publish(service, "policy-questions", undefined, {
    val: toJsonText({
      ...class_("Dataset"),
      name: "policy-questions",
      description: "Questions that the policies answer",
      rows: `weave:///${PROJECT}/table/${digest}`,
    }),
  });
  const scorer_refs = [
    await publish(service, "states-the-policy", undefined, {
      val: toJsonText({
        ...class_("Scorer"),
        name: "states-the-policy",
        scorer: { type: "contains", ignore_case: true },
      }),
    }),
    await publish(service, "helpfulness", undefined, {
      val: toJsonText({
        ...class_("Scorer"),
        name: "helpfulness",
        scorer: {
          type: "judge",
          model: DESK_MODELS[2],
          messages: [
            {
              role: "user",
              content:
                "A customer asked: {{question}}\nThe policy: {{policies}}\nThe answer: {{output}}\nHow helpful is it?",
            },
          ],
          score: { type: "number", lowest: 1, highest: 5 },
        },
      }),
    }),
  ];
  const messages = [
    { role: "system", content: PROMPT_VERSIONS.at(-1)?.[1] },
    { role: "user", content: "{{question}}" },
  ];
  const ids: string[] = [];
  for (const model of DESK_MODELS.slice(0, 2)) {
    const { experiment } = await service.request("experimentCreate", {
      project_id: PROJECT,
      name: `${PROMPT}, ${model} on policy-questions`,
      table_digest: digest,
      dataset_ref,
      prompt_ref,
      scorer_refs,
      expected: "expected",
      repetitions: 3,
      request: toJsonText({ model, temperature: 0.2, messages }),
    });
    ids.push(experiment.id);
  }
  return ids;
}

/** Publishes a version of an object; returns its ref. */
async function publish(
  service: Client,
  object_id: string,
  builtin_object_class: string | undefined,
  { val }: { val: ReturnType<typeof toJsonText> },
): Promise<string> {
  const { digest } = await service.request("objCreate", {
    obj: { project_id: PROJECT, object_id, val, ...(builtin_object_class !== undefined && { builtin_object_class }) },
  });
  return versionRef(PROJECT, { kind: "object", name: object_id, digest });
}

/** A dashboard of the desk. */
export async function publishDashboard(service: Client): Promise<void> {
  const chart = (title: string, metric: object, options: object = {}) => ({
    title,
    metric,
    filter: "",
    look: "bars",
    width: 1,
    ...options,
  });
  const val = toJsonText({
    name: "Support desk",
    charts: [
      chart("Requests", { measure: "traces" }, { look: "number" }),
      chart("Cost", { measure: "cost" }, { look: "number" }),
      chart(
        "Share of 👎",
        { measure: "feedback_share", feedback: { feedback_type: "core.reaction.1", value: "👎" } },
        { look: "number" },
      ),
      chart(
        "Requests by intent",
        { measure: "calls", group_by: ["attributes.[acme.intent]"] },
        { filter: "op:answer-customer", width: 2 },
      ),
      chart("Cost by model", { measure: "cost", group_by: ["model"] }, { filter: "kind:llm" }),
      chart(
        "Latency p95 by model",
        { measure: "latency_p95", group_by: ["model"] },
        { filter: "kind:llm", look: "lines", width: 2 },
      ),
      chart("Tool errors", { measure: "errors", group_by: ["op"] }, { filter: "kind:tool" }),
    ],
  });
  await publish(service, "support-desk", "Dashboard", { val });
}

/** A training job on attempts at the same questions, with the reward of each. */
export async function train(service: Client): Promise<string> {
  const random = randomFrom(3);
  const { id: model_id } = await service.request("trainedModelCreate", {
    project_id: PROJECT,
    name: "support-small",
    base_model: "Qwen/Qwen3-14B",
    return_existing: true,
  });
  const { id } = await service.request("trainingJobCreate", {
    model_id,
    experimental_config: { learning_rate: 0.35, steps: 160 },
    trajectory_groups: EXAMPLES.map(({ question, policy }) => ({
      trajectories: Array.from({ length: 4 }, (_, at) => ({
        messages_and_choices: [
          { role: "user", content: question },
          { role: "assistant", content: at === 0 ? "Please contact the shop." : policy },
        ],
        reward: at === 0 ? 0.1 : Math.round((0.3 + random() * 0.65) * 100) / 100,
      })),
    })),
  });
  return id;
}
