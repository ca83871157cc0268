import fc from "fast-check";
import Papa from "papaparse";
import { expect, it, test } from "vitest";

import { csvLine, csvText } from "./csv";

test.each([
  [["a", "1.0", ""], "a,1.0,\r\n"],
  [['say "hi"', "a,b", "x\ny"], '"say ""hi""","a,b","x\ny"\r\n'],
  [[" padded"], '" padded"\r\n'],
])("%j is written as %j", (fields, line) => {
  expect(csvLine(fields)).toBe(line);
});

it("is unchanged when read back, for any text", () => {
  const field = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(fc.array(fc.tuple(field, field), { minLength: 1 }), (rows) => {
      const text = `a,b\r\n${rows.map(csvLine).join("")}`;
      expect(Papa.parse<string[]>(text, { delimiter: ",", newline: "\r\n" }).data.slice(1, -1)).toEqual(rows);
    }),
  );
});

test.each([
  ["=1+1", "'=1+1"],
  ["@cmd", "'@cmd"],
  ["-1 is a text here", "'-1 is a text here"],
  ["a=b", "a=b"],
  ["", ""],
  [" padded", " padded"],
  ["a\n=1+1", "a\n=1+1"],
  ...[
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "\u00a0",
    "\ufeff",
    "\u200b",
    "\u2060",
    "\u202e",
    "\u3000",
    "\0",
    "\u00ad",
    " \n\u200b ",
  ]
    .map((before) => `${before}=1+1`)
    .map((text): [string, string] => [text, `'${text}`]),
  ..."＝＋－＠﹦﹢﹣﹫−".split("").map((sign): [string, string] => [`${sign}1+1`, `'${sign}1+1`]),
  ["\u200b＝1+1", "'\u200b＝1+1"],
  ["\nplain", "'\nplain"],
  ["\tplain", "'\tplain"],
])("the text %j is not run as a formula: %j", (text, field) => {
  expect(csvText(text)).toBe(field);
});
