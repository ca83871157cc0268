import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LogFile } from "./log-file";

const FULL_BYTES = 16 * 1024 * 1024 + 1;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loupe-log-"));
  file = path.join(folder, "service.log");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function full(): void {
  writeFileSync(file, "");
  truncateSync(file, FULL_BYTES);
}

test("lines are added to what is there", async () => {
  writeFileSync(file, "before\n");
  const log = new LogFile(file);
  log.writeLine("after");
  await log.close();
  expect(readFileSync(file, "utf8")).toBe("before\nafter\n");
});

test("a full log is renamed, and a new one started", async () => {
  full();
  const log = new LogFile(file);
  log.writeLine("first");
  await log.close();
  expect(readFileSync(file, "utf8")).toBe("first\n");
  expect(readdirSync(folder).toSorted()).toEqual(["service.log", "service.log.1"]);
});

test("a full log that someone has removed causes no failure", async () => {
  full();
  const log = new LogFile(file);
  rmSync(file);
  log.writeLine("first");
  await log.close();
  expect(readFileSync(file, "utf8")).toContain("first\n");
});
