import { expect, test } from "vitest";
import { unzip } from "./test-unzip";
import { zip } from "./zip";

test.each<[string, Record<string, Buffer[]>]>([
  ["nothing", {}],
  ["an empty file", { a: [] }],
  [
    "parts, folders and names of any script",
    { "request.json": [Buffer.from("{"), Buffer.from("}")], "src/日本.py": [Buffer.alloc(1e6, "ab")] },
  ],
])("%s comes out as it went in", async (_what, files) => {
  const archive = await zip(Object.entries(files).map(([name, content]) => ({ name, content })));
  expect(unzip(archive)).toEqual(
    Object.fromEntries(Object.entries(files).map(([name, parts]) => [name, Buffer.concat(parts)])),
  );
});
