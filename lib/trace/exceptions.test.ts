import { describe, expect, test } from "vitest";
import { JsonText, toJsonText } from "@/lib/json/text";
import { exceptionText, readExceptions } from "./exceptions";

const none = new JsonText("{}");
const withEvents = (...events: object[]) =>
  toJsonText({ otel: { events: events.map((attributes) => ({ name: "exception", time: "", attributes })) } });

const PYTHON = `Traceback (most recent call last):
  File "/app/agent.py", line 12, in ask
    raise TimeoutError("no answer")
TimeoutError: no answer
`;
const JAVA = `java.lang.IllegalStateException: no model
\tat com.acme.Agent.ask(Agent.java:42)
Caused by: java.io.IOException: closed
\t... 3 more`;
const JS = `TypeError: no weather
    at ask (file:///app/agent.js:3:9)`;

const event = (type: string, message: string, stack?: string, more: object = {}) => ({
  "exception.type": type,
  "exception.message": message,
  ...(stack !== undefined && { "exception.stacktrace": stack }),
  ...more,
});

describe("the exception of a span", () => {
  test.each([
    ["Python", "TimeoutError: no answer", event("TimeoutError", "no answer", PYTHON), PYTHON],
    [
      "Java",
      "java.lang.IllegalStateException: no model",
      event("java.lang.IllegalStateException", "no model", JAVA),
      JAVA,
    ],
    ["JavaScript", "TypeError: no weather", event("TypeError", "no weather", JS), JS],
  ])("has the stack trace that was sent: %s", (_language, exception, sent, stack) => {
    const [read, ...others] = readExceptions({ exception, attributes: withEvents(sent) });
    expect(read).toEqual({ headline: exception, stack, isRecorded: false });
    expect(others).toEqual([]);
    expect(exceptionText({ headline: exception, stack, isRecorded: false })).toBe(stack);
  });

  test("is the last one that fits, followed by other recorded exceptions, each once", () => {
    const attributes = withEvents(
      event("RateLimitError", "429", "first try", { "exception.escaped": false }),
      event("RateLimitError", "429", "first try", { "exception.escaped": "False" }),
      event("TimeoutError", "no answer", "old"),
      event("TimeoutError", "no answer", "new", { "exception.escaped": "True" }),
      { "exception.message": "of no type" },
      { other: 1 },
    );
    expect(readExceptions({ exception: "TimeoutError: no answer", attributes })).toEqual([
      { headline: "TimeoutError: no answer", stack: "new", isRecorded: false, escaped: true },
      { headline: "RateLimitError: 429", stack: "first try", isRecorded: true, escaped: false },
      { headline: "TimeoutError: no answer", stack: "old", isRecorded: true },
      { headline: "of no type", stack: undefined, isRecorded: true },
    ]);
  });

  test("is shown in addition to others if none fits, and if the call did not fail", () => {
    const attributes = withEvents(event("ValueError", "handled", "stack"));
    const recorded = { headline: "ValueError: handled", stack: "stack", isRecorded: true };
    expect(readExceptions({ exception: "error", attributes })).toEqual([
      { headline: "error", isRecorded: false },
      recorded,
    ]);
    expect(readExceptions({ exception: undefined, attributes })).toEqual([recorded]);
    expect(readExceptions({ exception: undefined, attributes: none })).toEqual([]);
  });
});

describe("an exception that is a text", () => {
  test.each<[string, string, string | undefined]>([
    ["Error: no", "Error: no", undefined],
    ["RateLimitError: slow\n    at call (agent.ts:1:2)", "RateLimitError: slow", "    at call (agent.ts:1:2)"],
    ["two lines\nof a message\n  at x", "two lines\nof a message", "  at x"],
    ["a message\nof two lines", "a message", "of two lines"],
    ['{"not":"weave"}', '{"not":"weave"}', undefined],
    ["{broken", "{broken", undefined],
  ])("%j", (exception, headline, stack) => {
    expect(readExceptions({ exception, attributes: none })).toEqual([
      { headline, isRecorded: false, ...(stack !== undefined && { stack }) },
    ]);
  });

  test("of W&B Weave's Python SDK is written as Python writes it", () => {
    const exception = JSON.stringify({
      type: "ValueError",
      message: "no city",
      traceback: [{ filename: "/app/agent.py", line_number: 7, function_name: "ask", text: "find(city)" }],
    });
    expect(readExceptions({ exception, attributes: none })).toEqual([
      {
        headline: "ValueError: no city",
        stack: `Traceback (most recent call last):\n  File "/app/agent.py", line 7, in ask\n    find(city)\nValueError: no city`,
        isRecorded: false,
      },
    ]);
    const bare = '{"type":"ValueError","message":""}';
    expect(readExceptions({ exception: bare, attributes: none })).toMatchObject([{ headline: "ValueError" }]);
  });
});
