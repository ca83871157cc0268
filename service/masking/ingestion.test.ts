import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callRef } from "@/lib/contract/refs";
import { TestExperiments } from "@/service/background/experiments/test-experiments";
import { Recorder } from "@/service/inference/recorder";
import { DONE, MODEL, answerEvents, answerJson, chunkOf, startUpstream } from "@/service/inference/test-upstream";
import { exportOf, SPAN_ID, TRACE_ID } from "@/service/ingest/otlp/test-export";
import { appWith, ask } from "@/service/http/routes/test-chat";
import { ADMIN_KEY, useService } from "@/service/http/routes/test-service";
import { scoringOn } from "@/service/background/scoring/test-scoring";
import { columnsWith } from "@/service/store/testing/stored-text";
import { json, unique } from "@/service/store/testing/test-store";

const service = useService();

const RULES = (["email", "card", "iban", "api_key"] as const).map((kind) => ({ kind, name: kind }));

let project = "";
/** Of this test: none is stored by another one. */
let secrets = { email: "", card: "", digits: "", iban: "", key: "" };
/** Text with every secret, which is not all that it says. */
let text = "";

beforeEach(() => {
  const name = unique("p").replaceAll("-", "");
  project = `masked/${name}`;
  secrets = secretsOf(Number(name.slice(1)), name);
  const { email, card, iban, key } = secrets;
  text = `From ${email}: card ${card}, account ${iban}, key ${key}.`;
});

function secretsOf(number: number, name: string): typeof secrets {
  const digits = String(number).padStart(13, "0").slice(-13);
  const inGroups = (text: string) => text.match(/.{1,4}/g)?.join(" ") ?? "";
  return {
    email: `${name}@example.com`,
    card: inGroups(withCheckDigit(`55${digits}`)),
    digits: withCheckDigit(`41${digits}`),
    iban: inGroups(ibanOf(`37040${digits}`)),
    key: `hf_${name}${"aB3dE6gH9j".repeat(4)}`,
  };
}

function withCheckDigit(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((sum, digit, place) => {
      const counted = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
      return sum + (counted > 9 ? counted - 9 : counted);
    }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** D and E are 13 and 14. */
const ibanOf = (account: string) => `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, "0")}${account}`;

const STARTED = { op_name: "answer", started_at: "2026-11-20T08:40:45Z" };
const ENDED = { ended_at: "2026-11-20T08:40:46Z" };
const id = () => `call-${project.replace("/", "-")}`;

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<void> {
  const response = await service.post(path, body, headers);
  expect([path, response.status]).toEqual([path, 200]);
}

const payload = () => ({
  [secrets.email]: 1,
  text,
  card: Number(secrets.digits),
  nested: JSON.stringify({ text, card: Number(secrets.digits) }),
});
const start = (more: object = {}) => ({
  project_id: project,
  id: id(),
  trace_id: `trace-of-${id()}`,
  ...STARTED,
  display_name: text,
  thread_id: secrets.email,
  inputs: payload(),
  attributes: payload(),
  ...more,
});
const end = () => ({ project_id: project, id: id(), ...ENDED, exception: text, output: payload(), summary: payload() });

const span = (attributes: Record<string, string>) =>
  exportOf([
    {
      name: text,
      attributes,
      events: [{ name: "exception", attributes: { "exception.message": text } }],
      status: { code: 2, message: text },
    },
  ]);
const GENAI = () => ({
  "gen_ai.operation.name": "chat",
  "gen_ai.request.model": "m",
  "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: text }] }]),
  "session.id": secrets.email,
  "user.id": secrets.email,
});
const logs = () => ({
  resourceLogs: [
    {
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: "1795164041090000000",
              traceId: TRACE_ID,
              spanId: SPAN_ID,
              eventName: "gen_ai.user.message",
              body: { kvlistValue: { values: [{ key: "content", value: { stringValue: text } }] } },
            },
          ],
        },
      ],
    },
  ],
});
const traced = () => ({ "x-project": project });

async function complete(answer: Parameters<typeof startUpstream>[0], more: object = {}): Promise<string> {
  const logger = pino({ enabled: false });
  const recorder = new Recorder({ store: service.store, logger, count: () => {} });
  const app = appWith(service, [await startUpstream(answer)], { recorder });
  const body = { model: MODEL, messages: [{ role: "user", content: text }], user: secrets.email, ...more };
  const response = await ask(app, body, { headers: { "client-project": project } });
  const answered = await response.text();
  await recorder.drained();
  return answered;
}

const feedback = () => ({ project_id: project, core_ref: callRef(project, "c"), feedback_type: "core.note.1" });

/** Everything through which texts of calls and feedback are stored. */
const WAYS: [string, () => Promise<void>][] = [
  [
    "starts, ends and updates",
    async () => {
      await post("/call/start", { start: start() });
      await post("/call/end", { end: end() });
      await post("/call/update", { project_id: project, call_id: id(), display_name: `again ${text}` });
    },
  ],
  [
    "a batch",
    () =>
      post("/call/upsert_batch", {
        batch: [
          { mode: "start", req: { start: start() } },
          { mode: "end", req: { end: end() } },
        ],
      }),
  ],
  ["completed calls", () => post("/calls/complete", { batch: [{ ...start(), ...end() }] })],
  ["Weave's dialect", () => post("/weave/call/start", { start: start() })],
  ["spans", () => post("/v1/traces", span({ "input.value": text, "output.value": text }), traced())],
  ["spans with messages", () => post("/v1/traces", span(GENAI()), traced())],
  [
    "log records that come before their span",
    async () => {
      await post("/v1/logs", logs(), traced());
      await post("/v1/traces", span({ "gen_ai.operation.name": "chat" }), traced());
    },
  ],
  [
    "log records that come after their span",
    async () => {
      await post("/v1/traces", span({ "gen_ai.operation.name": "chat" }), traced());
      await post("/v1/logs", logs(), traced());
    },
  ],
  [
    "Langfuse's spans",
    () => post("/api/public/otel/v1/traces", span({ "langfuse.observation.input": text }), traced()),
  ],
  [
    "a completion",
    async () => {
      const message = { role: "assistant", content: text };
      const answer = { id: "c", object: "chat.completion", model: MODEL, choices: [{ index: 0, message }] };
      expect(await complete(answerJson(answer))).toContain(secrets.email);
    },
  ],
  [
    "a streamed completion whose secrets are cut into pieces",
    async () => {
      const pieces = text.match(/.{1,5}/gs) ?? [];
      const answered = await complete(answerEvents(...pieces.map(chunkOf), DONE), { stream: true });
      expect(answered.split("data: ").length).toBeGreaterThan(pieces.length);
    },
  ],
  ["a note", () => post("/feedback/create", { ...feedback(), payload: { note: text } })],
  [
    "a batch of feedback",
    () => post("/feedback/batch/create", { batch: [{ ...feedback(), feedback_type: "x", payload: payload() }] }),
  ],
  [
    "feedback that is replaced",
    async () => {
      const created = await service.post("/feedback/create", { ...feedback(), payload: { note: "n" } });
      const { id: feedback_id } = await created.json();
      await post("/feedback/replace", { ...feedback(), feedback_id, payload: { note: text } });
    },
  ],
  [
    "a rejected item",
    () =>
      post("/call/upsert_batch", {
        batch: [
          {
            mode: "start",
            req: { start: { project_id: project, id: secrets.email, [secrets.email]: 1, started_at: secrets.email } },
          },
        ],
      }),
  ],
];

describe.each(WAYS)("%s", (_way, send) => {
  test("leave nothing of what the rules find in any table or log", async () => {
    await post("/masking/rules/set", { project_id: project, rules: RULES, replaces: 0 });
    await send();
    while (await service.store.indexProject(project));
    expect(await columnsWith(service.connection, Object.values(secrets))).toEqual([]);
    const stored = await service.post("/calls/stream_query", { project_id: project, include_overview: true });
    const texts = (await stored.text()) + JSON.stringify(service.log);
    for (const secret of Object.values(secrets)) expect(texts).not.toContain(secret);
  });

  test("are stored as they are without rules", async () => {
    await send();
    expect(await columnsWith(service.connection, [secrets.email])).not.toEqual([]);
  });
});

test("payloads keep every other character", async () => {
  await post("/masking/rules/set", { project_id: project, rules: RULES, replaces: 0 });
  const inputs = `{ "n":12345678901234567890, "x": 1.0,  "to" : "${secrets.email}", "card":${secrets.digits}, "z":"\\u00e4\\/" }`;
  const body = JSON.stringify({ start: start({ inputs: "INPUTS" }) }).replace('"INPUTS"', inputs);
  await post("/call/start", body);
  const call = await service.store.readCall(project, id(), { storageSize: false, totalStorageSize: false });
  expect(call?.inputs.text).toBe(
    '{ "n":12345678901234567890, "x": 1.0,  "to" : "[email]", "card":"[card]", "z":"\\u00e4\\/" }',
  );
  expect(call).toMatchObject({
    thread_id: "[email]",
    display_name: "From [email]: card [card], account [iban], key [api key].",
  });
});

test("a span that is sent again has each of its events once", async () => {
  await post("/masking/rules/set", { project_id: project, rules: RULES, replaces: 0 });
  const events = [{ name: "gen_ai.user.message", attributes: { content: text } }];
  const sent = exportOf([{ attributes: { "gen_ai.operation.name": "chat" }, events }]);
  await post("/v1/traces", sent, traced());
  const read = () => service.store.readCall(project, SPAN_ID, { storageSize: false, totalStorageSize: false });
  const once = await read();
  expect(once?.inputs.text).toContain("account [iban]");
  for (const [path, body] of [
    ["/v1/traces", sent],
    ["/v1/logs", logs()],
  ] as const) {
    await post(path, body, traced());
    const again = await read();
    expect([again?.inputs, again?.attributes]).toEqual([once?.inputs, once?.attributes]);
  }
});

test("a search finds what replaced a secret, and not the secret", async () => {
  await post("/masking/rules/set", { project_id: project, rules: RULES, replaces: 0 });
  await post("/call/start", { start: start() });
  while (await service.store.indexProject(project));
  const count = async (substr: string) => {
    const query = { $expr: { $contains: { input: { $getField: "inputs" }, substr: { $literal: substr } } } };
    return (await (await service.post("/calls/query_stats", { project_id: project, query })).json()).count;
  };
  expect([await count(secrets.email), await count("account [iban]")]).toEqual([0, 1]);
});

test("counts what is masked, by kind", async () => {
  await post("/masking/rules/set", { project_id: project, rules: RULES, replaces: 0 });
  const before = service.store.maskedCounts();
  await post("/call/start", { start: start({ inputs: { text }, attributes: {}, display_name: "", thread_id: "t" }) });
  const after = service.store.maskedCounts();
  for (const kind of ["email", "card", "iban", "api_key"] as const) expect(after[kind] - before[kind]).toBe(1);
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const metrics = await (await service.app().request("/metrics", { headers })).text();
  expect(metrics).toContain(`loupe_masked_values_total{kind="email"} ${after.email}\n`);
  expect(metrics).not.toContain(project);
});

describe("in the background", () => {
  const stopped: { stop: () => Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of stopped.splice(0)) await one.stop();
  });
  const answerOf = (content: string) => ({
    id: "c",
    object: "chat.completion",
    model: MODEL,
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  });

  test("answers of experiments and the reasons of failures are masked", async () => {
    const experiments = new TestExperiments(service);
    stopped.push(experiments);
    await experiments.useRows([{ q: "answer" }, { q: "fail" }]);
    ({ project } = experiments);
    await post("/masking/rules/set", { project_id: project, rules: RULES, replaces: 0 });
    experiments.start(
      await startUpstream((response, request) => {
        const answer = request.body.includes("fail")
          ? answerJson({ error: { message: text } }, 400)
          : answerJson(answerOf(text));
        return answer(response, request);
      }),
    );
    const { id } = await experiments.create();
    const { rows } = await experiments.ended(id);
    expect(rows).toMatchObject({ answered: 1, failed: 1 });
    expect(await columnsWith(service.connection, ["account [iban]"])).toContain("experiment_rows.failure");
    expect(await columnsWith(service.connection, Object.values(secrets))).toEqual([]);
  });

  test("what a judge says of new traces, and why others have no score, are masked", async () => {
    const scoring = scoringOn(service, service.store, project);
    stopped.push(scoring);
    await post("/masking/rules/set", { project_id: project, rules: RULES, replaces: 0 });
    const scorer_ref = await scoring.publishScorer({
      type: "judge",
      model: MODEL,
      messages: [{ role: "user", content: "A: {{output}}" }],
      score: { type: "boolean" },
    });
    const { id } = await scoring.create({ scorer_ref });
    await scoring.write({ id: "answered", output: json('"yes"') }, { id: "failed", output: json('"fail"') });
    scoring.start(
      await startUpstream((response, request) => {
        const answer = request.body.includes("fail")
          ? answerJson({ error: { message: text } }, 400)
          : answerJson(answerOf(JSON.stringify({ reasoning: text, score: true })));
        return answer(response, request);
      }),
    );
    expect((await scoring.settled(id, 2)).calls).toMatchObject({ scored: 1, failed: 1 });
    const [score] = await scoring.scores("answered");
    expect(score?.payload.text).toContain("account [iban]");
    expect(await columnsWith(service.connection, ["account [iban]"])).toContain("scoring_calls.failure");
    expect(await columnsWith(service.connection, Object.values(secrets))).toEqual([]);
  });
});
