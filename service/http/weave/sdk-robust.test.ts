import { expect, onTestFinished, test, vi } from "vitest";
import * as weave from "weave";
import type { Store } from "@/service/store/store";
import { PROJECT, useWeave, UUID_V7 } from "./test-weave";

const sdk = useWeave();

test("a tight loop of calls, with the largest batches that the SDK makes, is accepted completely", async () => {
  const step = weave.op(async function step(n: number) {
    return n;
  });
  const count = 6000;
  await Promise.all(Array.from({ length: count }, (_, n) => step(n)));
  await sdk.client.waitForBatchProcessing();
  const filter = { op_names: [`core:///${PROJECT}/op/step:*`] };
  expect((await sdk.native("/calls/query_stats", { filter })).count).toBe(count);
  const ended = { $expr: { $not: [{ $eq: [{ $getField: "ended_at" }, { $literal: null }] }] } };
  expect((await sdk.native("/calls/query_stats", { filter, query: ended })).count).toBe(count);
});

test("only an output that is nested too deeply is rejected, and the project lists it", async () => {
  const nests = weave.op(async function nests(levels: number) {
    return Array.from({ length: levels }).reduce((inner) => ({ inner }), 1);
  });
  await Promise.all([nests(300), nests(200)]);
  const calls = await sdk.callsOf("nests");
  expect(calls.map(({ inputs, output }) => [inputs.arg0, output !== undefined])).toEqual(
    expect.arrayContaining([
      [300, false],
      [200, true],
    ]),
  );
  const { refusals } = await sdk.native("/refusals/query", {});
  expect(refusals).toMatchObject([{ source: "call", reason: "req.end.output: is nested deeper than 256 levels" }]);
});

test("reactions, notes and feedback of any kind on a call", async () => {
  const judged = weave.op(async function judged() {
    return 1;
  });
  await judged();
  const [call] = await sdk.callsOf("judged");
  const weave_ref = `weave:///${PROJECT}/call/${call.id}`;
  const given = [
    { feedback_type: "wandb.reaction.1", payload: { emoji: "👍" } },
    { feedback_type: "wandb.note.1", payload: { note: "good 好" } },
    { feedback_type: "custom", payload: { score: 1.5, weave_ref: "weave:///a/b/call/c" } },
  ];
  const { feedback } = sdk.client.traceServerApi;
  for (const one of given) {
    const { data } = await feedback.feedbackCreateFeedbackCreatePost({ project_id: PROJECT, weave_ref, ...one });
    expect(data).toMatchObject({ id: expect.stringMatching(UUID_V7), wb_user_id: "admin", payload: one.payload });
  }
  const about = { $expr: { $eq: [{ $getField: "weave_ref" }, { $literal: weave_ref }] } };
  const { data } = await feedback.feedbackQueryFeedbackQueryPost({
    project_id: PROJECT,
    query: about,
    sort_by: [{ field: "created_at", direction: "asc" }],
  });
  expect(data.result).toMatchObject(given.map((one) => ({ ...one, weave_ref, wb_user_id: "admin" })));
  const core = { $eq: [{ $getField: "core_ref" }, { $literal: `core:///${PROJECT}/call/${call.id}` }] };
  const { result } = await sdk.native("/feedback/query", { query: { $expr: core } });
  expect(result).toHaveLength(given.length);
});

test("calls are read by the SDK as it sent them", async () => {
  const read = weave.op(async function read(text: string) {
    return { text };
  });
  for (const text of ["a", "b", "c"]) await read(text);
  const calls = await sdk.callsOf("read");
  const op_names = [calls[0].op_name.replace("core:", "weave:")];
  const listed = await sdk.client.getCalls({ op_names });
  const texts = ["a", "b", "c"].map((text) => `{"text":"${text}"}`);
  expect(new Set(listed.map(({ output }) => JSON.stringify(output)))).toEqual(new Set(texts));
  const one = await sdk.client.getCall(calls[1].id, true);
  expect(one).toMatchObject({ id: calls[1].id, op_name: op_names[0], inputs: { arg0: "b" }, wb_user_id: "admin" });
  expect(await sdk.client.getCalls({ op_names }, false, 2)).toHaveLength(2);
  expect(await sdk.client.getCalls({ trace_roots_only: true, wb_user_ids: ["someone-else"] })).toEqual([]);
});

test("what cannot be written for a while is written after it", async () => {
  const later = weave.op(async function later() {
    return "kept";
  });
  const { store } = sdk.service;
  const write = vi
    .fn<Store["writeCalls"]>(async (writes) => store.writeCalls(writes))
    .mockRejectedValueOnce(new Error("no room"));
  const ask = vi.spyOn(store, "onBehalfOf").mockReturnValue({ ...store, writeCalls: write });
  onTestFinished(() => ask.mockRestore());
  await later();
  await sdk.client.waitForBatchProcessing();
  expect(write.mock.calls.length).toBeGreaterThan(1);
  expect(await sdk.callsOf("later")).toMatchObject([{ output: "kept" }]);
  expect(sdk.service.log.splice(0).filter(({ status }) => status === 500)).toHaveLength(1);
});
