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
  // As text: buffers of a megabyte take seconds to compare.
  const texts = (contents: [string, Buffer][]) => contents.map(([name, bytes]) => [name, bytes.toString("latin1")]);
  expect(texts(Object.entries(unzip(archive)))).toEqual(
    texts(Object.entries(files).map(([name, parts]) => [name, Buffer.concat(parts)])),
  );
});

test("the same files make the same archive", async () => {
  const once = () => zip([{ name: "a", content: [Buffer.from("b")] }]);
  expect(await once()).toEqual(await once());
});

test("a file that cannot be read fails the whole", async () => {
  async function* broken() {
    yield Buffer.from("a");
    throw new Error("unreadable");
  }
  await expect(zip([{ name: "a", content: broken() }])).rejects.toThrow("unreadable");
});
