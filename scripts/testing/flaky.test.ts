import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { judgeFlaky } from "./flaky.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loupe-flaky-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("one or two flaky tests are named and accepted", () => {
  expect(judgeFlaky([], folder)).toEqual({ lines: [], fails: false });
  const { lines, fails } = judgeFlaky(["a", "b"], folder);
  expect(lines).toEqual(["flaky: a", "flaky: b", "2 flaky, at most 2 are accepted"]);
  expect(fails).toBe(false);
});

test("three fail the run", () => {
  expect(judgeFlaky(["a", "b", "c"], folder).fails).toBe(true);
});

test("the same one in two runs in a row fails the second, and not a run after a clean one", () => {
  expect(judgeFlaky(["a"], folder).fails).toBe(false);
  const second = judgeFlaky(["a"], folder);
  expect(second.fails).toBe(true);
  expect(second.lines[0]).toBe("flaky: a, as in the run before");
  expect(judgeFlaky([], folder).fails).toBe(false);
  expect(judgeFlaky(["a"], folder).fails).toBe(false);
});
