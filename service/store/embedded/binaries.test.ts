import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { completeLibraries, findBinaries } from "./binaries";

const LIBRARIES = "native/lib";
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loupe-binaries-"));
  mkdirSync(path.join(folder, LIBRARIES), { recursive: true });
  const links = [{ source: `${LIBRARIES}/libpq.so.5.18`, target: `${LIBRARIES}/libpq.so.5` }];
  writeFileSync(path.join(folder, "native/pg-symlinks.json"), JSON.stringify(links));
  writeFileSync(path.join(folder, links[0]?.source ?? ""), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("links that an installation without scripts left out are made by the package's own script", async () => {
  const { postgres } = await findBinaries();
  const script = "scripts/hydrate-symlinks.js";
  mkdirSync(path.join(folder, "scripts"));
  copyFileSync(path.resolve(postgres, "../../..", script), path.join(folder, script));
  writeFileSync(path.join(folder, "package.json"), '{"type": "module"}');
  completeLibraries(folder);
  expect(readdirSync(path.join(folder, LIBRARIES))).toEqual(["libpq.so.5", "libpq.so.5.18"]);
});

test("where they cannot be made, the message says how to make them", () => {
  expect(() => completeLibraries(folder)).toThrow(`Run "node scripts/hydrate-symlinks.js" in ${folder} as a user who`);
});
