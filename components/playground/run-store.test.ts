import { describe, expect, test } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import { JsonText } from "@/lib/json/text";
import type { PaneRun } from "./pane-run";
import { createRunStore } from "./run-store";
import { type Slot, slotKey } from "./slot";

const body = new JsonText('{"model":"m","messages":[],"temperature":0.70}');
const request = { body, prefix: [], variables: {} };
const slotFor = (pane: string, model = "m", prefix = ""): Slot => ({ session: "s", pane, model, prefix });
const a = slotFor("a");
const chunk = (content: string, rest: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, ...rest }] })}\n\n`;

function streamed(...events: string[]): Response {
  return new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });
}

function storeOf(answer: Response) {
  return createRunStore({ open: () => Promise.resolve({ answer, callId: "call-1", server: "lab" }) });
}

describe("a run", () => {
  test("streams to its end and knows its recorded call", async () => {
    const ended: string[] = [];
    const store = storeOf(streamed(chunk("Hel"), chunk("lo", { finish_reason: "stop" }), "data: [DONE]\n\n"));
    store.onEnd(({ slot, state }) => ended.push(`${slot.pane} ${state}`));
    const running = store.start(a, request);
    expect(store.isRunning).toBe(true);
    await running;
    expect(store.isRunning).toBe(false);
    expect(ended).toEqual(["a done"]);
    expect(store.runOf(a)).toMatchObject({
      state: "done",
      slot: a,
      source: { model: "m", server: "lab", parameters: { temperature: "0.70" } },
      callId: "call-1",
      answer: { choices: [{ content: "Hello", finishReason: "stop" }] },
    });
    expect(store.runOf(a)?.firstTokenMs).toBeTypeOf("number");
  });

  test("that is not streamed is read whole", async () => {
    const store = storeOf(Response.json({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] }));
    await store.start(a, request);
    expect(store.runOf(a)).toMatchObject({ state: "done", answer: { choices: [{ content: "Hi" }] } });
  });

  test.each<[string, Response, string]>([
    [
      "an error in mid-stream",
      streamed(chunk("Half"), 'data: {"error":{"message":"Out of memory"}}\n\n'),
      "Out of memory",
    ],
    ["an end before it is complete", streamed(chunk("Half")), "cut off"],
    ["a page instead of an answer", new Response("<script>alert(1)</script>"), "not valid JSON"],
  ])("with %s fails and keeps what came", async (_name, answer, words) => {
    const store = storeOf(answer);
    await store.start(a, request);
    expect(store.runOf(a)?.state).toBe("failed");
    expect(store.runOf(a)?.failure?.message).toContain(words);
  });

  test("that ends without the last word but with a reason is done", async () => {
    const store = storeOf(streamed(chunk("All", { finish_reason: "stop" })));
    await store.start(a, request);
    expect(store.runOf(a)?.state).toBe("done");
  });

  test("that is refused names the field, and the call that the refusal is recorded as", async () => {
    const refusal = new ApiError("invalid", "too hot", {
      requestId: "r1",
      callId: "call-1",
      upstream: "lab",
      errors: [{ path: "temperature", message: "too hot" }],
    });
    const store = createRunStore({ open: () => Promise.reject(refusal) });
    await store.start(a, request);
    expect(store.runOf(a)).toMatchObject({
      state: "failed",
      source: { model: "m", server: "lab" },
      callId: "call-1",
      failure: { message: "too hot", param: "temperature", requestId: "r1" },
    });
  });

  test("is stored while it is the pane's last, and restored in another store", async () => {
    let stored = new Map<string, PaneRun>();
    const written: string[] = [];
    const kept = {
      read: () => new Map(stored),
      write(runs: Iterable<PaneRun>) {
        stored = new Map([...runs].map((run) => [slotKey(run.slot), run]));
        written.push([...stored.values()].map(({ state }) => state).join());
      },
    };
    const whole = () => Response.json({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] });
    const open = () => Promise.resolve({ answer: whole(), callId: undefined, server: undefined });
    await createRunStore({ open, kept }).start(a, request);
    const again = createRunStore({ open, kept });
    expect(again.runOf(a)).toMatchObject({ state: "done", answer: { choices: [{ content: "Hi" }] } });
    expect(written).toEqual(["running", "done"]);
  });

  test("that is stopped keeps the received part, and a new one replaces it", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const opened = new Response(readable, { headers: { "content-type": "text/event-stream" } });
    const answers = [opened, streamed(chunk("Again", { finish_reason: "stop" }), "data: [DONE]\n\n")];
    const store = createRunStore({
      open: (_body, { signal }) => {
        const answer = answers.shift() ?? opened;
        signal.addEventListener("abort", () => void writer.abort(signal.reason).catch(() => undefined));
        return Promise.resolve({ answer, callId: undefined, server: undefined });
      },
    });
    const first = store.start(a, request);
    const begun = new Promise<void>((resolve) => {
      store.subscribe(() => store.runOf(a)?.answer.choices[0] && resolve());
    });
    await writer.write(new TextEncoder().encode(chunk("Half")));
    await begun;
    store.stop(a);
    await first;
    expect(store.runOf(a)).toMatchObject({ state: "stopped", answer: { choices: [{ content: "Half" }] } });
    await store.start(a, request);
    expect(store.runOf(a)).toMatchObject({ state: "done", answer: { choices: [{ content: "Again" }] } });
  });
});

describe("an answer belongs to its slot", () => {
  const answering = () => createRunStore({ open: (sent) => Promise.resolve(answerTo(sent)) });
  const answerTo = (sent: JsonText) => ({
    answer: Response.json({ choices: [{ message: { content: sent.text }, finish_reason: "stop" }] }),
    callId: undefined,
    server: undefined,
  });
  const asking = (model: string) => ({ ...request, body: new JsonText(`{"model":"${model}","messages":[]}`) });

  test.each<[string, Slot]>([
    ["another model", slotFor("a", "other")],
    ["another pane", slotFor("b")],
    ["another playground", { ...a, session: "t" }],
    ["a fork", slotFor("a", "m", "Paris is grey")],
  ])("%s has none of its own yet, and does not take the place of the first", async (_what, other) => {
    const store = answering();
    await store.start(a, asking("m"));
    expect(store.runOf(other)).toBeUndefined();
    await store.start(other, asking(other.model));
    expect(store.runOf(a)?.source.model).toBe("m");
    expect(store.runOf(other)?.source.model).toBe(other.model);
  });

  test("with the beginning that was forced on it, or that its request has", async () => {
    const store = answering();
    const forced = [{ text: "Paris is" }, { text: " grey", isForced: true }];
    const sent = '{"model":"m","messages":[{"role":"assistant","content":"Paris"}],"continue_final_message":true}';
    await store.start(slotFor("a", "m", "Paris is grey"), { ...request, body: new JsonText(sent), prefix: forced });
    expect(store.runOf(slotFor("a", "m", "Paris is grey"))?.prefix).toBe(forced);
    await store.start(a, { ...request, body: new JsonText(sent) });
    expect(store.runOf(a)?.prefix).toEqual([{ text: "Paris" }]);
  });

  test("a pane runs one at a time, and stops what its new slot does not show", async () => {
    const left: string[] = [];
    const store = createRunStore({
      open: (sent, { signal }) =>
        new Promise((_answer, refuse) => {
          signal.addEventListener("abort", () => {
            left.push(sent.text);
            refuse(signal.reason);
          });
        }),
    });
    const [b, other] = [slotFor("b"), slotFor("a", "other")];
    const runs = [store.start(a, asking("first")), store.start(b, asking("beside"))];
    store.keepTo(a);
    expect(left).toEqual([]);
    store.keepTo(other);
    expect(left.join()).toContain("first");
    runs.push(store.start(other, asking("second")), store.start(a, asking("third")));
    expect(left.join()).toContain("second");
    store.stop(b);
    expect(left.join()).toContain("beside");
    store.stop();
    await Promise.all(runs);
    expect(left).toHaveLength(4);
    expect([a, b, other].map((slot) => store.runOf(slot)?.state)).toEqual(["stopped", "stopped", "stopped"]);
    expect(store.isRunning).toBe(false);
  });

  test("and follows its pane when its fork has ended, even while it is running", async () => {
    const store = answering();
    const forked = slotFor("a", "m", "Paris is grey");
    await store.start(a, asking("m"));
    await store.start(forked, asking("m"));
    const last = store.runOf(forked);
    store.move(forked, a);
    expect(store.runOf(forked)).toBeUndefined();
    expect(store.runOf(a)).toEqual({ ...last, slot: a });
    const running = store.start(forked, asking("m"));
    store.move(forked, a);
    store.keepTo(a);
    expect(store.runOf(a)?.state).toBe("running");
    await running;
    expect(store.runOf(a)).toMatchObject({ state: "done", slot: a });
    expect([store.runOf(forked), store.isRunning]).toEqual([undefined, false]);
  });

  test("and the oldest give way when there are very many", async () => {
    let at = 0;
    const store = createRunStore({ open: (sent) => Promise.resolve(answerTo(sent)), now: () => (at += 1) });
    for (let place = 0; place < 70; place += 1) await store.start(slotFor(`pane ${place}`), asking("m"));
    const held = Array.from({ length: 70 }, (_none, place) => store.runOf(slotFor(`pane ${place}`)) !== undefined);
    expect([held[0], held[69], held.filter(Boolean).length]).toEqual([false, true, 64]);
  });
});
