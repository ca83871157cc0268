import { expect, test } from "vitest";
import { Answer } from "@/lib/chat/answer";
import { JsonText } from "@/lib/contract/json/text";
import { keptRuns } from "./kept-runs";
import type { PaneRun } from "./pane-run";

type Items = Map<string, string>;

/** What a page finds in a tab whose storage holds the items. */
const opened = (items: Items, projectId = "acme/a") =>
  keptRuns(projectId, () => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
  }));

function runOf(content: string, more: Partial<PaneRun> = {}): PaneRun {
  const answer = new Answer();
  answer.chunk(JSON.stringify({ model: "m", choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] }));
  const body = new JsonText('{"model":"m","seed":9223372036854775807}');
  return { state: "done", body, answer: answer.view, raw: () => answer.raw, startedAt: 1, ...more };
}

test.each<[string, PaneRun]>([
  ["an answer", runOf("Hello", { callId: "call-1", firstTokenMs: 12.5, totalMs: 40 })],
  ["one that was stopped", runOf("Hal", { state: "stopped" })],
  ["a failure", runOf("Hal", { state: "failed", failure: { message: "Full", param: "n", requestId: "r-1" } })],
  ["what is no JSON", runOf("", { raw: () => "<html>", answer: { choices: [] } })],
])("%s is as it was after a reload", (_what, run) => {
  const items: Items = new Map();
  opened(items).write(new Map([["pane-1", run]]));
  const found = opened(items).read().get("pane-1");
  const { raw, ...shown } = run;
  expect(found).toMatchObject(shown);
  expect(found?.raw()).toBe(raw());
  expect(opened(items, "acme/b").read().size).toBe(0);
});

test("what is still running is not kept, nor what it takes the place of", () => {
  const items: Items = new Map();
  opened(items).write(new Map([["pane-1", runOf("before")]]));
  opened(items).write(new Map([["pane-1", runOf("now", { state: "running" })]]));
  expect(opened(items).read().size).toBe(0);
});

test("the oldest give way to what is long", () => {
  const items: Items = new Map();
  const long = (startedAt: number) => runOf("x".repeat(900_000), { startedAt });
  opened(items).write(
    new Map([
      ["first", long(1)],
      ["last", long(2)],
    ]),
  );
  expect([...opened(items).read().keys()]).toEqual(["last"]);
});

test.each(["no JSON", "{}", '[{"pane":"pane-1"}]'])("storage that holds %s is as good as empty", (text) => {
  const items: Items = new Map();
  opened(items).write(new Map());
  for (const key of items.keys()) items.set(key, text);
  expect(opened(items).read().size).toBe(0);
});

test("storage that is forbidden keeps nothing, and fails nothing", () => {
  const forbidden = keptRuns("acme/a", () => {
    throw new DOMException("The operation is insecure", "SecurityError");
  });
  forbidden.write(new Map([["pane-1", runOf("Hello")]]));
  expect(forbidden.read().size).toBe(0);
});
