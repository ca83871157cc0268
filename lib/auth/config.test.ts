import path from "node:path";
import { describe, expect, it } from "vitest";
import { readDashboardConfig, sessionSecret } from "./config";

const builtIn = (base: string, public_url = base) => [
  { name: "Loupe", base_url: base, inference_base_url: base, public_url, user_name: false },
];
const list = (...services: object[]) => JSON.stringify(services);

describe("readDashboardConfig", () => {
  const good: { name: string; environment: Record<string, string>; config: object }[] = [
    {
      name: "nothing",
      environment: {},
      config: {
        port: 3000,
        dataFolder: path.resolve("data"),
        services: builtIn("http://127.0.0.1:3001"),
        isBuiltIn: true,
      },
    },
    {
      name: "empty variables",
      environment: { PORT: "", LOUPE_SERVICES: "", NEXTAUTH_URL: "" },
      config: { port: 3000 },
    },
    {
      name: "a service on another port",
      environment: { LOUPE_SERVICE_PORT: "4001" },
      config: { services: builtIn("http://127.0.0.1:4001") },
    },
    {
      name: "every address",
      environment: { LOUPE_HOST: "0.0.0.0" },
      config: { services: builtIn("http://127.0.0.1:3001") },
    },
    { name: "IPv6", environment: { LOUPE_HOST: "::" }, config: { services: builtIn("http://[::1]:3001") } },
    {
      name: "services of one's own, without final slashes",
      environment: { LOUPE_SERVICES: list({ name: "a", base_url: "https://a.example/weave/" }) },
      config: {
        services: [
          {
            name: "a",
            base_url: "https://a.example/weave",
            inference_base_url: "https://a.example/weave",
            public_url: "https://a.example/weave",
            user_name: true,
          },
        ],
        isBuiltIn: false,
      },
    },
    {
      name: "a service that wants no user name",
      environment: { LOUPE_SERVICES: list({ name: "a", base_url: "https://a.example", user_name: false }) },
      config: { services: [{ user_name: false }] },
    },
    {
      name: "a service that programs reach at another address",
      environment: {
        LOUPE_SERVICES: list({ name: "a", base_url: "http://loupe:3001", public_url: "https://a.example/loupe/" }),
      },
      config: { services: [{ base_url: "http://loupe:3001", public_url: "https://a.example/loupe" }] },
    },
    {
      name: "the public address of its own service",
      environment: { LOUPE_SERVICE_URL: "https://a.example/loupe-service/" },
      config: { services: builtIn("http://127.0.0.1:3001", "https://a.example/loupe-service") },
    },
    {
      name: "trusted proxies",
      environment: { LOUPE_TRUSTED_PROXIES: " 10.0.0.0/8,, ::1" },
      config: { trustedProxies: ["10.0.0.0/8", "::1"] },
    },
    {
      name: "a sign-in provider, beside which there are no links",
      environment: { OIDC_ISSUER: "https://login.example.com/", OIDC_CLIENT_ID: "loupe", OIDC_CLIENT_SECRET: "s" },
      config: {
        isBuiltIn: true,
        takesLinks: false,
        oidc: {
          issuer: "https://login.example.com/",
          clientId: "loupe",
          clientSecret: "s",
          name: "single sign-on",
          scope: "openid profile email",
          algorithm: "RS256",
        },
      },
    },
    {
      name: "its own address",
      environment: { NEXTAUTH_URL: "https://x.example/" },
      config: { url: "https://x.example", port: 443 },
    },
    {
      name: "its own address with a port, which is not the one that it listens on",
      environment: { NEXTAUTH_URL: "https://x.example:8443", PORT: "4000" },
      config: { port: 8443 },
    },
  ];

  it.each(good)("accepts $name", ({ environment, config }) => {
    expect(readDashboardConfig(environment)).toMatchObject(config);
  });

  const services = "a JSON array of {name, base_url, inference_base_url}";
  const bad: { environment: Record<string, string>; message: string }[] = [
    { environment: { PORT: "http" }, message: `PORT: found "http", expected a whole number from 1 to 65535` },
    { environment: { PORT: "70000" }, message: `PORT: found "70000", expected a whole number from 1 to 65535` },
    {
      environment: { NEXTAUTH_URL: "ftp://x" },
      message: `NEXTAUTH_URL: found "ftp://x", expected an http or https address`,
    },
    { environment: { LOUPE_SERVICES: "https://k:secret@x" }, message: `LOUPE_SERVICES: expected ${services}` },
    {
      environment: { LOUPE_TRUSTED_PROXIES: "proxy" },
      message: `LOUPE_TRUSTED_PROXIES: found "proxy", expected comma-separated IP addresses or ranges, such as 10.0.0.5, fd00::/8`,
    },
    {
      environment: { LOUPE_SERVICES: list({ name: "a", base_url: "http://a", user_name: "no" }) },
      message: "LOUPE_SERVICES[0].user_name: expected true or false",
    },
    { environment: { LOUPE_SERVICES: "{}" }, message: `LOUPE_SERVICES: expected ${services}` },
    { environment: { LOUPE_SERVICES: "[]" }, message: `LOUPE_SERVICES: expected ${services}` },
    {
      environment: { LOUPE_SERVICES: list({ name: "a", base_url: "x" }) },
      message: "LOUPE_SERVICES[0].base_url: expected an http or https address",
    },
    ...["http://key:secret@a", "http://a?key=secret", "http://a#secret"].map((base_url) => ({
      environment: { LOUPE_SERVICES: list({ name: "a", base_url }) },
      message: "LOUPE_SERVICES[0].base_url: expected an address without user, password, query or fragment",
    })),
    {
      environment: {
        LOUPE_SERVICES: list({ name: "a", base_url: "http://a" }, { name: "a", base_url: "http://b" }),
      },
      message: "LOUPE_SERVICES: expected each name to be unique",
    },
    {
      environment: { PORT: "0", LOUPE_SERVICE_PORT: "-1" },
      message: `PORT: found "0", expected a whole number from 1 to 65535; LOUPE_SERVICE_PORT: found "-1", expected a whole number from 1 to 65535`,
    },
  ];

  it.each(bad)("rejects with $message", ({ environment, message }) => {
    expect(() => readDashboardConfig(environment)).toThrow(new Error(message));
  });
});

it("throws without a secret to encrypt sessions", () => {
  expect(() => sessionSecret({})).toThrow("NEXTAUTH_SECRET is not set; set it to a long random string");
});
