import { describe, expect, test } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import { JsonText } from "@/lib/contract/json/text";
import type { PaneRun } from "./pane-run";
import { createRunStore } from "./run-store";

const body = new JsonText("{}");
const chunk = (content: string, rest: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, ...rest }] })}\n\n`;

function streamed(...events: string[]): Response {
  return new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });
}

function storeOf(answer: Response) {
  return createRunStore({ open: () => Promise.resolve({ answer, callId: "call-1" }) });
}

describe("a run", () => {
  test("streams to its end and knows its recorded call", async () => {
    const ended: string[] = [];
    const store = storeOf(streamed(chunk("Hel"), chunk("lo", { finish_reason: "stop" }), "data: [DONE]\n\n"));
    store.onEnd((pane, { state }) => ended.push(`${pane} ${state}`));
    const running = store.start("a", body);
    expect(store.isRunning).toBe(true);
    await running;
    expect(store.isRunning).toBe(false);
    expect(ended).toEqual(["a done"]);
    expect(store.runOf("a")).toMatchObject({
      state: "done",
      callId: "call-1",
      answer: { choices: [{ content: "Hello", finishReason: "stop" }] },
    });
    expect(store.runOf("a")?.firstTokenMs).toBeTypeOf("number");
  });

  test("that is not streamed is read whole", async () => {
    const store = storeOf(Response.json({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] }));
    await store.start("a", body);
    expect(store.runOf("a")).toMatchObject({ state: "done", answer: { choices: [{ content: "Hi" }] } });
  });

  test.each<[string, Response, string]>([
    [
      "an error in mid-stream",
      streamed(chunk("Half"), 'data: {"error":{"message":"Out of memory"}}\n\n'),
      "Out of memory",
    ],
    ["an end before it is complete", streamed(chunk("Half")), "cut off"],
    ["a page instead of an answer", new Response("<script>alert(1)</script>"), "not JSON"],
  ])("with %s fails and keeps what came", async (_name, answer, words) => {
    const store = storeOf(answer);
    await store.start("a", body);
    expect(store.runOf("a")?.state).toBe("failed");
    expect(store.runOf("a")?.failure?.message).toContain(words);
  });

  test("that ends without the last word but with a reason is done", async () => {
    const store = storeOf(streamed(chunk("All", { finish_reason: "stop" })));
    await store.start("a", body);
    expect(store.runOf("a")?.state).toBe("done");
  });

  test("that is refused names the field, and the call that the refusal is recorded as", async () => {
    const refusal = new ApiError("invalid", "too hot", {
      requestId: "r1",
      callId: "call-1",
      errors: [{ path: "temperature", message: "too hot" }],
    });
    const store = createRunStore({ open: () => Promise.reject(refusal) });
    await store.start("a", body);
    expect(store.runOf("a")).toMatchObject({
      state: "failed",
      callId: "call-1",
      failure: { message: "too hot", param: "temperature", requestId: "r1" },
    });
  });

  test("is kept while it is the pane's last, and there again for another store", async () => {
    let stored = new Map<string, PaneRun>();
    const written: string[] = [];
    const kept = {
      read: () => new Map(stored),
      write(runs: ReadonlyMap<string, PaneRun>) {
        stored = new Map(runs);
        written.push([...runs.values()].map(({ state }) => state).join());
      },
    };
    const whole = () => Response.json({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] });
    const open = () => Promise.resolve({ answer: whole(), callId: undefined });
    await createRunStore({ open, kept }).start("a", body);
    const again = createRunStore({ open, kept });
    expect(again.runOf("a")).toMatchObject({ state: "done", answer: { choices: [{ content: "Hi" }] } });
    again.clear();
    expect(written).toEqual(["running", "done", ""]);
  });

  test("that is stopped keeps what came, and a new one takes its place", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const opened = new Response(readable, { headers: { "content-type": "text/event-stream" } });
    const answers = [opened, streamed(chunk("Again", { finish_reason: "stop" }), "data: [DONE]\n\n")];
    const store = createRunStore({
      open: (_body, signal) => {
        const answer = answers.shift() ?? opened;
        signal.addEventListener("abort", () => void writer.abort(signal.reason).catch(() => undefined));
        return Promise.resolve({ answer, callId: undefined });
      },
    });
    const first = store.start("a", body);
    const begun = new Promise<void>((resolve) => {
      store.subscribe(() => store.runOf("a")?.answer.choices[0] && resolve());
    });
    await writer.write(new TextEncoder().encode(chunk("Half")));
    await begun;
    store.stop("a");
    await first;
    expect(store.runOf("a")).toMatchObject({ state: "stopped", answer: { choices: [{ content: "Half" }] } });
    await store.start("a", body);
    expect(store.runOf("a")).toMatchObject({ state: "done", answer: { choices: [{ content: "Again" }] } });
  });
});
