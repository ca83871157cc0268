import { beforeEach, describe, expect, test } from "vitest";
import { toTimestamp } from "@/lib/contract/time";
import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { endWrite, startWrite } from "@/service/ingest/call-writes";
import type { SentRow } from "@/service/store/experiments/experiments-store";
import { list } from "@/service/store/testing/test-store";
import { resultEnd, resultStart } from "./calls";
import { completionId } from "./recorded-calls";
import { asked, completionOf, shouts, useExperiments } from "./test-experiments";

const experiments = useExperiments();
const PARTS = ["one", "two", "three", "four", "five", "six"];
beforeEach(async () => experiments.useRows(PARTS.map((q) => ({ q, answer: q.toUpperCase() }))));

describe("an experiment", () => {
  test("sends every row in order, at most so many at once, and records the results", async () => {
    let atOnce = 0;
    const pair: (() => void)[] = [];
    const inPairs = (resolve: () => void) => {
      pair.push(resolve);
      if (pair.length === 2) for (const answer of pair.splice(0)) answer();
    };
    const upstream = await startUpstream(async (response, request) => {
      atOnce = Math.max(atOnce, upstream.open);
      // Each request waits for one beside it.
      await new Promise<void>(inPairs);
      await shouts(response, request);
    });
    await experiments.setPrices();
    const made = await experiments.create({ parallel: 2, repetitions: 2 });
    expect([made.status, made.rows.waiting]).toEqual(["queued", 12]);
    experiments.start(upstream);
    const { status, rows, cost_usd, unpriced } = await experiments.ended(made.id);
    const { ended_at: rootEnd, op_name } =
      (
        await list(experiments.service.store, { project_id: experiments.project, filter: { call_ids: [made.id] } })
      )[0] ?? {};
    expect({ status, rows, cost_usd, unpriced, atOnce, op_name, hasEnd: rootEnd !== undefined }).toEqual({
      status: "completed",
      rows: { waiting: 0, sent: 0, answered: 12, failed: 0 },
      cost_usd: 0.84,
      unpriced: 0,
      atOnce: 2,
      op_name: "Evaluation.evaluate",
      hasEnd: true,
    });
    const sent = upstream.arrived.map(asked);
    expect([sent.slice(0, 6).toSorted(), sent.slice(6).toSorted()]).toEqual([PARTS.toSorted(), PARTS.toSorted()]);
    const results = await experiments.resultsOf(made);
    expect(results.map(({ output }) => output ?? "").toSorted()).toEqual(
      [...PARTS, ...PARTS].map((part) => part.toUpperCase()).toSorted(),
    );
    expect(new Set(results.map(({ key }) => key))).toEqual(
      new Set(experiments.rowDigests.map((digest) => `row ${digest}`)),
    );
  });

  test("stops at its budget, and goes on with another", async () => {
    const upstream = await startUpstream(shouts);
    await experiments.setPrices();
    const { id } = await experiments.create({ parallel: 1, budget_usd: 0.21 });
    experiments.start(upstream);
    const paused = await experiments.until(id, ({ status }) => status === "paused");
    expect([paused.reason, paused.rows.answered, paused.cost_usd]).toEqual(["The budget of $0.21 is used up", 3, 0.21]);
    await experiments.update(id, { action: "resume", budget_usd: null });
    expect(await experiments.ended(id)).toMatchObject({ status: "completed", rows: { answered: 6 } });
    expect(upstream.arrived).toHaveLength(6);
  });

  test("that has settled is not released afterwards, when its process may have claimed it again", async () => {
    const upstream = await startUpstream(shouts);
    const { store } = experiments.service;
    const releases: string[] = [];
    const stop = experiments.start(upstream, {
      store: {
        ...store,
        releaseExperiment: async (holder, key) => {
          releases.push(key.id);
          return store.releaseExperiment(holder, key);
        },
      },
    });
    const { id } = await experiments.create();
    await experiments.ended(id);
    await stop();
    expect(releases).toEqual([]);
  });

  test("sends a row again after temporary failures, and fails others, which are run again when asked", async () => {
    const failed = new Map<string, number>();
    let isBroken = true;
    const upstream = await startUpstream((response, request) => {
      const row = asked(request);
      const times = (failed.get(row) ?? 0) + 1;
      failed.set(row, times);
      if (row === "one" && times < 3)
        return answerJson({ error: { message: "busy" } }, 429, { "retry-after": "0" })(response, request);
      if (row === "two" && isBroken) return answerJson({ error: { message: "no such row" } }, 400)(response, request);
      if (row === "three" && isBroken) return answerJson({ error: { message: "away" } }, 503)(response, request);
      return shouts(response, request);
    });
    const made = await experiments.create();
    experiments.start(upstream);
    const first = await experiments.ended(made.id);
    expect([first.status, first.rows, first.unpriced]).toEqual([
      "completed",
      { waiting: 0, sent: 0, answered: 4, failed: 2 },
      4,
    ]);
    expect([failed.get("one"), failed.get("two"), failed.get("three")]).toEqual([3, 1, 4]);
    const failures = (await experiments.resultsOf(made)).flatMap(({ failure }) => failure ?? []);
    expect(failures.toSorted()).toEqual(["400: no such row", "503: away"]);
    isBroken = false;
    await experiments.update(made.id, { action: "retry_failed" });
    expect((await experiments.ended(made.id)).rows).toEqual({ waiting: 0, sent: 0, answered: 6, failed: 0 });
    const results = await experiments.resultsOf(made);
    expect([results.length, results.filter(({ failure }) => failure !== undefined)]).toEqual([6, []]);
  });

  test("that is paused finishes what was sent, and goes on when asked; cancelled, it has ended", async () => {
    let answerAll = () => {};
    const may = new Promise<void>((resolve) => (answerAll = resolve));
    const upstream = await startUpstream(async (response, request) => {
      await may;
      await shouts(response, request);
    });
    const { id } = await experiments.create({ parallel: 2 });
    experiments.start(upstream);
    await experiments.until(id, ({ rows }) => rows.sent === 2);
    await experiments.update(id, { action: "pause" });
    answerAll();
    const paused = await experiments.until(id, ({ rows }) => rows.sent === 0);
    expect([paused.status, paused.rows.answered, upstream.arrived.length]).toEqual(["paused", 2, 2]);
    await experiments.update(id, { action: "cancel" });
    const cancelled = await experiments.ended(id);
    expect([cancelled.status, cancelled.rows]).toEqual(["cancelled", { waiting: 4, sent: 0, answered: 2, failed: 0 }]);
    await experiments.post("/experiments/update", { id, action: "resume" }, 409);
    expect(upstream.arrived).toHaveLength(2);
  });

  test("whose model no server has is paused with the reason, and no row fails", async () => {
    const upstream = await startUpstream(shouts);
    const { id } = await experiments.create({
      request: { model: "unknown", messages: [{ role: "user", content: "?" }] },
    });
    experiments.start(upstream);
    const paused = await experiments.until(id, ({ status }) => status === "paused");
    expect([paused.reason, paused.rows.waiting]).toEqual(["No model server has the model unknown", 6]);
  });

  test("fails a row that has no value for a variable, and does not send it", async () => {
    await experiments.useRows([{ q: "one" }, { q: null }]);
    const upstream = await startUpstream(shouts);
    const made = await experiments.create();
    experiments.start(upstream);
    expect((await experiments.ended(made.id)).rows).toMatchObject({ answered: 1, failed: 1 });
    expect((await experiments.resultsOf(made)).flatMap(({ failure }) => failure ?? [])).toEqual([
      "The row has no value for q",
    ]);
    expect(upstream.arrived).toHaveLength(1);
  });

  test("is run by one of several processes", async () => {
    const upstream = await startUpstream(shouts);
    const made = await Promise.all([1, 2, 3].map(() => experiments.create()));
    for (let process = 0; process < 3; process += 1) experiments.start(upstream);
    for (const { id } of made) await experiments.ended(id);
    expect(upstream.arrived).toHaveLength(18);
  });
});

describe("of an experiment whose process died", () => {
  /** An experiment of one row, which a process has marked as sent before it died. */
  async function sent(fields = async (): Promise<object> => ({})) {
    await experiments.useRows([{ q: "one", answer: "ONE" }]);
    const made = await experiments.create(await fields());
    const { store } = experiments.service;
    const key = { project_id: experiments.project, id: made.id };
    const { held: taken } = (await store.takeExperiment("dead")) ?? {};
    const callId = made.id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    const next = await store.sendExperimentRow("dead", key, callId);
    if (!taken || !("row" in next)) throw new Error("the experiment was not taken");
    const die = async () => store.releaseExperiment("dead", key);
    return { made, experiment: taken, row: next.row, die, store };
  }

  const complete = ({ callId }: SentRow, id: string) => {
    const project_id = experiments.project;
    const [started_at, ended_at] = [0, 1500].map((ms) => toTimestamp(Date.parse("2026-11-20T08:00:00Z") + ms));
    const inputs = toJsonText({ model: MODEL, messages: [] });
    const output = toJsonText(completionOf("ONE"));
    return [
      startWrite(
        { project_id, id, parent_id: callId, op_name: "c", started_at: started_at ?? "", inputs },
        () => id,
        "o",
      ),
      endWrite({ project_id, id, ended_at: ended_at ?? "", output, summary: new JsonText("{}") }),
    ];
  };

  test("a row without a recorded answer fails, and is not sent again until somebody asks", async () => {
    const upstream = await startUpstream(shouts);
    const { made, die } = await sent();
    await die();
    experiments.start(upstream);
    expect((await experiments.ended(made.id)).rows).toMatchObject({ answered: 0, failed: 1 });
    expect((await experiments.resultsOf(made)).map(({ failure }) => failure)).toEqual([
      "The service stopped before the answer arrived",
    ]);
    expect(upstream.arrived).toEqual([]);
    await experiments.update(made.id, { action: "retry_failed" });
    expect((await experiments.ended(made.id)).rows).toMatchObject({ answered: 1, failed: 0 });
    expect((await experiments.resultsOf(made)).map(({ output }) => output)).toEqual(["ONE"]);
  });

  test("a row with a recorded answer is scored, and not sent again", async () => {
    const upstream = await startUpstream(shouts);
    const { made, row, die, store } = await sent(async () => ({
      expected: "answer",
      scorer_refs: [await experiments.publishScorer("exact", { type: "exact" })],
    }));
    await store.writeCalls(complete(row, completionId(row.callId, 1)));
    await die();
    experiments.start(upstream);
    expect((await experiments.ended(made.id)).rows).toMatchObject({ answered: 1, failed: 0 });
    const [result] = await experiments.resultsOf(made);
    expect([result?.output, result?.latencyMs, result?.scores.get("exact.score")?.text]).toEqual(["ONE", 1500, "true"]);
    expect(upstream.arrived).toEqual([]);
  });

  test("a row whose result has ended is what its result is", async () => {
    const upstream = await startUpstream(shouts);
    const { made, experiment, row, die, store } = await sent();
    await store.writeCalls([
      resultStart(experiment, row),
      resultEnd(experiment, row, { output: toJsonText({ output: "recorded" }) }),
    ]);
    await die();
    experiments.start(upstream);
    expect((await experiments.ended(made.id)).rows).toMatchObject({ answered: 1, failed: 0 });
    const [result] = await experiments.resultsOf(made);
    expect([result?.output, upstream.arrived]).toEqual(["recorded", []]);
  });
});

test("the objects of an experiment are the same versions for the same definition", async () => {
  const upstream = await startUpstream(shouts);
  const made = [await experiments.create(), await experiments.create({ repetitions: 2 })];
  experiments.start(upstream);
  for (const { id } of made) await experiments.ended(id);
  const roots = await list(experiments.service.store, {
    project_id: experiments.project,
    filter: { call_ids: made.map(({ id }) => id) },
  });
  const [one, other] = roots.map(({ inputs }) => inputs?.text);
  expect(one).toBe(other);
  expect(
    JsonNode.parse(one ?? "{}")
      .get("self")
      ?.string(),
  ).toContain(`/object/evaluation-table-`);
});
