import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findDashboard, forgetDashboard, noteDashboard } from "./running-dashboard";

const URLS = { url: "https://loupe.example.com", local_url: "http://127.0.0.1:8080" };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loupe-running-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, "dashboard.json");
const noteOf = (pid: number | undefined) => writeFileSync(file(), JSON.stringify({ ...URLS, pid }));

test("a dashboard is found until it is forgotten, and only its owner can read where it is", () => {
  expect(findDashboard(folder)).toBeUndefined();
  noteDashboard(folder, URLS);
  expect(findDashboard(folder)).toEqual({ ...URLS, pid: process.pid });
  expect(readdirSync(folder)).toEqual(["dashboard.json"]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  forgetDashboard(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test("one whose launcher was killed is not found, and the next start replaces its note", () => {
  noteOf(spawnSync(process.execPath, ["--version"]).pid);
  expect(findDashboard(folder)).toBeUndefined();
  noteDashboard(folder, URLS);
  expect(findDashboard(folder)?.pid).toBe(process.pid);
});

test("the note of another process is not removed", () => {
  noteOf(process.ppid);
  const before = readFileSync(file(), "utf8");
  forgetDashboard(folder);
  expect(readFileSync(file(), "utf8")).toBe(before);
});

test.each(["", "no JSON", '{"pid": 1}'])("a note that cannot be read is none: %j", (text) => {
  writeFileSync(file(), text);
  expect(findDashboard(folder)).toBeUndefined();
});
