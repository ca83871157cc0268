import { expect, test } from "vitest";
import { labelProblem } from "./label-name";

const DIGEST = "WFYtBIncRUCtXPGyEuKcTYlieOg6pYVsQ8w6Y3QoyF0";

test.each(["production", "staging", "a", "2026-11-24", "v1.2", "v", "x_1", "LATEST", "7", "a".repeat(100), "..."])(
  "%s is a label",
  (text) => expect(labelProblem(text)).toBeUndefined(),
);

test.each([
  ["", "empty"],
  ["a".repeat(101), "at most 100"],
  ["two words", "only letters"],
  ["a/b", "only letters"],
  ["a,b", "only letters"],
  ["größe", "only letters"],
  ["line\n", "only letters"],
  ["latest", "latest"],
  ["v0", "version"],
  ["v12345678901234567890", "version"],
  [DIGEST, "43"],
])("%j is no label", (text, why) => expect(labelProblem(text)).toContain(why));
