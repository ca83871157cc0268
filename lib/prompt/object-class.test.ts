import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { classFor } from "./object-class";

test.each([
  ["an object that names none", '{"messages":[]}', "Prompt"],
  ["an object whose members name theirs", '{"scorer":{"_class_name":"Scorer"}}', "Prompt"],
  ["an object that names one", '{"_class_name":"Scorer"}', undefined],
  ["a text", '"Hi"', undefined],
])("%s: the class of %s is %s", (_what, val, expected) => {
  expect(classFor({ base_object_class: "Prompt" }, new JsonText(val))).toBe(expected);
  expect(classFor(undefined, new JsonText(val))).toBeUndefined();
});
