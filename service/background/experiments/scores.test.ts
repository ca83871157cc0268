import { describe, expect, test } from "vitest";
import type { Experiment } from "@/lib/contract/experiments";
import { callRef } from "@/lib/contract/refs";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { list } from "@/service/store/testing/test-store";
import { completionId } from "./recorded-calls";
import { asked, completionOf, COST, shouts, useExperiments } from "./test-experiments";

const experiments = useExperiments();

test("rules and a judge score each answer: in the result, and as feedback on the completion", async () => {
  await experiments.useRows([
    { q: "one", answer: "ONE" },
    { q: "two", answer: "2" },
  ]);
  const upstream = await startUpstream((response, request) => {
    const text = asked(request);
    const verdict = JSON.stringify({ reasoning: `read ${text}`, score: text.length });
    return text.startsWith("Judge") ? answerJson(completionOf(verdict))(response, request) : shouts(response, request);
  });
  await experiments.setPrices();
  const exact = await experiments.publishScorer("exact", { type: "exact" });
  const judge = await experiments.publishScorer("judge", {
    type: "judge",
    model: MODEL,
    messages: [{ role: "user", content: "Judge {{output}} for {{q}}" }],
    score: { type: "number", lowest: 0, highest: 100 },
  });
  const number = await experiments.publishScorer("number", { type: "number" });
  const made = await experiments.create({ expected: "answer", scorer_refs: [exact, judge, number], parallel: 1 });
  experiments.start(upstream);
  const ended = await experiments.ended(made.id);
  expect([ended.rows.answered, ended.cost_usd]).toEqual([2, 4 * COST]);
  const length = "Judge ONE for one".length;
  const [first, second] = await experiments.resultsOf(made);
  expect([first, second].map((result) => [...(result?.scores ?? [])].map(([name, { text }]) => [name, text]))).toEqual([
    [
      ["exact.score", "true"],
      ["judge.score", String(length)],
      ["judge.reasoning", "read Judge ONE for one"],
      ["number.score", expect.any(String)],
    ],
    [
      ["exact.score", "false"],
      ["judge.score", String(length)],
      ["judge.reasoning", "read Judge TWO for two"],
      ["number.score", expect.any(String)],
    ],
  ]);
  const below = await experiments.children(first?.callId ?? "");
  const [answered, judged] = [completionId(first?.callId ?? "", 1), completionId(first?.callId ?? "", 1, 1)];
  expect(below.map(({ id }) => id).toSorted()).toEqual([answered, judged].toSorted());
  const on = { $expr: { $eq: [{ $getField: "core_ref" }, { $literal: callRef(experiments.project, answered) }] } };
  const { result } = JSON.parse(await experiments.post("/feedback/query", { query: on }));
  expect(
    result
      .map(({ feedback_type, payload, runnable_ref, call_ref }: Record<string, unknown>) => [
        feedback_type,
        payload,
        runnable_ref,
        call_ref ?? undefined,
      ])
      .toSorted(),
  ).toEqual([
    ["core.runnable.exact", { output: true }, exact, undefined],
    [
      "core.runnable.judge",
      { output: length, reasoning: "read Judge ONE for one" },
      judge,
      callRef(experiments.project, judged),
    ],
  ]);
  const [root] = await list(experiments.service.store, {
    project_id: experiments.project,
    filter: { call_ids: [made.id] },
  });
  expect(JSON.parse(root?.output?.text ?? "null")).toEqual({
    exact: { true_count: 1, true_fraction: 0.5 },
    judge: { mean: length },
    number: { problems: { count: 2, reason: expect.stringContaining("number") } },
    model_latency: { mean: expect.any(Number) },
  });
});

describe("a judge that fails", () => {
  const judge = async (name: string) =>
    experiments.publishScorer(name, {
      type: "judge",
      model: MODEL,
      messages: [{ role: "user", content: `${name}: {{output}}` }],
      score: { type: "boolean" },
    });
  const rows = [{ q: "one" }, { q: "two" }];
  const scoresOf = async (made: Experiment) =>
    (await experiments.resultsOf(made)).map(({ output, scores }) => [
      output,
      ...[...scores].flatMap(([name, { text }]) => (name.endsWith(".score") ? [`${name} ${text}`] : [])),
    ]);
  const verdict = completionOf(JSON.stringify({ reasoning: "", score: true }));

  test("keeps the answer and the other scores, says so, and is asked again alone", async () => {
    await experiments.useRows(rows);
    let isBroken = true;
    const upstream = await startUpstream((response, request) => {
      if (asked(request).startsWith("works")) return answerJson(verdict)(response, request);
      if (!asked(request).startsWith("fails")) return shouts(response, request);
      return isBroken
        ? answerJson({ error: { message: "no credit" } }, 402)(response, request)
        : answerJson(verdict)(response, request);
    });
    await experiments.setPrices();
    const scorer_refs = [await judge("works"), await judge("fails")];
    const made = await experiments.create({ scorer_refs, parallel: 1 });
    experiments.start(upstream);
    const first = await experiments.ended(made.id);
    expect([first.rows.answered, first.unscored, first.cost_usd]).toEqual([2, 2, 4 * COST]);
    expect(await scoresOf(made)).toEqual([
      ["ONE", "works.score true", "fails.score 402: no credit"],
      ["TWO", "works.score true", "fails.score 402: no credit"],
    ]);
    const outputOf = async () => {
      const call_ids = [made.id];
      const [root] = await list(experiments.service.store, { project_id: experiments.project, filter: { call_ids } });
      return JSON.parse(root?.output?.text ?? "null");
    };
    expect((await outputOf()).fails).toEqual({ problems: { count: 2, reason: "402: no credit" } });
    const before = await experiments.resultsOf(made);
    isBroken = false;
    upstream.arrived.length = 0;
    await experiments.update(made.id, { action: "retry_scores" });
    const again = await experiments.ended(made.id);
    expect([again.rows, again.unscored, again.cost_usd]).toEqual([
      { waiting: 0, sent: 0, answered: 2, failed: 0 },
      0,
      0.42,
    ]);
    expect(upstream.arrived.map(asked)).toEqual(["fails: ONE", "fails: TWO"]);
    expect(await scoresOf(made)).toEqual([
      ["ONE", "works.score true", "fails.score true"],
      ["TWO", "works.score true", "fails.score true"],
    ]);
    const after = await experiments.resultsOf(made);
    expect(after.map(({ callId, latencyMs }) => [callId, latencyMs])).toEqual(
      before.map(({ callId, latencyMs }) => [callId, latencyMs]),
    );
    expect(await outputOf()).toMatchObject({ fails: { true_count: 2, true_fraction: 1 } });
  });

  test("and whose process dies when it is asked again is not asked by the next one, and its cost counts once", async () => {
    await experiments.useRows(rows);
    const upstream = await startUpstream((response, request) =>
      asked(request).startsWith("fails")
        ? answerJson(completionOf("no verdict"))(response, request)
        : shouts(response, request),
    );
    await experiments.setPrices();
    const made = await experiments.create({ scorer_refs: [await judge("fails")], parallel: 1 });
    const stop = experiments.start(upstream);
    expect((await experiments.ended(made.id)).unscored).toBe(2);
    await stop();
    const { store } = experiments.service;
    await experiments.update(made.id, { action: "retry_scores" });
    await store.takeExperiment("dead");
    const next = await store.sendExperimentRow("dead", { project_id: experiments.project, id: made.id }, "unused");
    expect(next).toMatchObject({ row: { keepsAnswer: true, attempt: 2 } });
    await store.releaseExperiment("dead", { project_id: experiments.project, id: made.id });
    upstream.arrived.length = 0;
    experiments.start(upstream);
    const ended = await experiments.ended(made.id);
    // Two answers and two verdicts, and the verdict on the row that was not under way.
    expect([ended.unscored, ended.cost_usd, upstream.arrived.map(asked)]).toEqual([2, 0.35, ["fails: TWO"]]);
    expect((await scoresOf(made)).map(([output]) => output)).toEqual(["ONE", "TWO"]);
    expect((await scoresOf(made))[0]?.[1]).toBe("fails.score The service stopped before the answer arrived");
  });
});
