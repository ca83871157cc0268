import { describe, expect, test } from "vitest";
import { objectClassesOf, objectKindOf } from "./object-class";
import { json } from "@/service/store/testing/test-store";

describe("objectKindOf", () => {
  test.each([
    ["an op of Weave's SDKs", '{"_type":"CustomWeaveType","weave_type":{"type":"Op"},"files":{}}', "op"],
    ["an op named at once", '{"_type":"Op"}', "op"],
    ["another custom type", '{"_type":"CustomWeaveType","weave_type":{"type":"PIL.Image"}}', "object"],
    ["a class", '{"_type":"Dataset"}', "object"],
    ["a type that is no string", '{"_type":{"type":"Op"}}', "object"],
    ["a custom type without its name", '{"_type":"CustomWeaveType"}', "object"],
    ["a list", '["Op"]', "object"],
    ["null", "null", "object"],
  ])("%s", (_what, val, kind) => expect(objectKindOf(json(val))).toBe(kind));
});

describe("objectClassesOf", () => {
  const classes = (name: string, bases: unknown) => json(JSON.stringify({ _class_name: name, _bases: bases }));
  test.each([
    ["a class under the root", classes("Dataset", ["Object", "BaseModel"]), { base: "Dataset", leaf: "Dataset" }],
    [
      "a class of a class",
      classes("StringPrompt", ["Prompt", "Object", "BaseModel"]),
      { base: "Prompt", leaf: "StringPrompt" },
    ],
    ["three deep", classes("C", ["B", "A", "BaseObject", "BaseModel"]), { base: "A", leaf: "C" }],
    ["no bases", json('{"_class_name":"Dataset"}'), undefined],
    ["no name", json('{"_bases":["Object","BaseModel"]}'), undefined],
    ["another root", classes("C", ["Thing", "BaseModel"]), undefined],
    ["too few bases", classes("C", ["BaseModel"]), undefined],
    ["bases that are no list", classes("C", "Object"), undefined],
    ["bases that are no strings", classes("C", [1, 2, "BaseModel"]), undefined],
    ["a scalar", json("1"), undefined],
  ])("%s", (_what, val, expected) => expect(objectClassesOf(val)).toEqual(expected));
});
