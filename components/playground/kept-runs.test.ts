import { expect, test } from "vitest";
import { safeStorage } from "@/components/ui/safe-storage";
import { testStorage } from "@/components/ui/test-storage";
import { Answer } from "@/lib/chat/answer";
import { JsonText } from "@/lib/json/text";
import { FORMER_SESSION } from "@/lib/playground/session";
import { keptRuns } from "./kept-runs";
import type { PaneRun } from "./pane-run";
import { type Slot, slotKey } from "./slot";

type Items = Map<string, string>;

/** The runs that a page finds in a tab whose storage contains the items. */
const opened = (items: Items, projectId = "acme/a") =>
  keptRuns(
    projectId,
    safeStorage(() => ({
      ...testStorage(),
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, text) => void items.set(key, text),
    })),
  );

function runOf(content: string, more: Partial<PaneRun> = {}): PaneRun {
  const answer = new Answer();
  answer.chunk(JSON.stringify({ model: "m", choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] }));
  const body = new JsonText('{"model":"m","seed":9223372036854775807}');
  const source = { model: "m", server: "lab", parameters: { seed: "9223372036854775807" } };
  const run = { slot, source, prefix: [], state: "done", body, answer: answer.view, raw: () => answer.raw } as const;
  return { ...run, startedAt: 1, ...more };
}

const slot: Slot = { session: "s", pane: "pane-1", model: "m", prefix: "" };
const forced = [{ text: "Paris is" }, { text: " grey", isForced: true }];

test.each<[string, PaneRun]>([
  ["an answer", runOf("Hello", { callId: "call-1", firstTokenMs: 12.5, totalMs: 40 })],
  ["one that was stopped", runOf("Hal", { state: "stopped" })],
  ["a failure", runOf("Hal", { state: "failed", failure: { message: "Full", param: "n", requestId: "r-1" } })],
  ["a fork", runOf(" and cold", { slot: { ...slot, prefix: "Paris is grey" }, prefix: forced })],
  ["a fork that has ended", runOf(" and cold", { prefix: forced })],
  ["one with variables", runOf("Hello", { variables: { name: "Ann", town: null } })],
  ["what is no JSON", runOf("", { raw: () => "<html>", answer: { choices: [] } })],
])("%s is as it was after a reload", (_what, run) => {
  const items: Items = new Map();
  opened(items).write([run]);
  const found = opened(items).read().get(slotKey(run.slot));
  const { raw, ...shown } = run;
  expect(found).toMatchObject(shown);
  expect(found?.raw()).toBe(raw());
  expect(opened(items, "acme/b").read().size).toBe(0);
});

test("running answers are not stored, nor those that they replace", () => {
  const items: Items = new Map();
  opened(items).write([runOf("before")]);
  opened(items).write([runOf("now", { state: "running" })]);
  expect(opened(items).read().size).toBe(0);
});

test.each([
  ["the oldest give way to what is long", 900_000, ["last"]],
  ["what is too long by itself costs the others nothing", 2_000_000, ["first"]],
])("%s", (_what, chars, expected) => {
  const items: Items = new Map();
  const first = runOf("x".repeat(900_000), { startedAt: 1, slot: { ...slot, pane: "first" } });
  const last = runOf("x".repeat(chars), { startedAt: 2, slot: { ...slot, pane: "last" } });
  opened(items).write([first, last]);
  expect([...opened(items).read().values()].map((run) => run.slot.pane)).toEqual(expected);
});

test("an answer stored before playgrounds had ids belongs to its model, whichever its pane has now", () => {
  const items: Items = new Map();
  opened(items).write([]);
  const message = { role: "assistant", content: "Paris is" };
  const body = JSON.stringify({ model: "talker", messages: [message], continue_final_message: true, top_p: 0.5 });
  const raw = '{"choices":[{"message":{"content":" grey"}}]}';
  for (const key of items.keys())
    items.set(key, JSON.stringify([{ pane: "3", state: "done", body, raw, startedAt: 1, callId: "call-1" }]));
  const former: Slot = { session: FORMER_SESSION, pane: "3", model: "talker", prefix: "" };
  expect(opened(items).read().get(slotKey(former))).toMatchObject({
    slot: former,
    source: { model: "talker", parameters: { continue_final_message: "true", top_p: "0.5" } },
    prefix: [{ text: "Paris is" }],
    callId: "call-1",
  });
});

test.each(["no JSON", "{}", '[{"pane":"pane-1"}]'])("storage that contains %s counts as empty", (text) => {
  const items: Items = new Map();
  opened(items).write([]);
  for (const key of items.keys()) items.set(key, text);
  expect(opened(items).read().size).toBe(0);
});

test("blocked storage stores nothing, and fails nothing", () => {
  const blocked = safeStorage(() => {
    throw new DOMException("The operation is insecure", "SecurityError");
  });
  const forbidden = keptRuns("acme/a", blocked);
  forbidden.write([runOf("Hello")]);
  expect(forbidden.read().size).toBe(0);
});
