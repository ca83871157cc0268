import { afterEach, expect, test, vi } from "vitest";

import { providerFailure, signIn, signInAtProvider, signOut, takeNextPage } from "./sign-in";

const origin = "http://127.0.0.1:3000";

/** Answers like next-auth; a string is the address in its last answer. */
function serve(answer: { csrf?: unknown; url?: unknown } | "down") {
  const sent: { path: string; body: unknown }[] = [];
  vi.stubGlobal("window", { location: { origin } });
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (answer === "down") return Promise.reject(new TypeError("fetch failed"));
    sent.push({ path, body: init?.body instanceof URLSearchParams ? Object.fromEntries(init.body) : undefined });
    return Promise.resolve(Response.json(path.endsWith("/csrf") ? { csrfToken: answer.csrf } : { url: answer.url }));
  });
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ csrf: "t", url: `${origin}/` }, "signed_in"],
  [{ csrf: "t", url: `${origin}/sign-in?error=CredentialsSignin` }, "refused"],
  [{ csrf: "t", url: `${origin}/sign-in?error=ServiceDown` }, "service_down"],
  [{ csrf: "t", url: `${origin}/sign-in?error=TooManyAttempts` }, "too_many"],
  [{ csrf: "t", url: `/sign-in?error=Other` }, "refused"],
  [{ csrf: "t" }, "unreachable"],
  [{ url: `${origin}/` }, "unreachable"],
  ["down", "unreachable"],
] as const)("%o is %s", async (answer, outcome) => {
  serve(answer);
  expect(await signIn("link", { code: "c" })).toBe(outcome);
});

test("posts the fields with the anti-forgery token", async () => {
  const sent = serve({ csrf: "t", url: `${origin}/` });
  await signIn("service", { username: "ann" });
  expect(sent).toEqual([
    { path: "/api/auth/csrf", body: undefined },
    {
      path: "/api/auth/callback/service",
      body: { username: "ann", csrfToken: "t", callbackUrl: origin, json: "true" },
    },
  ]);
});

test.each([
  [{ csrf: "t", url: `${origin}/` }, "/sign-in"],
  [{ csrf: "t", url: "https://login.example.com/end?a=b" }, "https://login.example.com/end?a=b"],
  ["down", undefined],
] as const)("signing out with %o leads to %s", async (answer, next) => {
  serve(answer);
  expect(await signOut()).toBe(next);
});

test.each([
  ["NoAccess", "no_access"],
  ["OAuthSignin", "provider_down"],
  ["OAuthCallback", "not_completed"],
  ["toString", "not_completed"],
])("the error %s is %s", (error, failure) => {
  expect(providerFailure(error)).toBe(failure);
});

test("leaves for the provider, and the page afterwards is noted once", async () => {
  const kept = new Map<string, string>();
  const assign = vi.fn<(url: URL) => void>();
  serve({ csrf: "t", url: "https://login.example.com/auth?error=x" });
  const sessionStorage = {
    setItem: (key: string, value: string) => kept.set(key, value),
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal("window", { location: { origin, assign }, sessionStorage });
  expect(await signInAtProvider("/acme/bot")).toBeUndefined();
  expect(assign.mock.calls.map(([url]) => url.href)).toEqual(["https://login.example.com/auth?error=x"]);
  expect([takeNextPage(), takeNextPage()]).toEqual(["/acme/bot", undefined]);
  serve({ csrf: "t", url: `${origin}/sign-in?error=OAuthSignin` });
  expect(await signInAtProvider("/acme/bot")).toBe("provider_down");
  serve("down");
  expect(await signInAtProvider("/acme/bot")).toBe("unreachable");
});
