import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import { readServiceConfig } from "./config";

const KEY = { LOUPE_ADMIN_KEY: "eight ch" };

test("defaults", () => {
  expect(readServiceConfig(KEY)).toEqual({
    host: "127.0.0.1",
    port: 3001,
    dataFolder: "data",
    adminKey: "eight ch",
    databaseUrl: undefined,
    allowedHosts: ["localhost", "127.0.0.1", "::1"],
    trustedProxies: [],
    coreOnly: false,
    webhooks: { publicOnly: false, ownPort: 3001, dashboardUrl: undefined },
    dashboardUrl: undefined,
    upstreams: undefined,
    addedServers: { publicOnly: false, ownPort: 3001 },
    secrets: { current: undefined, old: undefined, file: "data/secrets.json" },
    trainingRunner: undefined,
    auditDays: undefined,
    stop: { drainMs: 0, finishMs: 5_000, mostMs: 11_000 },
    processes: Math.min(4, availableParallelism()),
  });
});

test("all variables set", () => {
  expect(
    readServiceConfig({
      LOUPE_HOST: "0.0.0.0",
      LOUPE_WEBHOOKS_PUBLIC_ONLY: "on",
      NEXTAUTH_URL: "https://loupe.example.com",
      LOUPE_SERVICE_URL: "https://loupe.example.com/loupe-service/",
      LOUPE_SERVICE_PORT: "4001",
      LOUPE_DATA_DIR: "/d",
      LOUPE_ADMIN_KEY: "any string of 16: ü",
      DATABASE_URL: "postgresql://u:p@h:5432/d",
      LOUPE_ALLOWED_HOSTS: " loupe.example.com, ,other ",
      LOUPE_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      LOUPE_SERVICE_CORE_ONLY: "TRUE",
      LOUPE_SERVICE_PROCESSES: "6",
      LOUPE_AUDIT_DAYS: "400",
      LOUPE_DRAIN_SECONDS: "10",
      LOUPE_FINISH_SECONDS: "60",
      LOUPE_SECRET: Buffer.alloc(32, 2).toString("base64"),
      LOUPE_SECRET_OLD: Buffer.alloc(32, 1).toString("hex"),
      LOUPE_UPSTREAMS: '[{"name": "vllm", "base_url": "http://10.0.0.5:8000/v1/"}]',
    }),
  ).toEqual({
    host: "0.0.0.0",
    port: 4001,
    publicUrl: "https://loupe.example.com/loupe-service",
    dataFolder: "/d",
    adminKey: "any string of 16: ü",
    databaseUrl: "postgresql://u:p@h:5432/d",
    allowedHosts: ["localhost", "127.0.0.1", "::1", "loupe.example.com", "other"],
    trustedProxies: ["10.0.0.0/8", "::1"],
    coreOnly: true,
    webhooks: { publicOnly: true, ownPort: 4001, dashboardUrl: "https://loupe.example.com" },
    dashboardUrl: "https://loupe.example.com",
    upstreams: [
      {
        name: "vllm",
        base_url: "http://10.0.0.5:8000/v1",
        key_header: "authorization",
        supports_priority: false,
        deny_params: [],
        request_id: "body",
      },
    ],
    auditDays: 400,
    addedServers: { publicOnly: true, ownPort: 4001 },
    secrets: { current: Buffer.alloc(32, 2), old: Buffer.alloc(32, 1), file: undefined },
    stop: { drainMs: 10_000, finishMs: 60_000, mostMs: 76_000 },
    processes: 6,
  });
});

test.each([
  [{}, false],
  [{ LOUPE_HOST: "0.0.0.0", LOUPE_ADMIN_KEY: "x".repeat(16) }, true],
  [{ NEXTAUTH_URL: "https://loupe.example.com", LOUPE_ADMIN_KEY: "x".repeat(16) }, true],
  [{ LOUPE_UPSTREAMS_PUBLIC_ONLY: "on" }, true],
  [{ LOUPE_HOST: "0.0.0.0", LOUPE_ADMIN_KEY: "x".repeat(16), LOUPE_UPSTREAMS_PUBLIC_ONLY: "off" }, false],
])("with %j, model servers that admins add must have public addresses: %s", (given, publicOnly) => {
  expect(readServiceConfig({ ...KEY, ...given }).addedServers.publicOnly).toBe(publicOnly);
});

test("an empty variable counts as not set", () => {
  expect(readServiceConfig({ ...KEY, LOUPE_SERVICE_PORT: "", DATABASE_URL: "" })).toEqual(readServiceConfig(KEY));
});

describe("the sign-in provider", () => {
  const given = {
    ...KEY,
    OIDC_ISSUER: "https://login.example.com/realms/main/",
    OIDC_CLIENT_ID: "loupe",
    OIDC_CLIENT_SECRET: "canary",
    LOUPE_OIDC_GROUPS: '{"engineers": [{"project_pattern": "acme", "role": "member"}]}',
  };

  test("has a map from groups to roles, and its issuer as it is", () => {
    expect(readServiceConfig(given).oidc).toEqual({
      issuer: given.OIDC_ISSUER,
      clientId: "loupe",
      clientSecret: "canary",
      algorithm: "RS256",
      groupsClaim: "groups",
      trustsEmails: false,
      rolesByGroup: new Map([["engineers", [{ project_pattern: "local/acme", role: "member" }]]]),
    });
  });

  test.each([
    [{ OIDC_ISSUER: undefined }, "OIDC_ISSUER: not set, although OIDC_CLIENT_ID is"],
    [{ OIDC_ISSUER: "http://login.example.com" }, "http only on this machine"],
    [{ OIDC_ISSUER: "https://u:p@login.example.com" }, "OIDC_ISSUER: found"],
    [{ OIDC_CLIENT_ID: "" }, "OIDC_CLIENT_ID: not set, although OIDC_ISSUER is"],
    [{ OIDC_CLIENT_SECRET: undefined }, "OIDC_CLIENT_SECRET: not set, although OIDC_ISSUER is"],
    [{ LOUPE_OIDC_GROUPS: undefined }, "LOUPE_OIDC_GROUPS: not set, although OIDC_ISSUER is; set it to a JSON object"],
    [{ LOUPE_OIDC_GROUPS: "{}" }, "must name at least one group"],
    [{ LOUPE_OIDC_GROUPS: '{"a": []}' }, "a must have at least one entry"],
    [{ LOUPE_OIDC_GROUPS: '{"a": [{"project_pattern": "*", "role": "owner"}]}' }, "must be one of viewer"],
    [{ LOUPE_OIDC_GROUPS: '{"a": [{"project_pattern": "a*", "role": "admin"}]}' }, "must be *, <entity>/*"],
    [{ OIDC_ALGORITHM: "HS256" }, 'OIDC_ALGORITHM: found "HS256", expected one of RS256'],
    [{ DATABASE_URL: "postgresql://u:p@h/d" }, "LOUPE_SECRET: not set, although OIDC_ISSUER is"],
  ])("with %j it is refused", (changed, message) => {
    expect(() => readServiceConfig({ ...given, ...changed })).toThrow(message);
  });
});

test.each([
  ["LOUPE_SERVICE_PROCESSES", "0", 'LOUPE_SERVICE_PROCESSES: found "0", expected a whole number from 1 to 64'],
  ["LOUPE_AUDIT_DAYS", "0", 'LOUPE_AUDIT_DAYS: found "0", expected a whole number from 1 to 36500'],
  ["LOUPE_DRAIN_SECONDS", "-1", 'LOUPE_DRAIN_SECONDS: found "-1", expected a whole number of seconds from 0 to 3600'],
  [
    "LOUPE_FINISH_SECONDS",
    "3601",
    'LOUPE_FINISH_SECONDS: found "3601", expected a whole number of seconds from 0 to 3600',
  ],
  [
    "LOUPE_SERVICE_URL",
    "/loupe",
    'LOUPE_SERVICE_URL: found "/loupe", expected an address such as https://loupe.example.com',
  ],
  ["LOUPE_SERVICE_PORT", "abc", 'LOUPE_SERVICE_PORT: found "abc", expected a whole number from 1 to 65535'],
  ["LOUPE_SERVICE_PORT", "0", 'LOUPE_SERVICE_PORT: found "0", expected a whole number from 1 to 65535'],
  ["LOUPE_SERVICE_PORT", "65536", 'LOUPE_SERVICE_PORT: found "65536", expected a whole number from 1 to 65535'],
  ["LOUPE_SERVICE_PORT", "3001.5", 'LOUPE_SERVICE_PORT: found "3001.5", expected a whole number from 1 to 65535'],
  [
    "LOUPE_HOST",
    "http://x/",
    'LOUPE_HOST: found "http://x/", expected a host name or an IP address, without port, brackets or scheme',
  ],
  [
    "LOUPE_SERVICE_CORE_ONLY",
    "maybe",
    'LOUPE_SERVICE_CORE_ONLY: found "maybe", expected one of 1, true, on, yes, 0, false, off, no',
  ],
  [
    "LOUPE_TRAINING_RUNNER",
    '{"type":"service","base_url":"http://127.0.0.1:3001/v1","api_key":"canary"}',
    "LOUPE_TRAINING_RUNNER: base_url points to this service; set it to another service's URL",
  ],
  [
    "LOUPE_TRAINING_RUNNER",
    '{"type":"ray","address":"http://h","entrypoint":"a","token":"can ary"}',
    "token must be plain text without spaces",
  ],
  [
    "LOUPE_TRUSTED_PROXIES",
    "10.0.0.1,proxy",
    'LOUPE_TRUSTED_PROXIES: found "10.0.0.1,proxy", expected comma-separated IP addresses or ranges, such as 10.0.0.5, fd00::/8',
  ],
  [
    "LOUPE_ADMIN_KEY",
    "x",
    "LOUPE_ADMIN_KEY: found 1 character, expected at least 8; generate a key with: openssl rand -base64 24",
  ],
  [
    "LOUPE_SECRET",
    "canary",
    "LOUPE_SECRET: invalid value (hidden, since it may contain keys); expected 32 bytes in base64 or hex, such as from: openssl rand -base64 32",
  ],
  ["LOUPE_SECRET_OLD", Buffer.alloc(32).toString("hex"), "LOUPE_SECRET: not set, although LOUPE_SECRET_OLD is"],
  ["LOUPE_ADMIN_KEY", "", "LOUPE_ADMIN_KEY: not set; expected a value"],
  [
    "DATABASE_URL",
    "mysql://root:hunter2@h/d",
    "DATABASE_URL: invalid value (hidden, since it may contain keys); expected an address such as postgresql://user:password@host:5432/database",
  ],
])("%s = %j is refused", (name, value, message) => {
  expect(() => readServiceConfig({ ...KEY, [name]: value })).toThrow(message);
});

test("a long value is cut in the message", () => {
  expect(() => readServiceConfig({ ...KEY, LOUPE_HOST: "/".repeat(5_000) })).toThrow(
    /^LOUPE_HOST: found "\/{80}…", expected/,
  );
});

test.each([
  [{}, undefined],
  [{ LOUPE_DASHBOARD_URL: "http://127.0.0.1:3000" }, "http://127.0.0.1:3000"],
  [{ LOUPE_DASHBOARD_URL: "http://127.0.0.1:3000", NEXTAUTH_URL: "http://localhost:3000" }, "http://localhost:3000"],
])("with %j programs are told of the dashboard at %s", (environment, dashboardUrl) => {
  expect(readServiceConfig({ ...KEY, ...environment })).toMatchObject({ dashboardUrl });
});
