import { expect, test } from "vitest";
import { checkAdminKey } from "./admin-key";

const HERE = { LOUPE_HOST: "127.0.0.1" };
const refused = (key: string, exposure: Partial<Parameters<typeof checkAdminKey>[1]>) => {
  try {
    checkAdminKey(key, { ...HERE, ...exposure });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

test.each([
  ["x", "LOUPE_ADMIN_KEY: found 1 character, expected at least 8; generate a key with: openssl rand -base64 24"],
  ["1234567", "LOUPE_ADMIN_KEY: found 7 characters, expected at least 8; generate a key with: openssl rand -base64 24"],
  ["12345678", undefined],
])("on one machine %s: %s", (key, message) => {
  expect(refused(key, {})).toBe(message);
});

test.each([
  [{ LOUPE_HOST: "127.0.0.1" }, undefined],
  [{ LOUPE_HOST: "127.3.2.1" }, undefined],
  [{ LOUPE_HOST: "::1" }, undefined],
  [{ LOUPE_HOST: "localhost", LOUPE_ALLOWED_HOSTS: ["localhost", "[::1]:3000"] }, undefined],
  [{ NEXTAUTH_URL: "http://localhost:3000" }, undefined],
  [{ NEXTAUTH_URL: "http://[::1]:3000" }, undefined],
  [{ LOUPE_HOST: "0.0.0.0" }, "LOUPE_HOST"],
  [{ LOUPE_HOST: "::" }, "LOUPE_HOST"],
  [{ LOUPE_HOST: "loupe.lan" }, "LOUPE_HOST"],
  [{ LOUPE_ALLOWED_HOSTS: ["localhost", "loupe.example.com"] }, "LOUPE_ALLOWED_HOSTS"],
  [{ LOUPE_ALLOWED_HOSTS: ["localhost.evil.test"] }, "LOUPE_ALLOWED_HOSTS"],
  [{ NEXTAUTH_URL: "https://loupe.example.com" }, "NEXTAUTH_URL"],
])("fifteen characters where %j: %s", (exposure, variable) => {
  const message = `LOUPE_ADMIN_KEY: found 15 characters, expected at least 16, because ${variable} makes Loupe reachable from other machines; generate a key with: openssl rand -base64 24`;
  expect(refused("x".repeat(15), exposure)).toBe(variable && message);
  expect(refused("x".repeat(16), exposure)).toBeUndefined();
});
