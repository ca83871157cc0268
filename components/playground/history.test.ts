import { beforeEach, expect, test, vi } from "vitest";
import { Answer } from "@/lib/chat/answer";
import { JsonText } from "@/lib/json/text";
import { emptyDocument, makeDocument } from "@/lib/playground/document";
import { FORMER_SESSION } from "@/lib/playground/session";
import { keepDraft, newSession, readDraft } from "./draft";
import { replaceSession } from "./earlier";
import { lastModel, rememberRun } from "./history";
import type { PaneRun } from "./pane-run";

const items = new Map<string, string>();
const project = "acme/a";
const runs = () => JSON.parse(items.get(`loupe:playground-runs:${project}`) ?? "[]");
const earlierIds = () =>
  JSON.parse(items.get(`loupe:playground-earlier:${project}`) ?? "[]").map(({ id }: { id: string }) => id);

beforeEach(() => {
  items.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  });
  return () => vi.unstubAllGlobals();
});

function runOf(more: Partial<PaneRun> = {}): PaneRun {
  const answer = new Answer();
  answer.whole('{"choices":[{"message":{"content":" and cold"}}]}');
  const source = { model: "talker", server: "lab", parameters: {} };
  const slot = { session: "s", pane: "3", model: "talker", prefix: "" };
  const body = new JsonText('{"model":"talker","messages":[{"role":"user","content":"Where?"}]}');
  const run = { slot, source, prefix: [], body, answer: answer.view, raw: () => answer.raw } as const;
  return { ...run, state: "done", startedAt: 1, ...more };
}

test("a run is remembered with who answered, and a forked one with all of its answer", () => {
  rememberRun(project, runOf({ callId: "call-1" }));
  rememberRun(project, runOf({ prefix: [{ text: "Paris is" }, { text: " grey", isForced: true }] }));
  const asked = { at: 1, model: "talker", server: "lab", state: "done", asked: "Where?" };
  expect(runs()).toEqual([
    { ...asked, answered: "Paris is grey and cold", isForked: true },
    { ...asked, answered: " and cold", callId: "call-1" },
  ]);
  expect(lastModel(project)).toBe("talker");
});

test("what was remembered before servers had names stays", () => {
  const former = { at: 1, model: "m", state: "done", asked: "a", answered: "b" };
  items.set(`loupe:playground-runs:${project}`, JSON.stringify([former]));
  rememberRun(project, runOf());
  expect(runs()).toMatchObject([{ model: "talker" }, former]);
});

test("a draft is read as it was stored, with the id of its answers", () => {
  const session = newSession(makeDocument({ turns: [{ role: "user", content: "Hi" }], panes: [] }));
  expect(keepDraft(project, session)).toBe(true);
  expect(readDraft(project)).toEqual(session);
  items.set(`loupe:playground:${project}`, JSON.stringify(session.document));
  expect(readDraft(project)).toEqual({ id: FORMER_SESSION, document: session.document });
});

test.each(["no JSON", "{}", "null"])(
  "a draft that is %s is an empty playground with the model of the last run",
  (text) => {
    rememberRun(project, runOf());
    items.set(`loupe:playground:${project}`, text);
    expect(readDraft(project).document).toEqual(emptyDocument(["talker"]));
  },
);

test("a playground that was replaced is an earlier one until it is opened again", () => {
  const [first, second] = ["a", "b"].map((content) =>
    newSession(makeDocument({ turns: [{ role: "user", content }], panes: [] })),
  );
  if (!first || !second) throw new Error("there are two");
  const empty = newSession(emptyDocument());
  expect(replaceSession(project, empty, first)).toBe(true);
  expect(earlierIds()).toEqual([]);
  expect(replaceSession(project, first, second)).toBe(true);
  expect(earlierIds()).toEqual([first.id]);
  expect(replaceSession(project, second, first)).toBe(true);
  expect(earlierIds()).toEqual([second.id]);
});

test("reports a playground that cannot be stored", () => {
  const long = newSession(makeDocument({ turns: [{ role: "user", content: "x".repeat(2_000_000) }], panes: [] }));
  expect(replaceSession(project, long, newSession(emptyDocument()))).toBe(false);
});
