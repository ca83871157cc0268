import { expect, it } from "vitest";
import { readPythonLiteral } from "./python-literal";

it.each([
  [`{'a': 1, 'b': [None, True, False], 'c': 1.50}`, `{"a": 1, "b": [null, true, false], "c": 1.50}`],
  [`{'said': "it's None", 'quoted': 'a "b" \\'c\\' \\n'}`, `{"said": "it's None", "quoted": "a \\"b\\" 'c' \\n"}`],
  [`[{"already": "json"}]`, `[{"already": "json"}]`],
])("%s", (text, json) => expect(readPythonLiteral(text)?.raw).toBe(json));

it.each(["None", "{'a': <object at 0x1>}", "{'a': (1, 2)}", "{'open: 1}", "text"])("no literal: %s", (text) =>
  expect(readPythonLiteral(text)).toBeUndefined(),
);
