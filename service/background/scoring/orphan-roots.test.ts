import { expect, test } from "vitest";
import { json } from "@/service/store/testing/test-store";
import { useScoring } from "./test-scoring";

const scoring = useScoring();

const chat = (question: string, answer: string) => ({
  inputs: json(JSON.stringify({ messages: [{ role: "user", content: question }] })),
  output: json(JSON.stringify({ choices: [{ message: { role: "assistant", content: answer } }] })),
});
const POLITE = { type: "regex", pattern: "please", ignore_case: true } as const;
const scoresOf = async (...ids: string[]) => {
  const all = await Promise.all(ids.map((id) => scoring.scores(id)));
  return all.map((of) => of.map(({ payload }) => JSON.parse(payload.text).output));
};

test("scores the root of a trace whose parent never arrives once it is quiet, and none whose parent comes", async () => {
  const scorer_ref = await scoring.publishScorer(POLITE);
  const { id } = await scoring.create({ scorer_ref });
  const waits: number[] = [];
  const { collectForScoring, quietThreads } = scoring.service.store;
  let isQuiet = false;
  scoring.start(undefined, {
    collectForScoring: async (holder, key, { threads, ...collected }) => {
      if (threads) waits.push(threads.quietMinutes);
      return collectForScoring(holder, key, {
        ...collected,
        ...(threads && { threads: { ...threads, quietMinutes: 0 } }),
      });
    },
    quietThreads: async (rule, limit) => (isQuiet ? quietThreads(rule, limit) : []),
  });
  await scoring.write(
    { id: "lone", trace_id: "t1", parent_id: "lost", ...chat("Salt?", "please") },
    { id: "below", trace_id: "t1", parent_id: "lone", ...chat("Salt?", "please") },
    { id: "early", trace_id: "t2", parent_id: "late root", ...chat("Salt?", "please") },
    { id: "root", trace_id: "t3", ...chat("Salt?", "no") },
  );
  await scoring.settled(id, 1);
  expect(await scoresOf("lone", "early", "root")).toEqual([[], [], [false]]);
  await scoring.write({ id: "late root", trace_id: "t2", ...chat("Salt?", "no") });
  await scoring.settled(id, 2);
  isQuiet = true;
  await scoring.settled(id, 3);
  expect(await scoresOf("lone", "below", "early", "late root", "root")).toEqual([[true], [], [], [false], [false]]);
  expect(new Set(waits)).toEqual(new Set([10]));
});
