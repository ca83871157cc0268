import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { JsonText } from "@/lib/json/text";
import { logMarkdown, MARKDOWN_CHARS } from "./log-markdown";
import { buildSpanTree } from "./span-tree";
import { type CallPayload, type TraceLog, traceLog } from "./trace-log";

interface TestCall {
  id: string;
  kind?: "agent";
  parent?: string;
  start?: number;
  end?: number | undefined;
  inputs?: unknown;
  output?: unknown;
  exception?: string;
  isLeftOut?: boolean;
  isUnread?: boolean;
}

const second = (at: number) => new Date(Date.UTC(2026, 10, 20) + at * 1000).toISOString().replace("Z", "000Z");
const json = (value: unknown) => (value === undefined ? undefined : new JsonText(JSON.stringify(value)));

function row({ id, kind, parent, start = 0, exception, ...rest }: TestCall): CallRow {
  const end = "end" in rest ? rest.end : start + 1;
  return {
    id,
    trace_id: "t",
    op_name: id,
    started_at: second(start),
    ...(parent === undefined ? {} : { parent_id: parent }),
    ...(end === undefined ? {} : { ended_at: second(end) }),
    ...(exception === undefined ? {} : { exception }),
    ...(kind && { overview: { status: "success", kind } }),
  };
}

/** The log of all calls, or of one and those below it. */
function logOf(calls: readonly TestCall[], top?: string): TraceLog {
  const payloads = calls
    .filter(({ isUnread }) => !isUnread)
    .map(({ id, inputs, output, isLeftOut }): [string, CallPayload] => [
      id,
      { inputs: json(inputs), output: json(output), ...(isLeftOut && { isLeftOut }) },
    ]);
  const { roots, byId } = buildSpanTree(calls.map(row));
  const node = byId.get(top ?? "");
  return traceLog({ roots: node ? [node] : roots }, new Map(payloads));
}

/** Each entry as its call and part, how many messages it repeats, and its texts. */
const linesOf = ({ entries }: Pick<TraceLog, "entries">) =>
  entries.map(({ id, part, earlier, blocks }) => {
    const texts = blocks.map(
      ({ label, name, text, sameAs }) => `${label}${name ? ` ${name}` : ""}: ${sameAs ? `as ${sameAs.name}` : text}`,
    );
    return [`${id} ${part}`, ...(earlier.length > 0 ? [`${earlier.length} earlier`] : []), ...texts].join(" | ");
  });

const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });
const asks = { id: "c1", type: "function", function: { name: "track", arguments: '{"order":9913}' } };
const answers = { role: "tool", tool_call_id: "c1", content: "In Lyon" };

const agent: TestCall[] = [
  {
    id: "agent",
    start: 0,
    end: 9,
    inputs: { messages: [user("Where is it?")] },
    output: { content: "In Lyon, since today." },
  },
  {
    id: "chat 1",
    parent: "agent",
    start: 1,
    inputs: { messages: [{ role: "system", content: "Be brief." }, user("Where is it?")] },
    output: {
      choices: [{ message: { role: "assistant", content: null, tool_calls: [asks] }, finish_reason: "tool_calls" }],
    },
  },
  { id: "track", parent: "agent", start: 3, inputs: { order: 9913 }, output: "In Lyon" },
  {
    id: "chat 2",
    parent: "agent",
    start: 5,
    inputs: {
      messages: [
        { role: "system", content: "Be brief." },
        user("Where is it?"),
        {
          role: "assistant",
          content: null,
          tool_calls: [{ ...asks, function: { name: "track", arguments: '{ "order": 9913 }' } }],
        },
        answers,
      ],
    },
    output: { choices: [{ message: assistant("In Lyon, since today."), finish_reason: "length" }] },
  },
];

const long = "A long document. ".repeat(20);

describe("traceLog", () => {
  it("says who said what and what tools answered, from top to bottom", () => {
    const sent = '{"order":9913}';
    expect(linesOf(logOf(agent))).toEqual([
      "agent start | user: Where is it?",
      `chat 1 call | system: Be brief. | user: Where is it? | tool call track: ${sent}`,
      `track call | input: ${sent} | output: In Lyon`,
      "chat 2 call | 3 earlier | tool result: In Lyon | assistant: In Lyon, since today. | finish reason: length",
      "agent end | assistant: In Lyon, since today.",
    ]);
    expect(logOf(agent).entries.map(({ level, atMs }) => [level, atMs])).toEqual([
      [0, 0],
      [1, 1000],
      [1, 3000],
      [1, 5000],
      [0, 9000],
    ]);
  });

  it("shows a message that is said twice in one conversation twice", () => {
    const first = [user("Go on"), assistant("One"), user("Go on")];
    const log = logOf([
      { id: "a", start: 0, inputs: { messages: first.slice(0, 1) }, output: assistant("One") },
      { id: "b", start: 2, inputs: { messages: first }, output: assistant("Two") },
      { id: "c", start: 4, inputs: { messages: first }, output: assistant("Two, again") },
    ]);
    expect(linesOf(log)).toEqual([
      "a call | user: Go on | assistant: One",
      "b call | 2 earlier | user: Go on | assistant: Two",
      "c call | 3 earlier | assistant: Two, again",
    ]);
  });

  it("folds long texts that are above, and only those", () => {
    const log = logOf([
      { id: "search", start: 0, end: 8, inputs: { q: "it" }, output: long },
      { id: "fetch", parent: "search", start: 1, inputs: { q: "it" }, output: long },
    ]);
    expect(linesOf(log)[2]).toBe("search end | output: as fetch");
    expect(linesOf(log)[1]).toContain(`output: ${long}`);
  });

  it("folds the result of a tool that a model is given, if the tool's call has the same output", () => {
    const output = { stops: [long, "Lyon"] };
    const result = { ...answers, content: JSON.stringify(output) };
    const log = logOf([
      { id: "track", start: 0, output },
      { id: "chat", start: 2, inputs: { messages: [user("Where?"), result] }, output: assistant("In Lyon") },
    ]);
    expect(linesOf(log)[1]).toBe("chat call | user: Where? | tool result: as track | assistant: In Lyon");
  });

  it("has errors in their place, and says nothing of the end of a call without any", () => {
    const log = logOf([
      { id: "root", start: 0, end: undefined, inputs: {} },
      { id: "chain", parent: "root", start: 1, end: 5, exception: "TimeoutError: no answer\n  at line 1" },
      { id: "tool", parent: "chain", start: 2, inputs: null, exception: "TimeoutError: no answer" },
      { id: "running", parent: "root", start: 6, end: undefined, inputs: { n: 1 } },
    ]);
    expect(linesOf(log)).toEqual([
      "root start",
      "chain start",
      "tool call | error: TimeoutError: no answer",
      "chain end | error: TimeoutError: no answer\n  at line 1",
      'running call | input: {"n":1}',
    ]);
  });

  it("has a place for the calls that are not read yet, before the ends of those around them", () => {
    const log = logOf([
      { id: "root", start: 0, end: 9, output: "done" },
      { id: "a", parent: "root", start: 1, output: "1" },
      { id: "b", parent: "root", start: 2, output: "2", isUnread: true },
      { id: "c", parent: "b", start: 3, output: "3", isUnread: true },
    ]);
    expect(linesOf(log)).toEqual(["root start", "a call | output: 1", "root end | output: done"]);
    expect(log).toMatchObject({ remaining: 2, moreAt: 2 });
  });

  it("shows calls whose parent was not received, and ends on cycles of parents", () => {
    expect(
      linesOf(
        logOf([
          { id: "a", parent: "lost" },
          { id: "b", parent: "lost", start: 2 },
        ]),
      ),
    ).toEqual(["a call", "b call"]);
    expect(
      linesOf(
        logOf([
          { id: "a", parent: "b" },
          { id: "b", parent: "a", start: 1 },
        ]),
      ),
    ).toEqual(["a start", "b call"]);
  });

  it("reads 10,000 calls that repeat a growing conversation", () => {
    const messages = Array.from({ length: 7 }, (_, n) => (n % 2 === 0 ? user(`${n}`) : assistant(`${n}`)));
    const said = (n: number) => 1 + (n % 4) * 2;
    const calls = Array.from({ length: 10_000 }, (_, n): TestCall => ({
      id: `${n}`,
      ...(n > 0 && { parent: `${n - 1}` }),
      start: n,
      end: 30_000 - n,
      inputs: { messages: messages.slice(0, said(n)) },
    }));
    const { entries } = logOf(calls);
    expect(entries.map(({ earlier, blocks }) => earlier.length + blocks.length)).toEqual(calls.map((_, n) => said(n)));
    expect(entries[500]).toMatchObject({ blocks: [] });
  });
});

describe("logMarkdown", () => {
  it("is a report of the trace, and says what is left out", () => {
    const text = "x".repeat(MARKDOWN_CHARS + 5);
    const log = logOf([
      {
        id: "run_*all*",
        kind: "agent",
        start: 0,
        end: 9,
        inputs: { question: "```\nfenced\n```" },
        exception: "Error: no",
      },
      { id: "read", parent: "run_*all*", start: 1, output: text },
      { id: "big", parent: "run_*all*", start: 2, isLeftOut: true },
      { id: "later", parent: "run_*all*", start: 3, isUnread: true },
    ]);
    expect(logMarkdown(log)).toBe(
      [
        "# run\\_\\*all\\*",
        "trace `t` · started 2026-11-20T00:00:00.000000Z · 4 calls · 1 error",
        "## run\\_\\*all\\*",
        "agent · at 0 ms · took 9.00 s · failed",
        "**user**",
        "````text\n```\nfenced\n```\n````",
        "## › read",
        "at 1.00 s · took 1.00 s",
        "**output**",
        `\`\`\`text\n${"x".repeat(MARKDOWN_CHARS)}\n\`\`\``,
        "*5 more characters left out.*",
        "## › big",
        "at 2.00 s · took 1.00 s",
        "*Input and output left out.*",
        "## run\\_\\*all\\*: end",
        "agent · at 9.00 s",
        "**error**",
        "```text\nError: no\n```",
        "*1 call that started later left out.*",
        "",
      ]
        .join("\n\n")
        .replace(/\n\n$/, "\n"),
    );
  });

  it("is of a call and the calls below it, with all that these say", () => {
    const calls = agent.map((call) => (call.id === "track" ? { ...call, parent: "chat 2" } : call));
    const log = logOf(calls, "chat 2");
    expect(log).toMatchObject({ remaining: 0 });
    expect(log.entries.map(({ key, level, atMs, earlier }) => [key, level, atMs, earlier.length])).toEqual([
      ["start chat 2", 0, 2000, 0],
      ["start track", 1, 0, 0],
      ["end chat 2", 0, 3000, 0],
    ]);
    const text = logMarkdown(log);
    expect(text).toMatch(/^# chat 2\n\ntrace `t` · started \S+ · 2 calls\n\n## chat 2\n/);
    expect(text).toContain("```text\nBe brief.\n```");
    expect(logMarkdown({ entries: [], remaining: 0 })).toBe("");
  });
});

describe("the log of any trace", () => {
  const anyCalls = fc
    .array(
      fc.record({
        parent: fc.option(fc.integer({ min: -2, max: 15 }), { nil: undefined }),
        start: fc.integer({ min: 0, max: 9 }),
        length: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
        output: fc.option(fc.constantFrom("short", "long ".repeat(60)), { nil: undefined }),
        failed: fc.boolean(),
        isUnread: fc.boolean(),
      }),
      { minLength: 1, maxLength: 15 },
    )
    .map((drawn) =>
      drawn.map(({ parent, start, length, failed, ...rest }, id): TestCall => ({
        id: String(id),
        ...(parent === undefined ? {} : { parent: String(parent) }),
        start,
        end: length === undefined ? undefined : start + length,
        ...(failed && { exception: `Error ${id}` }),
        ...rest,
      })),
    );

  it("has each call that was read once, each error once, and counts the others", () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const { entries, remaining, moreAt } = logOf(calls);
        const read = calls.filter(({ isUnread }) => !isUnread);
        const begun = entries.filter(({ part }) => part !== "end").map(({ id }) => id);
        expect(begun.toSorted()).toEqual(read.map(({ id }) => id).toSorted());
        expect(remaining).toBe(calls.length - read.length);
        expect(entries.slice(moreAt).every(({ part }) => part === "end")).toBe(true);
        const errors = entries.flatMap(({ id, blocks }) => blocks.flatMap(({ isError }) => (isError ? id : [])));
        expect(errors.toSorted()).toEqual(read.flatMap(({ id, exception }) => (exception ? id : [])).toSorted());
        // Every output is there, or refers to the same one of a call whose entry is above.
        const written = new Map<string, string>();
        const outputs = entries.flatMap(({ id, blocks }) =>
          blocks.flatMap((block) => (block.label === "output" ? [{ id, ...block }] : [])),
        );
        for (const { id, text, sameAs } of outputs) {
          expect(sameAs === undefined ? text : written.get(sameAs.id)).toBe(text);
          written.set(id, text);
        }
        expect(written).toEqual(new Map(read.flatMap(({ id, output }) => (output ? [[id, output]] : []))));
      }),
    );
  });

  it("is told with its numbers in Markdown", () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const read = calls.filter(({ isUnread }) => !isUnread);
        if (read.length === 0) return;
        const text = logMarkdown(logOf(calls));
        const errors = read.filter(({ exception }) => exception).length;
        expect(/ · (\d+) calls?\b/.exec(text)?.[1]).toBe(String(calls.length));
        expect(Number(/ · (\d+) errors?\n/.exec(text)?.[1] ?? 0)).toBe(errors);
        expect(text.match(/^\*\*error\*\*$/gm)?.length ?? 0).toBe(errors);
        const later = Number(/^\*(\d+) calls? that started later left out/m.exec(text)?.[1] ?? 0);
        expect(later).toBe(calls.length - read.length);
      }),
    );
  });
});
