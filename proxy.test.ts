import { unstable_doesMiddlewareMatch as isMatched } from "next/experimental/testing/server";
import { NextRequest } from "next/server";
import { expect, test } from "vitest";

import { config, proxy } from "./proxy";

const matches = (url: string) => isMatched({ config, nextConfig: {}, url });

test.each(["/api/service/call/read", "/api/service/v1/x/", "/_next/static/chunks/a.js", "/_next/static/media/a.woff2"])(
  "%s is left to what answers there",
  (path) => {
    expect(matches(path)).toBe(false);
  },
);

/** Every way to write nearly what is left out, and what was left out before. */
const NEAR_MISSES = ["/api/service", "/_next/static", "/_next/image", "/favicon.svg"].flatMap((path) => [
  path,
  `${path}/`,
  `${path}//x`,
  `${path}-x`,
  `${path}-x/p/calls`,
  `${path}.x/p`,
  `${path}x`,
  `${path}%2Fx`,
  `${path}%20/x`,
  ...(path === "/_next/static" ? [] : [`${path}/%`, `${path}/x%2Fy`]),
  `/${path}`,
  `/${path}/x`,
  `/x${path}/y`,
  `/x/..${path.toUpperCase()}/y`,
  `${path.toUpperCase()}/x`,
  `${path.slice(0, -1)}`,
  `${path.slice(0, -1)}/x`,
  `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}/x`,
]);

test.each([...NEAR_MISSES, "/", "/sign-in", "/api/auth/csrf", "/a/b/calls", "/api", "/_next/data/x/p.json", "/nope"])(
  "%s passes the check of Host and gets a policy",
  (path) => {
    expect(matches(path)).toBe(true);
  },
);

const asked = (host: string, path: string) =>
  proxy(new NextRequest(`http://127.0.0.1:3000${path}`, { headers: { host, "x-forwarded-host": "evil.test" } }));

test.each([
  ["evil.test", "/", 421],
  ["evil.test", "/api/service-x", 421],
  ["127.0.0.1:3000", "/a/b/calls/%E0%A4%A", 400],
])("a request to %s for %s is refused with %i, as text", (host, path, status) => {
  const answer = asked(host, path);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/plain; charset=utf-8"]);
});

test("a page gets a policy, and no name of the dashboard but the one that was checked", () => {
  const answer = asked("127.0.0.1:3000", "/a/b/calls");
  expect(answer.headers.get("content-security-policy")).toContain("'nonce-");
  expect(answer.headers.get("x-middleware-request-x-forwarded-host")).toBe("127.0.0.1:3000");
});
