import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findSecrets } from "./secrets";

const BOTH = ["LOUPE_ADMIN_KEY", "NEXTAUTH_SECRET"] as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loupe-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, "secrets.json");

test("missing secrets are generated once and stored so that only their owner can read them", () => {
  const first = findSecrets(BOTH, {}, folder);
  expect(first.LOUPE_ADMIN_KEY).toMatch(/^lp_[0-9a-f]{12}_[\w-]{32}$/);
  expect(first.NEXTAUTH_SECRET).toMatch(/^[\w-]{43}$/);
  expect(findSecrets(BOTH, {}, folder)).toEqual(first);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["secrets.json"]);
});

test("a configured secret takes precedence and is not stored", () => {
  const given = findSecrets(BOTH, { LOUPE_ADMIN_KEY: "mine" }, folder);
  expect(given.LOUPE_ADMIN_KEY).toBe("mine");
  expect(Object.keys(JSON.parse(readFileSync(file(), "utf8")))).toEqual(["nextauth_secret"]);
  const later = findSecrets(BOTH, {}, folder);
  expect(later.LOUPE_ADMIN_KEY).toMatch(/^lp_/);
  expect(later.NEXTAUTH_SECRET).toBe(given.NEXTAUTH_SECRET);
});

test("without missing secrets no file is created", () => {
  findSecrets(BOTH, { LOUPE_ADMIN_KEY: "a", NEXTAUTH_SECRET: "b" }, folder);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  [{}, "LOUPE_ADMIN_KEY, NEXTAUTH_SECRET: not set"],
  [{ LOUPE_ADMIN_KEY: "a" }, "NEXTAUTH_SECRET: not set"],
])("without a folder to keep them in, missing ones are named: %j", (given, message) => {
  expect(() => findSecrets(BOTH, given)).toThrow(message);
});

test.each(["", "no JSON", '{"admin_key": 1}', '{"admin_key": ""}'])(
  "a file that cannot be read is left alone: %j",
  (text) => {
    writeFileSync(file(), text);
    expect(() => findSecrets(BOTH, {}, folder)).toThrow(`LOUPE_DATA_DIR: ${file()} is invalid`);
    expect(readFileSync(file(), "utf8")).toBe(text);
  },
);
