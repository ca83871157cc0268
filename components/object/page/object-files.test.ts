import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { filesOf, imageType } from "./object-files";

describe("filesOf", () => {
  it.each([
    ['{"_type":"CustomWeaveType","weave_type":{"type":"Op"},"files":{"obj.py":"d1"}}', [["obj.py", "d1"]]],
    [
      '{"_type":"Op","files":{"a":"1","b":"2","c":3}}',
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    ['{"files":{"obj.py":"d1"}}', []],
    ['{"_type":"CustomWeaveType","files":[1]}', []],
    ["[]", []],
  ])("of %s", (val, files) => {
    expect(filesOf(new JsonText(val)).map(({ name, digest }) => [name, digest])).toEqual(files);
  });
});

it.each([
  ["image.PNG", "image/png"],
  ["drawing.svg", undefined],
  ["obj.py", undefined],
  ["constructor", undefined],
  ["", undefined],
])("the image %j has type %s", (name, type) => {
  expect(imageType(name)).toBe(type);
});
