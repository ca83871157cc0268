import { expect, test } from "vitest";
import { logLines, logText } from "./log-lines";
import { trainingEvent } from "./test-events";

const events = [
  trainingEvent("log", { text: "one\r\ntwo\n", stream: "stdout" }, 0, "7"),
  trainingEvent("log", { text: "bad", stream: "stderr" }, 1, "8"),
  trainingEvent("log", { text: "" }, 2, "9"),
  trainingEvent("log", { odd: 1 }, 3, "10"),
];

test("the lines in events, each with a unique id", () => {
  expect(logLines(events).map(({ key, text, isError }) => [key, text, isError])).toEqual([
    ["7.0", "one\r", false],
    ["7.1", "two", false],
    ["8.0", "bad", true],
    ["9.0", "", false],
    ["10.0", '{"odd":1}', false],
  ]);
});

test("the log as a text", () => {
  expect(logText(events)).toBe('one\r\ntwo\nbad\n\n{"odd":1}\n');
});
