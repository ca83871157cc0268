import { expect, onTestFinished, test } from "vitest";
import type { ScorerDefinition } from "@/lib/contract/scorers";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { useService } from "@/service/http/routes/test-service";
import { freshDatabase } from "@/service/store/embedded/test-database";
import { openStore } from "@/service/store/open-store";
import type { Store } from "@/service/store/store";
import { copyByBackup } from "@/service/store/testing/test-restore";
import { finished, json, unique, useStore } from "@/service/store/testing/test-store";
import { scoringOn } from "./test-scoring";

const JUDGE: ScorerDefinition = {
  type: "judge",
  model: MODEL,
  messages: [{ role: "user", content: "{{output}}" }],
  score: { type: "boolean" },
};
const message = { role: "assistant", content: '{"reasoning":"It is","score":true}' };
const VERDICT = { id: "c", object: "chat.completion", model: MODEL, choices: [{ index: 0, message }] };
const answer = (text: string) => ({ output: json(JSON.stringify(text)) });

const service = useService();
const source = useStore();

/** Restores what the source has stored into an empty database, and opens it until the test has finished. */
async function restore(): Promise<Store> {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  await copyByBackup(source().connection, database.connection);
  const restored = await openStore({ connection: database.connection });
  onTestFinished(() => restored.close());
  return restored;
}

test("after a restore rules go on: what was scored is not scored again, and nothing that was to be scored is lost", async () => {
  const upstream = await startUpstream(answerJson(VERDICT));
  const before = scoringOn(service, source().store, "acme/restored");
  const scorer_ref = await before.publishScorer(JUDGE);
  const { id } = await before.create({ scorer_ref });
  const stop = before.start(upstream);
  await before.write({ id: "scored", ...answer("scored") });
  await before.settled(id, 1);
  await stop();
  const collectOnly = before.start(upstream, { sendScoringCalls: async () => ({ none: "none waiting" }) });
  await before.write({ id: "sent", ...answer("sent") }, { id: "waiting", ...answer("waiting") });
  await before.until(id, ({ calls: { waiting } }) => waiting === 2);
  await collectOnly();
  const { held } = (await source().store.takeScoringRule("gone")) ?? {};
  if (!held) throw new Error("no rule was taken");
  await source().store.sendScoringCalls("gone", held, 1);
  await source().store.releaseScoringRule("gone", held);
  await before.write({ id: "noted", ...answer("noted") });
  // Its trace has no totals yet, and so no note for the rule.
  const marked = { id: "marked", project_id: before.project, trace_id: "trace of marked", ...answer("marked") };
  await source().store.writeCalls([finished(marked)]);

  const after = scoringOn(service, await restore(), before.project);
  after.start(upstream);
  await after.total();
  const { calls } = await after.settled(id, 5);
  expect(calls).toEqual({ waiting: 0, sent: 0, scored: 5, failed: 0 });
  const asked = upstream.arrived.map(({ body }): string => JSON.parse(body).messages[0].content);
  expect(asked.toSorted()).toEqual(["marked", "noted", "scored", "sent", "waiting"]);
  for (const name of asked) expect([name, (await after.scores(name)).length]).toEqual([name, 1]);
});

test("after a restore a rule scores what comes, and not what an earlier version of its scorer has scored", async () => {
  const upstream = await startUpstream(answerJson(VERDICT));
  const before = scoringOn(service, source().store, "acme/edited");
  const { id } = await before.create({ scorer_ref: await before.publishScorer(JUDGE) });
  const stop = before.start(upstream);
  await before.write({ id: "earlier", ...answer("earlier") });
  await before.settled(id, 1);
  await stop();
  const stricter = await before.publishScorer({
    ...JUDGE,
    messages: [{ role: "user", content: "Edited: {{output}}" }],
  });
  await before.update(id, { definition: { name: "Tone", unit: "traces", scorer_ref: stricter } });

  const after = scoringOn(service, await restore(), before.project);
  after.start(upstream);
  await after.total();
  await after.write({ id: "later", ...answer("later") });
  await expect.poll(async () => after.scores("later"), { timeout: 50_000 }).toHaveLength(1);
  // Whatever else was to be scored was collected before, or together with it.
  const { calls } = await after.until(id, ({ calls: { waiting, sent } }) => waiting + sent === 0);
  expect(calls).toEqual({ waiting: 0, sent: 0, scored: 2, failed: 0 });
  const asked = upstream.arrived.map(({ body }): string => JSON.parse(body).messages[0].content);
  expect(asked.filter((text) => text.startsWith("Edited"))).toEqual(["Edited: later"]);
  expect((await after.scores("earlier")).map(({ runnable_ref }) => runnable_ref)).not.toContain(stricter);
});

test("a waiting call that is deleted fails, and the calls after it are scored", async () => {
  const scoring = scoringOn(service, source().store, unique("acme/deleted"));
  const { id } = await scoring.create({
    scorer_ref: await scoring.publishScorer({ type: "regex", pattern: "e", ignore_case: true }),
  });
  const collectOnly = scoring.start(undefined, { sendScoringCalls: async () => ({ none: "none waiting" }) });
  await scoring.write({ id: "deleted", ...answer("e") }, { id: "kept", ...answer("e") });
  await scoring.until(id, ({ calls: { waiting } }) => waiting === 2);
  await collectOnly();
  await scoring.post("/calls/delete", { call_ids: ["deleted"] });
  scoring.start();
  const { calls, status } = await scoring.settled(id, 2);
  expect([calls, status]).toEqual([{ waiting: 0, sent: 0, scored: 1, failed: 1 }, "active"]);
  expect(await scoring.failures(id)).toMatchObject([
    { call_id: "deleted", failure: "The call does not exist any more" },
  ]);
  expect(await scoring.scores("kept")).toHaveLength(1);
  await scoring.stop();
});
