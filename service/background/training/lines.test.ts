import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readLines } from "./lines";

const folder = mkdtempSync(path.join(tmpdir(), "loupe-lines-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MIB = 2 ** 20;

test.each<[string, string, boolean[]]>([
  ["nothing", "", [false]],
  ["a line that is not whole", "half", [false]],
  ["one line of 2.5 MiB", "x".repeat(2.5 * MIB), [true, true, false]],
  ["many short lines", "1\n".repeat(12_000), [true, true, false]],
])("%s: whether more can be taken at once", async (what, text, hasMore) => {
  const file = path.join(folder, what);
  writeFileSync(file, text);
  const said: boolean[] = [];
  let from = { at: 0 };
  for (const _ of hasMore) {
    const read = await readLines(file, from, { stream: "stdout", hasEnded: false });
    said.push(read.hasMore);
    from = read.next;
  }
  expect(said).toEqual(hasMore);
});
