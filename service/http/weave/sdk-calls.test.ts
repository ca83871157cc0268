import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as weave from "weave";
import { type Listening, MODEL_ANSWER, standInModel } from "@/service/http/routes/test-servers";
import { PROJECT, useWeave, UUID_V7 } from "./test-weave";

const sdk = useWeave();
const USAGE = { requests: 1, prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 };

describe("traced functions", () => {
  test("nested calls, with attributes", async () => {
    const search = weave.op(async function search(words: string) {
      return [words, 0.5, 18];
    });
    const answer = weave.op(
      async function answer({ question }: { question: string }) {
        return { text: "Paris", found: await search(question) };
      },
      { parameterNames: "useParam0Object", callDisplayName: () => "Answer!" },
    );
    await weave.withAttributes({ tier: "gold", n: 1 }, () => answer({ question: "capital of France? 法国 👍" }));
    const [[outer], [inner]] = await Promise.all([sdk.callsOf("answer"), sdk.callsOf("search")]);
    expect(outer).toEqual({
      id: expect.stringMatching(UUID_V7),
      project_id: PROJECT,
      op_name: expect.stringMatching(/^core:\/\/\/acme\/sdk\/op\/answer:[0-9A-Za-z]{43}$/),
      display_name: "Answer!",
      trace_id: expect.stringMatching(UUID_V7),
      started_at: expect.stringMatching(/Z$/),
      ended_at: expect.stringMatching(/Z$/),
      attributes: { weave: { client_version: "0.11.1", source: "js-sdk" }, tier: "gold", n: 1 },
      inputs: { question: "capital of France? 法国 👍" },
      output: { text: "Paris", found: ["capital of France? 法国 👍", 0.5, 18] },
      summary: {
        weave: { status: "success", latency_ms: expect.any(Number), trace_name: "Answer!" },
      },
      ext_user_id: "admin",
      overview: expect.objectContaining({ status: "success" }),
    });
    expect(inner).toMatchObject({
      parent_id: outer.id,
      trace_id: outer.trace_id,
      attributes: outer.attributes,
      inputs: { arg0: "capital of France? 法国 👍" },
      output: ["capital of France? 法国 👍", 0.5, 18],
    });
    const [, digest] = outer.op_name.split(":").slice(-2);
    const { obj } = await sdk.native("/obj/read", { object_id: "answer", digest });
    expect(obj).toMatchObject({ kind: "op", digest, val: { _type: "CustomWeaveType", weave_type: { type: "Op" } } });
    const source = await sdk.service.post("/file/content", { project_id: PROJECT, digest: obj.val.files["obj.py"] });
    expect(await source.text()).toContain("async function answer({ question })");
  });

  test("the SDK reads status, latency and name in the summary", async () => {
    const wait = weave.op(async function wait(fail: boolean) {
      if (fail) throw new TypeError("no weather");
    });
    const around = weave.op(async function around() {
      await wait(true).catch(() => undefined);
    });
    await around();
    await sdk.client.waitForBatchProcessing();
    const read = await sdk.client.getCalls({
      op_names: [`weave:///${PROJECT}/op/around:*`, `weave:///${PROJECT}/op/wait:*`],
    });
    expect(read.map(({ summary }) => summary)).toEqual(
      ["descendant_error", "error"].map((status, place) => ({
        weave: { status, latency_ms: expect.any(Number), trace_name: ["around", "wait"][place] },
      })),
    );
  });

  test("a function that throws", async () => {
    const fails = weave.op(async function fails() {
      throw new TypeError("no weather");
    });
    await expect(fails()).rejects.toThrow("no weather");
    const [call] = await sdk.callsOf("fails");
    expect(call).toMatchObject({
      exception: "no weather",
      output: null,
      summary: { weave: { status: "error", trace_name: "fails" } },
    });
  });

  test("a function that streams", async () => {
    const counts = weave.op(
      async function* counts(to: number) {
        for (let n = 1; n <= to; n += 1) yield n;
      },
      {
        streamReducer: {
          initialStateFn: () => [],
          reduceFn: (all: number[], n: number) => [...all, n],
          finalizeFn: () => undefined,
        },
      },
    );
    const seen: number[] = [];
    for await (const n of await Promise.resolve(counts(3))) seen.push(n);
    expect(seen).toEqual([1, 2, 3]);
    expect((await sdk.callsOf("counts"))[0]).toMatchObject({ inputs: { arg0: 3 }, output: [1, 2, 3] });
  });

  test("renamed while it runs and afterwards", async () => {
    const named = weave.op(async function named() {
      return null;
    });
    const [, call] = await named.invoke();
    await sdk.client.waitForBatchProcessing();
    await call.setDisplayName("renamed afterwards");
    expect((await sdk.callsOf("named"))[0]).toMatchObject({ display_name: "renamed afterwards", output: null });
  });
});

describe("a model called through the wrapped OpenAI client", () => {
  let models: Listening;
  beforeAll(async () => {
    models = await standInModel();
  });
  afterAll(() => models.close());

  const openai = () => {
    const plain = new OpenAI({ apiKey: "none", baseURL: `${models.url}/v1` });
    // The SDK's types expect a method `parse` that OpenAI's version 6 has removed.
    return weave.wrapOpenAI(Object.assign(plain, { beta: { chat: { completions: plain.chat.completions } } }));
  };

  test("is a call with its tokens, which its caller repeats", async () => {
    const chat = weave.op(async function chat(content: string) {
      const completion = await openai().chat.completions.create({
        model: "stand-in-1",
        messages: [{ role: "user", content }],
      });
      return completion.choices[0]?.message.content;
    });
    expect(await chat("hi")).toBe(MODEL_ANSWER);
    const [[outer], [inner]] = await Promise.all([sdk.callsOf("chat"), sdk.callsOf("openai.chat.completions.create")]);
    expect(inner).toMatchObject({
      parent_id: outer.id,
      inputs: { model: "stand-in-1", messages: [{ role: "user", content: "hi" }] },
      output: {
        object: "chat.completion",
        choices: [{ message: { content: MODEL_ANSWER } }],
        usage: { prompt_tokens: 11 },
      },
      summary: { usage: { "stand-in-1": USAGE } },
    });
    expect(outer.summary.usage).toEqual(inner.summary.usage);
    expect(outer.overview.total_usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 5, cached_tokens: 4 });
  });

  test("that streams has its whole answer", async () => {
    const stream = await openai().chat.completions.create({
      model: "stand-in-1",
      messages: [{ role: "user", content: "stream" }],
      stream: true,
    });
    let text = "";
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    expect(text).toBe(MODEL_ANSWER);
    const calls = await sdk.callsOf("openai.chat.completions.create");
    expect(calls.at(-1)).toMatchObject({ output: { choices: [{ message: { content: MODEL_ANSWER } }] } });
  });
});
