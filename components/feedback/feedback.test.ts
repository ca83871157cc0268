import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { readObject } from "./read-object";

describe("readObject", () => {
  it.each(['{"score":1.0, "id":12345678901234567890}', '{"a":1,"a":2}', "{}"])("keeps %s as typed", (typed) => {
    expect(readObject(` ${typed}\n`)).toEqual({ json: new JsonText(typed) });
  });

  it.each([
    ["", /^Enter a JSON object/],
    ["[1]", /not an array$/],
    ["null", /not null$/],
    ['{"a": 01}', /^Line 1, column 8: /],
    ['\n{\n  "a": 1,\n}', /^Line 4, column 1: /],
    ["{'a': 1}", /^Line 1, column 2: /],
  ])("says what is wrong with %j", (typed, message) => {
    expect(readObject(typed)).toEqual({ error: expect.stringMatching(message) });
  });
});
