import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { encode } from "next-auth/jwt";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const CANARY = "canary-key-91ce";
const SECRET = "a-secret-for-this-test";
const STORED = { serviceName: "Loupe", username: "ann", password: CANARY, token: CANARY, projectId: "a/b" };
const { requestHeaders, redirect } = vi.hoisted(() => ({
  requestHeaders: vi.fn<() => Headers>(),
  redirect: vi.fn<(to: string) => never>((to) => {
    throw new Error(`redirected to ${to}`);
  }),
}));
vi.mock("next/headers", () => ({ headers: () => Promise.resolve(requestHeaders()) }));
vi.mock("next/navigation", () => ({ redirect }));

// Modules of their own: those of test files before this one may remember ended sessions in the folder of real data.
vi.resetModules();
const { authOptions, sessionCookieName } = await import("./options");
const { requireSession, sessionCredentials } = await import("./session");

const dataFolder = mkdtempSync(path.join(tmpdir(), "loupe-sessions-"));
beforeEach(() => void vi.stubEnv("NEXTAUTH_SECRET", SECRET).stubEnv("LOUPE_DATA_DIR", dataFolder));
afterAll(() => rmSync(dataFolder, { recursive: true }));
afterEach(() => void vi.unstubAllEnvs());

describe("data that leaves the server", () => {
  it("is a session without a credential", async () => {
    const { callbacks } = authOptions(false);
    const user = { id: "ann", name: "ann", stored: STORED };
    const token = await callbacks?.jwt?.({ token: {}, user, account: null });
    expect(JSON.stringify(token)).toContain(CANARY);
    const session = { user: { name: "ann" }, serviceName: "", expires: "2026-11-21T00:00:00Z" };
    const seen: unknown = await callbacks?.session?.({
      session,
      token: token ?? {},
      user: { id: "", name: "", email: "", emailVerified: null, stored: STORED },
      newSession: undefined,
      trigger: "update",
    });
    expect([seen, token?.sessionId]).toEqual([
      { expires: session.expires, user: { name: "ann" }, serviceName: "Loupe", projectId: "a/b" },
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
  });

  it("is a cookie that no script reads, encrypted, named after the port", async () => {
    expect(authOptions(true).cookies?.sessionToken).toEqual({
      name: "loupe-3000.session-token",
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: true },
    });
    expect(authOptions(true).session?.maxAge).toBe(12 * 60 * 60);
    const cookie = await encode({ token: { stored: STORED }, secret: SECRET });
    expect(cookie + atob(cookie.split(".")[0] ?? "")).not.toContain(CANARY);
  });
});

describe("the session of a request", () => {
  const cookieFor = async (stored: unknown, secret = SECRET, maxAge = 60, sessionId: string | undefined = "s1") =>
    `${sessionCookieName()}=${await encode({ token: { stored: stored as typeof STORED, sessionId }, secret, maxAge })}`;

  it("is read from its cookie", async () => {
    requestHeaders.mockReturnValue(new Headers({ cookie: await cookieFor(STORED) }));
    expect(await sessionCredentials()).toMatchObject({
      session: STORED,
      service: { base_url: "http://127.0.0.1:3001" },
    });
    expect(await requireSession()).toEqual({
      userName: "ann",
      serviceName: "Loupe",
      asksUserName: false,
      serviceUrl: "http://127.0.0.1:3001",
      projectId: "a/b",
    });
  });

  const none: { name: string; headers: () => Promise<HeadersInit> }[] = [
    { name: "no cookie", headers: async () => ({}) },
    { name: "a cookie of another secret", headers: async () => ({ cookie: await cookieFor(STORED, "other") }) },
    { name: "one that has ended", headers: async () => ({ cookie: await cookieFor(STORED, SECRET, -60) }) },
    {
      name: "a service that is no longer there",
      headers: async () => ({ cookie: await cookieFor({ ...STORED, serviceName: "Gone" }) }),
    },
    {
      name: "one without an id, which could not be ended",
      headers: async () => ({
        cookie: `${sessionCookieName()}=${await encode({ token: { stored: STORED }, secret: SECRET })}`,
      }),
    },
    { name: "another shape", headers: async () => ({ cookie: await cookieFor({ key: "x" }) }) },
    {
      name: "a token in an Authorization header",
      headers: async () => ({ authorization: `Bearer ${await encode({ token: { stored: STORED }, secret: SECRET })}` }),
    },
  ];

  it("is null for a copy of its cookie once it was signed out, and its cookie is not renewed", async () => {
    const { callbacks, events } = authOptions(false);
    const token = { stored: STORED, sessionId: "signed out here" };
    requestHeaders.mockReturnValue(new Headers({ cookie: await cookieFor(STORED, SECRET, 60, token.sessionId) }));
    expect(await sessionCredentials()).toBeDefined();
    await events?.signOut?.({ token, session: { expires: "", user: { name: "" }, serviceName: "" } });
    expect(await sessionCredentials()).toBeUndefined();
    await expect(requireSession()).rejects.toThrow("redirected to /sign-in");
    // next-auth calls it without a user for an existing session, which its types do not show.
    const renewal = { token, account: null } as Parameters<NonNullable<NonNullable<typeof callbacks>["jwt"]>>[0];
    await expect(async () => callbacks?.jwt?.(renewal)).rejects.toThrow("the session has ended");
    requestHeaders.mockReturnValue(new Headers({ cookie: await cookieFor(STORED, SECRET, 60, "another") }));
    expect(await sessionCredentials()).toBeDefined();
  });

  it.each(none)("is null with $name", async ({ headers }) => {
    requestHeaders.mockReturnValue(new Headers(await headers()));
    expect(await sessionCredentials()).toBeUndefined();
    await expect(requireSession("/a/b/calls?q=x&y")).rejects.toThrow(
      "redirected to /sign-in?from=%2Fa%2Fb%2Fcalls%3Fq%3Dx%26y",
    );
  });
});

it("what the log says of a failed sign-in is one short line, whatever the address of the request has", () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const error = new Error(`denied\nsign-in: ok\u2028\u001b[2J${"x".repeat(10_000)}`);
  authOptions(false).logger?.error?.("OAUTH_CALLBACK_HANDLER_ERROR", { error });
  const [[line = ""] = []] = logged.mock.calls;
  logged.mockRestore();
  expect(line).toMatch(/^sign-in: OAUTH_CALLBACK_HANDLER_ERROR: denied sign-in: ok \[2Jx+$/);
  expect(String(line).length).toBeLessThan(400);
});
