import { expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";
import { fieldOf } from "@/lib/feedback/form-field";

import { fieldWords } from "./field-words";

it.each([
  ['{"type":"integer","minimum":1,"maximum":5}', "whole number from 1 to 5"],
  ['{"type":"number","minimum":0}', "number, at least 0"],
  ['{"type":"number","maximum":0.5}', "number, at most 0.5"],
  ['{"type":"number"}', "number"],
  ['{"enum":["good","bad"]}', "one of good, bad"],
  ['{"enum":[1,2,3,4,5,6,7,8]}', "one of 1, 2, 3, 4, 5, 6 and 2 more"],
  ['{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true}', "any of a, b"],
  ['{"type":"boolean"}', "yes or no"],
  ['{"type":"string"}', "text"],
  ['{"type":"string","maxLength":2000}', "text, at most 2,000 characters"],
  ['{"type":"object","properties":{"score":{"type":"number"},"why":{"type":"string"}}}', "score, why"],
  ['{"type":"array","items":{"type":"string"}}', "list, each text"],
  ["{}", "JSON"],
])("%s asks for %s", (schema, words) => {
  expect(fieldWords(fieldOf(new JsonText(schema)))).toBe(words);
});
