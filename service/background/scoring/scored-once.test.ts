import { expect, test } from "vitest";
import { json } from "@/service/store/testing/test-store";
import { useScoring } from "./test-scoring";

const scoring = useScoring();

const POLITE = { type: "regex", pattern: "please", ignore_case: true } as const;
const answer = (text: string) => ({ output: json(JSON.stringify(text)) });
const scoresOf = async (id: string) => (await scoring.scores(id)).map(({ payload }) => JSON.parse(payload.text).output);

test("a rule with another version of its scorer does not score again what it has scored", async () => {
  const { id } = await scoring.create({ scorer_ref: await scoring.publishScorer(POLITE) });
  scoring.start();
  await scoring.write({ id: "before", ...answer("Please") });
  await scoring.settled(id, 1);
  const scorer_ref = await scoring.publishScorer({ ...POLITE, pattern: "thank" });
  await scoring.update(id, { definition: { name: "Thanks", unit: "traces", scorer_ref } });
  await scoring.total();
  await scoring.write({ id: "after", ...answer("Thanks") });
  await expect.poll(async () => scoresOf("after"), { timeout: 30_000 }).toEqual([true]);
  // What else it had to score would have been collected with it.
  const { calls } = await scoring.until(id, ({ calls: { waiting, sent } }) => waiting + sent === 0);
  expect([calls.scored, await scoresOf("before")]).toEqual([2, [true]]);
});

test("a call that changes before its process can store what became of it keeps its score", async () => {
  const { id } = await scoring.create({ scorer_ref: await scoring.publishScorer(POLITE) });
  const { finishScoringCalls } = scoring.service.store;
  let isChanged = false;
  scoring.start(undefined, {
    finishScoringCalls: async (...call) => {
      if (isChanged) return finishScoringCalls(...call);
      isChanged = true;
      await scoring.write({ id: "one", ...answer("No") });
      throw new Error("the database is away");
    },
  });
  await scoring.write({ id: "one", ...answer("Please") });
  const { calls } = await scoring.settled(id, 1);
  expect([calls.failed, calls.scored, await scoresOf("one")]).toEqual([0, 1, [true]]);
});
