import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SealError, SealingSecret } from "./seal";
import { NoSecretError, Secrets } from "./secrets";
import { readSecretsFile, secretsFile, writeSecretsFile } from "./secrets-file";

const FIELD = { id: "a", field: "api_key" };
const [first, second, third] = [1, 2, 3].map((value) => Buffer.alloc(32, value));
const text = (secret: Buffer | undefined) => secret?.toString("base64url");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loupe-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const file = () => secretsFile(folder);

test("values are sealed with the present secret, and opened with the one before too", () => {
  const [before, after] = [new Secrets({ current: first }), new Secrets({ current: second, old: first })];
  const sealed = before.seal("x", FIELD);
  expect(after.open(sealed, FIELD)).toBe("x");
  expect(() => before.open(after.seal("x", FIELD), FIELD)).toThrow(SealError);
  expect(() => new Secrets({ current: third, old: second }).open(sealed, FIELD)).toThrow("another secret");
});

test("without a secret nothing can be sealed or opened", () => {
  const sealed = new Secrets({ current: first }).seal("x", FIELD);
  for (const none of [new Secrets({}), new Secrets({ file: file() })]) {
    expect(() => none.seal("x", FIELD)).toThrow(NoSecretError);
    expect(() => none.open(sealed, FIELD)).toThrow(SealError);
  }
});

test("a secret that is replaced in the file takes effect in a running process, whichever side reads first", () => {
  writeSecretsFile(file(), { admin_key: "k", secret: text(first) });
  const running = new Secrets({ file: file() });
  const before = running.seal("x", FIELD);
  writeSecretsFile(file(), { ...readSecretsFile(file()), secret: text(second), secret_old: text(first) });
  const rotated = new SealingSecret(second ?? Buffer.alloc(0)).seal("y", FIELD);
  expect([running.open(rotated, FIELD), running.open(before, FIELD)]).toEqual(["y", "x"]);
  expect(new Secrets({ file: file() }).open(running.seal("z", FIELD), FIELD)).toBe("z");
  expect(new Secrets({ current: second }).open(running.seal("z", FIELD), FIELD)).toBe("z");
  // It keeps what it knows, also once the file does not have it.
  writeSecretsFile(file(), { secret: text(third), secret_old: text(second) });
  expect(running.open(before, FIELD)).toBe("x");
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test("a file that cannot be read has no secrets, until it can be", () => {
  writeFileSync(file(), "no JSON");
  const secrets = new Secrets({ file: file() });
  expect(() => secrets.seal("x", FIELD)).toThrow(NoSecretError);
  writeSecretsFile(file(), { secret: text(first) });
  expect(secrets.open(secrets.seal("x", FIELD), FIELD)).toBe("x");
});

test("a given secret takes precedence over the file", () => {
  writeSecretsFile(file(), { secret: text(first) });
  const given = new Secrets({ current: second, file: file() });
  expect(new Secrets({ current: second }).open(given.seal("x", FIELD), FIELD)).toBe("x");
  expect(() => given.open(new Secrets({ file: file() }).seal("x", FIELD), FIELD)).toThrow(SealError);
});

test("a hash is always the same for one secret, text and purpose, and for no other", () => {
  const [one, other] = [new Secrets({ current: first }), new Secrets({ current: second })];
  const hash = one.hash("ada", "erased user");
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(one.hash("ada", "erased user")).toBe(hash);
  const others = [one.hash("adb", "erased user"), one.hash("ada", "other"), other.hash("ada", "erased user")];
  expect(others).not.toContain(hash);
  expect(() => new Secrets({}).hash("ada", "erased user")).toThrow(NoSecretError);
});
