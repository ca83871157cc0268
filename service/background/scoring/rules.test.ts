import { describe, expect, test } from "vitest";
import { callRef } from "@/lib/contract/refs";
import { literal } from "@/lib/contract/expression";
import type { ScorerDefinition } from "@/lib/contract/scorers";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { json, list } from "@/service/store/testing/test-store";
import { useScoring } from "./test-scoring";

const scoring = useScoring();

const chat = (question: string, answer: string) => ({
  inputs: json(JSON.stringify({ messages: [{ role: "user", content: question }] })),
  output: json(JSON.stringify({ choices: [{ message: { role: "assistant", content: answer } }] })),
});
const POLITE = { type: "regex", pattern: "please", ignore_case: true } as const;
const judgeOf = (content: string): ScorerDefinition => ({
  type: "judge",
  model: MODEL,
  messages: [{ role: "user", content }],
  score: { type: "boolean" },
});
const JUDGE = judgeOf("Q: {{input}} A: {{output}}");

const completionOf = (content: string) => ({
  id: "c",
  object: "chat.completion",
  model: MODEL,
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  usage: { prompt_tokens: 3, completion_tokens: 2 },
});
const asked = ({ body }: { body: string }): string => JSON.parse(body).messages[0].content;
/** A judge for whom answers that say please are polite. */
const judges: Parameters<typeof startUpstream>[0] = (response, request) => {
  const score = asked(request).includes("please");
  return answerJson(completionOf(JSON.stringify({ reasoning: `It is ${score}`, score })))(response, request);
};
const COST = 0.07;
const setPrices = async () =>
  scoring.post("/cost/create", {
    costs: {
      [MODEL]: { prompt_token_cost: 0.01, completion_token_cost: 0.02, effective_date: "2020-01-01T00:00:00Z" },
    },
  });
const scoresOf = async (...ids: string[]) => {
  const all = await Promise.all(ids.map((id) => scoring.scores(id)));
  return all.map((of) => of.map(({ payload }) => JSON.parse(payload.text).output));
};

describe("a rule", () => {
  test("scores the roots of new traces once, as feedback, and none that came before", async () => {
    await scoring.write({ id: "earlier", ...chat("Salt?", "please") });
    const scorer_ref = await scoring.publishScorer(POLITE);
    const { id } = await scoring.create({ scorer_ref });
    scoring.start();
    await scoring.write(
      { id: "polite", ...chat("Salt?", "Please, here") },
      { id: "rude", ...chat("Salt?", "No") },
      { id: "below", trace_id: "trace of rude", parent_id: "rude", ...chat("Salt?", "please") },
      { id: "running", ended_at: undefined, ...chat("Salt?", "please") },
    );
    const { calls, cost_usd, unpriced, status } = await scoring.settled(id, 2);
    expect({ calls, cost_usd, unpriced, status }).toEqual({
      calls: { waiting: 0, sent: 0, scored: 2, failed: 0 },
      cost_usd: 0,
      unpriced: 0,
      status: "active",
    });
    const [feedback] = await scoring.scores("polite");
    expect(feedback).toMatchObject({
      feedback_type: "core.runnable.tone",
      runnable_ref: scorer_ref,
      core_ref: callRef(scoring.project, "polite"),
    });
    // Written again, as by a client that repeats itself, and once the last one ends.
    await scoring.write(
      { id: "polite", ...chat("Salt?", "Please, here") },
      { id: "running", ...chat("Salt?", "please") },
    );
    await scoring.settled(id, 3);
    expect(await scoresOf("polite", "rude", "below", "earlier", "running")).toEqual([[true], [false], [], [], [true]]);
  });

  test("scores every call that its filter selects, in a sample that depends on their ids", async () => {
    const scorer_ref = await scoring.publishScorer(POLITE);
    const query = { $expr: { $eq: [{ $getField: "op_name" }, literal("answer")] } };
    const { id } = await scoring.create({ scorer_ref, unit: "calls", query, sampling_rate: 0.5 });
    const calls = Array.from({ length: 60 }, (_, place) => ({
      id: `call-${place}`,
      trace_id: "one",
      ...(place > 0 && { parent_id: "call-0" }),
      op_name: place % 3 === 0 ? "other" : "answer",
      ...chat("Salt?", place % 2 === 0 ? "please" : "no"),
    }));
    await scoring.write(...calls);
    scoring.start();
    const rule = await scoring.until(id, ({ calls: { waiting, sent, scored } }) => scored > 0 && waiting + sent === 0);
    const scored = await scoresOf(...calls.map((call) => call.id));
    const places = scored.flatMap((of, place) => (of.length > 0 ? [place] : []));
    expect(places.length).toBe(rule.calls.scored);
    expect(places.filter((place) => place % 3 === 0)).toEqual([]);
    expect(places.every((place) => scored[place]?.length === 1 && scored[place][0] === (place % 2 === 0))).toBe(true);
    expect(places.length).toBeGreaterThan(8);
    expect(places.length).toBeLessThan(32);
    // The estimate of all of them counts the same ones.
    const selection = { scorer_ref, unit: "calls", query, start: "2000-01-01T00:00:00Z", end: "2100-01-01T00:00:00Z" };
    const estimates = [0.5, 1].map(async (sampling_rate) =>
      JSON.parse(await scoring.post("/scoring/estimate", { ...selection, sampling_rate })),
    );
    expect(await Promise.all(estimates)).toEqual([
      { matching: 40, sampled: places.length, known: places.length, cost_usd: 0, basis: "no_judge" },
      { matching: 40, sampled: 40, known: places.length, cost_usd: 0, basis: "no_judge" },
    ]);
  });

  test("does not score what two rules select twice, but does with another version of the scorer", async () => {
    const scorer_ref = await scoring.publishScorer(POLITE);
    const rules = [await scoring.create({ scorer_ref }), await scoring.create({ scorer_ref, unit: "calls" })];
    scoring.start();
    await scoring.write({ id: "one", ...chat("Salt?", "Please") });
    const counts = async () => {
      const read = await Promise.all(rules.map(({ id }) => scoring.read(id)));
      return read.reduce((sum, { calls }) => sum + calls.scored, 0);
    };
    await expect.poll(counts, { timeout: 30_000 }).toBe(1);
    const next = await scoring.publishScorer({ ...POLITE, pattern: "thank" });
    const [{ id } = { id: "" }] = rules;
    await scoring.update(id, { definition: { name: "Thanks", unit: "traces", scorer_ref: next } });
    await scoring.write({ id: "one", ...chat("Salt?", "Please") });
    await expect.poll(async () => scoresOf("one"), { timeout: 30_000 }).toEqual([[true, false]]);
  });

  test("leaves out evaluations of SDKs and the verdicts of its own judges", async () => {
    const upstream = await startUpstream(judges);
    const { id } = await scoring.create({ scorer_ref: await scoring.publishScorer(JUDGE), unit: "calls" });
    scoring.start(upstream);
    await scoring.write(
      { id: "one", ...chat("Salt?", "please") },
      { id: "evaluation", op_name: "Evaluation.evaluate", ...chat("Salt?", "please") },
      { id: "result", trace_id: "trace of evaluation", parent_id: "evaluation", ...chat("Salt?", "please") },
    );
    await scoring.settled(id, 1);
    await scoring.total();
    await scoring.write({ id: "two", ...chat("Salt?", "no") });
    await scoring.settled(id, 2);
    expect(upstream.arrived.map(asked)).toEqual(["Q: Salt? A: please", "Q: Salt? A: no"]);
  });

  test("scores a thread once it is quiet, again after a further turn, and its judge reads the conversation", async () => {
    const upstream = await startUpstream(judges);
    const scorer_ref = await scoring.publishScorer(judgeOf("{{conversation}}"));
    const { id } = await scoring.create({ scorer_ref, unit: "threads", quiet_minutes: 5 });
    const waits: number[] = [];
    const { collectForScoring } = scoring.service.store;
    scoring.start(upstream, {
      // Threads are quiet as soon as they are found.
      collectForScoring: async (holder, key, { threads, ...collected }) => {
        if (threads) waits.push(threads.quietMinutes);
        return collectForScoring(holder, key, {
          ...collected,
          ...(threads && { threads: { ...threads, quietMinutes: 0 } }),
        });
      },
    });
    const turn = (name: string, minute: number, answer: string) => ({
      id: name,
      thread_id: "t",
      started_at: `2026-11-20T08:0${minute}:00.000000Z`,
      ended_at: `2026-11-20T08:0${minute}:01.000000Z`,
      ...chat(`Q${minute}`, answer),
    });
    await scoring.write(turn("a", 1, "please"), turn("b", 2, "no"));
    await scoring.settled(id, 1);
    await scoring.write(turn("c", 3, "bye"));
    await scoring.settled(id, 2);
    expect(await scoresOf("a", "b", "c")).toEqual([[], [true], [true]]);
    expect(upstream.arrived.map(asked)).toEqual([
      "User: Q1\n\nAssistant: please\n\nUser: Q2\n\nAssistant: no",
      "User: Q1\n\nAssistant: please\n\nUser: Q2\n\nAssistant: no\n\nUser: Q3\n\nAssistant: bye",
    ]);
    expect(waits).toEqual([5, 5]);
  });

  test("that is paused collects nothing, and goes on with what comes after it is resumed", async () => {
    const { id } = await scoring.create({ scorer_ref: await scoring.publishScorer(POLITE) });
    scoring.start();
    await scoring.update(id, { action: "pause" });
    await scoring.write({ id: "missed", ...chat("Salt?", "please") });
    await scoring.update(id, { action: "resume" });
    await scoring.write({ id: "missed", ...chat("Salt?", "please") }, { id: "new", ...chat("Salt?", "no") });
    await scoring.settled(id, 1);
    expect(await scoresOf("missed", "new")).toEqual([[], [false]]);
  });

  test("that is deleted leaves its scores, and scores nothing more", async () => {
    const { id } = await scoring.create({ scorer_ref: await scoring.publishScorer(POLITE) });
    scoring.start();
    await scoring.write({ id: "one", ...chat("Salt?", "please") });
    await scoring.settled(id, 1);
    expect(JSON.parse(await scoring.post("/scoring/delete", { id }))).toEqual({ deleted: true });
    await scoring.write({ id: "two", ...chat("Salt?", "please") });
    expect(await scoresOf("one", "two")).toEqual([[true], []]);
    expect(JSON.parse(await scoring.post("/scoring/query", {}))).toEqual({ rules: [] });
  });
});

describe("a judge", () => {
  test("is asked once for each call, with its reasoning, its own trace, and what it costs", async () => {
    const upstream = await startUpstream(judges);
    await setPrices();
    const { id } = await scoring.create({ scorer_ref: await scoring.publishScorer(JUDGE) });
    scoring.start(upstream);
    await scoring.write({ id: "one", ...chat("Salt?", "please") }, { id: "two", ...chat("Pepper?", "no") });
    const { cost_usd } = await scoring.settled(id, 2);
    expect(cost_usd).toBe(2 * COST);
    const [feedback] = await scoring.scores("one");
    expect(JSON.parse(feedback?.payload.text ?? "")).toEqual({ output: true, reasoning: "It is true" });
    const verdicts = await list(scoring.service.store, {
      project_id: scoring.project,
      filter: { op_names: ["Scoring.verdicts"] },
    });
    expect(verdicts.map(({ display_name, ended_at }) => [display_name, ended_at !== undefined])).toEqual([
      ["Verdicts: Tone of answers", true],
    ]);
    const below = await list(scoring.service.store, {
      project_id: scoring.project,
      filter: { parent_ids: verdicts.map((call) => call.id) },
    });
    expect(below).toHaveLength(2);
    expect(below.map((call) => callRef(scoring.project, call.id))).toContain(feedback?.call_ref);
  });

  test("stops at the budget, and goes on with another; the estimate is what verdicts cost", async () => {
    const upstream = await startUpstream(judges);
    await setPrices();
    const scorer_ref = await scoring.publishScorer(JUDGE);
    const range = { start: "2000-01-01T00:00:00Z", end: "2100-01-01T00:00:00Z" };
    const ids = Array.from({ length: 20 }, (_, place) => `call-${place}`);
    await scoring.write(...ids.map((id) => ({ id, ...chat("Salt?", "please") })));
    const estimate = async () =>
      JSON.parse(await scoring.post("/scoring/estimate", { scorer_ref, unit: "traces", ...range }));
    const request = JSON.parse(upstream.arrived[0]?.body ?? "{}");
    expect(request).toEqual({});
    expect(await estimate()).toMatchObject({ matching: 20, sampled: 20, known: 0, basis: "lengths" });
    const definition = { name: "Tone", unit: "traces", scorer_ref, budget_usd: 0.5 };
    const { id } = await scoring.create(definition);
    scoring.start(upstream);
    await scoring.backfill(id, range);
    const paused = await scoring.until(id, ({ status }) => status === "paused");
    // Eight are under way at once.
    expect([paused.reason, paused.cost_usd, paused.calls]).toEqual([
      "The budget of $0.5 is used up",
      8 * COST,
      { waiting: 12, sent: 0, scored: 8, failed: 0 },
    ]);
    const { cost_usd, ...counts } = await estimate();
    expect(counts).toEqual({ matching: 20, sampled: 20, known: 20, basis: "verdicts" });
    expect(cost_usd).toBe(0);
    await scoring.update(id, { action: "resume", definition: { ...definition, budget_usd: 5 } });
    const done = await scoring.settled(id, 20);
    expect([done.cost_usd, done.reason, done.backfill]).toEqual([1.4, undefined, undefined]);
    expect(upstream.arrived).toHaveLength(20);
  });

  test("whose model is away scores later, and says why not now", async () => {
    const { id } = await scoring.create({ scorer_ref: await scoring.publishScorer(JUDGE) });
    await scoring.write({ id: "one", ...chat("Salt?", "please") });
    const stop = scoring.start();
    const { status, calls } = await scoring.until(id, ({ reason }) => reason !== undefined);
    expect([status, calls.waiting]).toEqual(["active", 1]);
    await stop();
    scoring.start(await startUpstream(judges));
    const { reason } = await scoring.settled(id, 1);
    expect(reason).toBeUndefined();
  });

  test("that fails is visible with the reason, and is asked again on request", async () => {
    let isWell = false;
    const upstream = await startUpstream((response, request) =>
      isWell ? judges(response, request) : answerJson(completionOf("no idea"))(response, request),
    );
    const { id } = await scoring.create({ scorer_ref: await scoring.publishScorer(JUDGE) });
    scoring.start(upstream);
    await scoring.write({ id: "one", ...chat("Salt?", "please") }, { id: "empty", output: undefined });
    await scoring.settled(id, 2);
    const failures = await scoring.failures(id);
    expect(Object.fromEntries(failures.map(({ call_id, failure }) => [call_id, failure]))).toEqual({
      empty: "The call has no output",
      one: "The judge's answer has no JSON object: no idea",
    });
    isWell = true;
    await scoring.update(id, { action: "retry_failed" });
    const { calls } = await scoring.until(id, ({ calls: { scored } }) => scored === 1);
    expect(calls.scored).toBe(1);
    expect(await scoresOf("one")).toEqual([[true]]);
  });

  test("is not asked again for a verdict that is recorded, although its process could not store what became of it", async () => {
    const upstream = await startUpstream(judges);
    const { id } = await scoring.create({ scorer_ref: await scoring.publishScorer(JUDGE) });
    let failures = 0;
    const { finishScoringCalls } = scoring.service.store;
    scoring.start(upstream, {
      finishScoringCalls: async (...call) => {
        failures += 1;
        if (failures === 1) throw new Error("the database is away");
        return finishScoringCalls(...call);
      },
    });
    await scoring.write({ id: "one", ...chat("Salt?", "please") });
    const { calls } = await scoring.settled(id, 1);
    expect(calls).toEqual({ waiting: 0, sent: 0, scored: 1, failed: 0 });
    expect(upstream.arrived).toHaveLength(1);
    expect(await scoresOf("one")).toEqual([[true]]);
  });

  test("is asked for a call that another process had sent, but not asked about", async () => {
    const upstream = await startUpstream(judges);
    const { id } = await scoring.create({ scorer_ref: await scoring.publishScorer(JUDGE) });
    await scoring.write({ id: "one", ...chat("Salt?", "please") });
    const stopped = scoring.start(upstream, {
      sendScoringCalls: async () => ({ none: "none waiting" }),
    });
    await scoring.until(id, ({ calls: { waiting } }) => waiting === 1);
    await stopped();
    const { store } = scoring.service;
    const { held: rule } = (await store.takeScoringRule("other")) ?? {};
    expect(rule?.id).toBe(id);
    const sent = rule && (await store.sendScoringCalls("other", rule, 8));
    expect(sent).toMatchObject({ calls: [{ callId: "one", attempt: 1 }] });
    if (rule) await store.releaseScoringRule("other", rule);
    expect((await scoring.read(id)).calls).toEqual({ waiting: 0, sent: 1, scored: 0, failed: 0 });
    scoring.start(upstream);
    await scoring.settled(id, 1);
    expect([upstream.arrived.length, await scoresOf("one")]).toEqual([1, [[true]]]);
  });
});

describe("several processes", () => {
  test("score each of many calls once", async () => {
    const upstream = await startUpstream(judges);
    const { id } = await scoring.create({ scorer_ref: await scoring.publishScorer(JUDGE) });
    for (let process = 0; process < 3; process += 1) scoring.start(upstream);
    const ids = Array.from({ length: 100 }, (_, place) => `call-${place}`);
    for (let from = 0; from < ids.length; from += 10)
      await scoring.write(...ids.slice(from, from + 10).map((name) => ({ id: name, ...chat(name, "please") })));
    await scoring.settled(id, 100);
    const sent = upstream.arrived.map(asked);
    expect(sent.filter((text, place) => sent.indexOf(text) !== place)).toEqual([]);
    expect(sent).toHaveLength(100);
    expect(await scoresOf(...ids)).toEqual(ids.map(() => [true]));
  });
});

describe("a rule is refused", () => {
  test.each<[string, ScorerDefinition, string, RegExp]>([
    ["a scorer that needs an expected answer", { type: "exact" }, "scorer_ref", /expected answer/],
    ["a judge that names one", judgeOf("{{expected}}"), "scorer_ref", /expected/],
    ["a judge of conversations, for traces", judgeOf("{{conversation}}"), "scorer_ref", /threads/],
  ])("with %s", async (_name, definition, path, message) => {
    const scorer_ref = await scoring.publishScorer(definition);
    const answer = JSON.parse(await scoring.post("/scoring/create", { name: "n", unit: "traces", scorer_ref }, 422));
    expect(answer.errors[0]).toMatchObject({ path, message: expect.stringMatching(message) });
  });

  test("with a field that does not exist, and a range without time", async () => {
    const scorer_ref = await scoring.publishScorer(POLITE);
    const query = { $expr: { $eq: [{ $getField: "nothing" }, literal(1)] } };
    expect(await scoring.post("/scoring/create", { name: "n", unit: "traces", scorer_ref, query }, 422)).toContain(
      "nothing",
    );
    const range = { start: "2026-11-20T00:00:00Z", end: "2026-11-20T00:00:00Z" };
    expect(await scoring.post("/scoring/estimate", { unit: "traces", scorer_ref, ...range }, 422)).toContain("end");
    expect(JSON.parse(await scoring.post("/scoring/query", {}))).toEqual({ rules: [] });
  });

  test("a repeated request with the same id creates one rule", async () => {
    const scorer_ref = await scoring.publishScorer(POLITE);
    const id = "0193a1b2-0000-7000-8000-0000000000aa";
    const made = await Promise.all([1, 2].map(() => scoring.create({ id, scorer_ref })));
    expect(made.map((rule) => rule.id)).toEqual([id, id]);
    expect(JSON.parse(await scoring.post("/scoring/query", {})).rules).toHaveLength(1);
  });
});
