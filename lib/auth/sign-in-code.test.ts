import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSignInCode, redeemSignInCode } from "./sign-in-code";

const NOON = new Date("2026-01-02T12:00:00Z");
const minutesAfterNoon = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loupe-code-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const codeFiles = () => readdirSync(path.join(folder, "sign-in-codes"));

test("a code signs in once", () => {
  const code = createSignInCode(folder, NOON);
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(redeemSignInCode(folder, code, minutesAfterNoon(1))).toBe(true);
  expect(redeemSignInCode(folder, code, minutesAfterNoon(1))).toBe(false);
});

test.each([
  ["just before ten minutes", 9.999, true],
  ["at ten minutes", 10, false],
  ["after ten minutes", 11, false],
])("a code %s", (_when, minutes, isGood) => {
  const code = createSignInCode(folder, NOON);
  expect(redeemSignInCode(folder, code, minutesAfterNoon(minutes))).toBe(isGood);
});

test.each(["", "x", "../secrets.json", "\0", "a".repeat(100_000)])("no code: %j", (code) => {
  createSignInCode(folder, NOON);
  expect(redeemSignInCode(folder, code, NOON)).toBe(false);
  expect(codeFiles()).toHaveLength(1);
});

test("before the first code nothing is redeemed", () => {
  expect(redeemSignInCode(folder, "x", NOON)).toBe(false);
});

test("several codes are valid at the same time, expired ones are removed", () => {
  createSignInCode(folder, NOON);
  const second = createSignInCode(folder, minutesAfterNoon(9));
  expect(codeFiles()).toHaveLength(2);
  createSignInCode(folder, minutesAfterNoon(10));
  expect(codeFiles()).toHaveLength(2);
  expect(redeemSignInCode(folder, second, minutesAfterNoon(11))).toBe(true);
});

test("neither name nor content of a file reveals the code, and only the owner can read it", () => {
  const code = createSignInCode(folder, NOON);
  const kept = path.join(folder, "sign-in-codes");
  expect(statSync(kept).mode & 0o777).toBe(0o700);
  for (const name of codeFiles()) {
    expect(`${name}${readFileSync(path.join(kept, name), "utf8")}`).not.toContain(code);
    expect(statSync(path.join(kept, name)).mode & 0o777).toBe(0o600);
  }
});
