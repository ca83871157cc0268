import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { SealError, SealingSecret, readSecret, secretIdOf } from "./seal";

const KEY = "sk-canary-0123456789";
const FIELD = { id: "019aa0f2-6f6e-7a41-9d5e-4c1c7f1f9a10", field: "api_key" };
const secret = new SealingSecret(Buffer.alloc(32, 7));

test.each(["", KEY, "ключ ☃", "x".repeat(100_000)])("a sealed value can be opened, case %#", (text) => {
  const sealed = secret.seal(text, FIELD);
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
  expect(secret.open(sealed, FIELD)).toBe(text);
  expect(secretIdOf(sealed)).toBe(secret.id);
});

test("it does not contain the value, and is another one each time", () => {
  const [one, other] = [secret.seal(KEY, FIELD), secret.seal(KEY, FIELD)];
  expect(Buffer.from(one.split(".")[2] ?? "", "base64url").toString("latin1")).not.toContain("canary");
  expect(one).not.toBe(other);
});

test.each([
  ["another row", { ...FIELD, id: "019aa0f2-6f6e-7a41-9d5e-4c1c7f1f9a11" }],
  ["another field", { ...FIELD, field: "headers" }],
  ["parts that make the same text together", { id: `${FIELD.id}api`, field: "_key" }],
])("it cannot be opened for %s", (_what, field) => {
  const sealed = secret.seal(KEY, FIELD);
  expect(() => secret.open(sealed, field)).toThrow(SealError);
});

test("it cannot be opened with another secret, even under its id", () => {
  const other = new SealingSecret(Buffer.alloc(32, 8));
  const sealed = secret.seal(KEY, FIELD);
  expect(other.id).not.toBe(secret.id);
  expect(() => other.open(sealed, FIELD)).toThrow("another secret");
  expect(() => other.open(sealed.replace(secret.id, other.id), FIELD)).toThrow("was changed");
});

test("no byte of it can be changed", () => {
  const [version = "", id = "", text = ""] = secret.seal(KEY, FIELD).split(".");
  const bytes = Buffer.from(text, "base64url");
  for (let place = 0; place < bytes.length; place += 1) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => secret.open([version, id, changed.toString("base64url")].join("."), FIELD)).toThrow(SealError);
  }
});

test.each(["", "v1", "v1..", "v2.00000000.AAAA", `v1.${secret.id}.`, `v1.${secret.id}.AAAA`, `v1.${secret.id}.A.B`])(
  "what is no sealed value cannot be opened: %j",
  (text) => expect(() => secret.open(text, FIELD)).toThrow(SealError),
);

test("a secret is 32 bytes in hex, base64 or base64url", () => {
  const bytes = randomBytes(32);
  for (const encoding of ["hex", "base64", "base64url"] as const)
    expect(readSecret(bytes.toString(encoding))).toEqual(bytes);
  for (const text of ["", "x", bytes.toString("hex").slice(2), "a password of more than thirty-two characters"])
    expect(readSecret(text)).toBeUndefined();
  expect(() => new SealingSecret(Buffer.alloc(31))).toThrow(RangeError);
});
