import { describe, expect, it } from "vitest";

import type { CallField, CallPart } from "./call-row";
import { matchColumns, repeatedNames } from "./match-columns";

const part = (name: string, of: CallPart): CallField => ({ key: name, part: of, name });
const input = (name: string): CallField => ({ key: `inputs.${name}`, part: "inputs", name });
const correction = part("expected_output", "correction");

describe("matchColumns", () => {
  it.each<[string, CallField[], string[], Record<string, string>]>([
    ["the same names", [input("question"), correction], ["question", "expected_output"], {}],
    ["another word for what is expected", [correction], ["question", "expected"], { expected_output: "expected" }],
    [
      "other case and punctuation",
      [input("userQuestion")],
      ["User question"],
      { "inputs.userQuestion": "User question" },
    ],
    ["its own name before a synonym", [correction], ["expected", "expected_output"], {}],
    ["own names where nothing fits", [input("q"), correction], ["note"], {}],
    ["a column once", [input("Q"), input("q")], ["q"], {}],
    [
      "another name for a field of the inputs that is named like a part",
      [input("output"), part("output", "output")],
      [],
      { "inputs.output": "inputs.output" },
    ],
    ["names of an object's prototype", [input("__proto__"), input("")], ["__proto__", ""], {}],
  ])("gives %s", (_what, fields, columns, differing) => {
    const own = fields.map(({ key, name }) => [key, differing[key] ?? name]);
    expect(new Map(matchColumns(fields, columns))).toEqual(new Map(own.map(([key, name]) => [key, name])));
  });
});

it("names what several fields are called", () => {
  expect([...repeatedNames(["a", "b", "a", "a", "__proto__"])]).toEqual(["a"]);
});
