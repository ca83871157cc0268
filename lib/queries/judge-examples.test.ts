import { expect, it } from "vitest";
import { callRef, versionRef } from "@/lib/contract/refs";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { differingCases, type Judge, judgeOfFeedback } from "./judge-examples";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const PROJECT = "acme/bot";
const TYPE = "core.runnable.right";
const JUDGE_REF = versionRef(PROJECT, { kind: "object", name: "right", digest: "d1" });
const VAL = writeScorer({
  name: "right",
  definition: {
    type: "judge",
    model: "m",
    messages: [{ role: "user", content: "Is {{output}} right?" }],
    score: { type: "boolean" },
  },
});
const objectOf = (val: string) =>
  `{"obj":{"project_id":"${PROJECT}","object_id":"right","created_at":"2026-01-01T00:00:00Z","digest":"d1","version_index":0,"is_latest":1,"kind":"object","val":${val}}}`;
const typeOf = (body: Record<string, unknown>) => JSON.stringify(body["query"] ?? body);

async function judge(val: string, runnable_ref = JUDGE_REF): Promise<Judge | null> {
  const { client } = testClient(({ path }) => {
    if (path.endsWith("/feedback/query")) return JSON.stringify({ result: [{ runnable_ref }] });
    return val === "" ? 404 : objectOf(val);
  });
  return createQueryClient().fetchQuery(judgeOfFeedback({ projectId: PROJECT, type: TYPE }, client));
}

it("finds the judge whose scores a type has, if it is one", async () => {
  expect((await judge(VAL.text))?.scorer.definition.type).toBe("judge");
  const pattern = writeScorer({ name: "right", definition: { type: "regex", pattern: "a" } });
  expect(await judge(pattern.text)).toBeNull();
  expect(await judge("{}")).toBeNull();
  expect(await judge("")).toBeNull();
  expect(await judge(VAL.text, versionRef(PROJECT, { kind: "op", name: "right", digest: "d1" }))).toBeNull();
});

it("lists the differences with what the judge was asked, and what the same person said", async () => {
  const known = await judge(VAL.text);
  if (!known) throw new Error("There is no judge");
  const on = (id: string) => ({ core_ref: callRef(PROJECT, id) });
  const { client, asked } = testClient(({ path, body }) => {
    if (path.endsWith("/calls/stream_query"))
      return `${JSON.stringify({ id: "judge a", op_name: "chat", inputs: { messages: [{ role: "user", content: "Is 4 right?" }] } })}\n`;
    const query = typeOf(body);
    const result = query.includes("core.note.1")
      ? [
          { ...on("a"), payload: { note: "Of someone else" }, ext_user_id: "bob" },
          { ...on("a"), payload: { text: "It is 5" }, ext_user_id: "ada" },
        ]
      : query.includes(TYPE)
        ? ["a", "b", "c"].map((id) => ({
            ...on(id),
            feedback_type: TYPE,
            payload: { output: true },
            runnable_ref: JUDGE_REF,
            call_ref: callRef(PROJECT, `judge ${id}`),
          }))
        : [
            { ...on("a"), feedback_type: "ok", payload: { value: false }, ext_user_id: "ada" },
            { ...on("b"), feedback_type: "ok", payload: { value: false, comment: "No" }, ext_user_id: "ada" },
            { ...on("c"), feedback_type: "ok", payload: { value: true }, ext_user_id: "ada" },
          ];
    return JSON.stringify({ result });
  });
  const params = { projectId: PROJECT, type: TYPE, other: "ok", range: "30d" as const, judge: known };
  const { cases, count, isCut } = await createQueryClient().fetchQuery(differingCases(params, client));
  expect({ count, isCut }).toEqual({ count: 2, isCut: false });
  // The judge's call of the other one was deleted.
  expect(cases.map(({ ref, input, given }) => [ref, input, given.comment])).toEqual([
    [callRef(PROJECT, "a"), "Is 4 right?", "It is 5"],
    [callRef(PROJECT, "b"), undefined, "No"],
  ]);
  expect(asked.find(({ path }) => path.endsWith("/calls/stream_query"))?.body).toMatchObject({
    filter: { call_ids: ["judge a", "judge b"] },
  });
});

it("asks for nothing more if people gave nothing", async () => {
  const known = await judge(VAL.text);
  if (!known) throw new Error("There is no judge");
  const { client, asked } = testClient(() => '{"result":[]}');
  const params = { projectId: PROJECT, type: TYPE, other: "ok", range: "7d" as const, judge: known };
  expect(await createQueryClient().fetchQuery(differingCases(params, client))).toEqual({
    cases: [],
    count: 0,
    isCut: false,
  });
  expect(asked).toHaveLength(1);
});
