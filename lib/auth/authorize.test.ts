import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { answerJson, deadAddress, startTestService } from "@/lib/client/test-service";
import { FailedAttempts, FREE_FAILURES, HELD_OF_ONE } from "@/lib/network/failed-attempts";
import { PROOF_HEADER, forwardedKey, provesForwarded } from "@/lib/network/forwarded-proof";
import { type SignInAttempt, signInByLink, signInToService as signIn } from "./authorize";
import type { DashboardConfig } from "./config";
import { createSignInCode } from "./sign-in-code";

const dataFolder = mkdtempSync(path.join(tmpdir(), "loupe-sign-in-"));
afterAll(() => rmSync(dataFolder, { recursive: true }));

const KEY = "lp_a_b";
const FORM = { service: "Loupe", username: "ann", password: KEY };

function configFor(address: string, more: Partial<DashboardConfig> = {}): DashboardConfig {
  const services = [
    { name: "Loupe", base_url: address, inference_base_url: address, public_url: address, user_name: true },
  ];
  return {
    port: 3000,
    dataFolder,
    services,
    isBuiltIn: true,
    trustedProxies: [],
    readAheadMs: 500,
    url: undefined,
    oidc: undefined,
    takesLinks: true,
    ...more,
  };
}

const from = (address: string, attempts = new FailedAttempts()): SignInAttempt => ({ attempts, address });

const signInToService = (form: unknown, config: DashboardConfig, attempt = from("10.0.0.1")) =>
  signIn(form, config, attempt);

/** Stands in for the service: knows one key, and answers a call that does not exist as the real one does. */
const startService = () =>
  startTestService((response, { headers }) => {
    const isKnown = atob(headers.authorization?.split(" ")[1] ?? "").endsWith(`:${KEY}`);
    const code = isKnown ? "not_found" : "unauthenticated";
    answerJson(response, isKnown ? 404 : 401, { code, message: "…", request_id: "r" });
  });

describe("signInToService", () => {
  const stored = { serviceName: "Loupe", username: "ann", password: KEY, token: KEY, projectId: undefined };
  const forms: { name: string; form: unknown; stored: object | undefined }[] = [
    { name: "a name and a key", form: FORM, stored },
    { name: "an empty token", form: { ...FORM, token: "" }, stored },
    { name: "a token of its own", form: { ...FORM, token: "t" }, stored: { ...stored, token: "t" } },
    { name: "a project", form: { ...FORM, project: " a/b " }, stored: { ...stored, projectId: "a/b" } },
    { name: "another key", form: { ...FORM, password: "lp_x_y" }, stored: undefined },
    { name: "an unknown service", form: { ...FORM, service: "http://evil.example" }, stored: undefined },
    { name: "a name with a colon", form: { ...FORM, username: "a:b" }, stored: undefined },
    { name: "no password", form: { ...FORM, password: "" }, stored: undefined },
    { name: "no form", form: undefined, stored: undefined },
  ];

  it.each(forms)("accepts or rejects $name", async ({ form, stored: expected }) => {
    await using service = await startService();
    const user = await signInToService(form, configFor(service.baseUrl));
    expect(user?.stored).toEqual(expected);
  });

  it("needs no user name when the service knows the owner of a key, and uses the owner's name", async () => {
    await using service = await startTestService((response, { url }) => {
      const key = { id: "k", owner: "Ada: Lovelace", default_project: "a/b", roles: [] };
      answerJson(response, url === "/keys/self" ? 200 : 404, url === "/keys/self" ? { key } : {});
    });
    const [known = { name: "", base_url: "", inference_base_url: "", public_url: "", user_name: true }] = configFor(
      service.baseUrl,
    ).services;
    const config = configFor(service.baseUrl, { services: [{ ...known, user_name: false }] });
    for (const form of [{ service: "Loupe", password: KEY }, FORM]) {
      const user = await signInToService(form, config);
      expect(user).toMatchObject({ name: "Ada: Lovelace", stored: { username: "api", name: "Ada: Lovelace" } });
    }
    expect(await signInToService({ service: "Loupe", password: KEY }, configFor(service.baseUrl))).toBeNull();
  });

  it("uses the user name of Basic when the service does not report the owner of a key", async () => {
    await using service = await startService();
    const [known = { name: "", base_url: "", inference_base_url: "", public_url: "", user_name: true }] = configFor(
      service.baseUrl,
    ).services;
    const config = configFor(service.baseUrl, { services: [{ ...known, user_name: false }] });
    expect(await signInToService({ service: "Loupe", password: KEY }, config)).toMatchObject({ name: "api" });
    expect(await signInToService({ service: "Loupe", password: "lp_x_y" }, config)).toBeNull();
  });

  it("requests a call in the given project", async () => {
    await using service = await startService();
    await signInToService({ ...FORM, project: "a/b" }, configFor(service.baseUrl));
    expect(JSON.parse(service.seen[0]?.body ?? "")).toMatchObject({ project_id: "a/b" });
  });

  const answers: { status: number; outcome: "accepted" | "refused" | "down" }[] = [
    { status: 200, outcome: "accepted" },
    { status: 401, outcome: "refused" },
    { status: 403, outcome: "accepted" },
    { status: 404, outcome: "accepted" },
    { status: 422, outcome: "accepted" },
    { status: 500, outcome: "down" },
    { status: 503, outcome: "down" },
  ];

  it.each(answers)("maps $status to $outcome", async ({ status, outcome }) => {
    await using service = await startTestService((response) => answerJson(response, status, {}));
    const found = await signInToService(FORM, configFor(service.baseUrl)).then(
      (user) => (user ? "accepted" : "refused"),
      (error: unknown) => (error instanceof Error && error.message === "ServiceDown" ? "down" : error),
    );
    expect(found).toBe(outcome);
  });

  it("throws SERVICE_DOWN when the service does not answer", async () => {
    await expect(signInToService(FORM, configFor(await deadAddress()))).rejects.toThrow("ServiceDown");
  });
});

describe("signInByLink", () => {
  it("signs in with the admin key, once", async () => {
    await using service = await startService();
    const config = configFor(service.baseUrl);
    const code = createSignInCode(dataFolder, new Date());
    const user = await signInByLink({ code }, config, KEY, "10.0.0.1");
    expect(user).toMatchObject({ name: "admin", stored: { serviceName: "Loupe", password: KEY, token: KEY } });
    expect(await signInByLink({ code }, config, KEY, "10.0.0.1")).toBeNull();
  });

  it("does not use a code up while the service is down", async () => {
    const code = createSignInCode(dataFolder, new Date());
    await expect(signInByLink({ code }, configFor(await deadAddress()), KEY, "10.0.0.1")).rejects.toThrow(
      "ServiceDown",
    );
    await using service = await startService();
    expect(await signInByLink({ code }, configFor(service.baseUrl), KEY, "10.0.0.1")).not.toBeNull();
  });

  it.each([
    { name: "a code nobody made", form: { code: "x" }, more: {}, key: KEY },
    { name: "no code", form: {}, more: {}, key: KEY },
    { name: "services of one's own", form: { code: "good" }, more: { takesLinks: false }, key: KEY },
    { name: "no admin key", form: { code: "good" }, more: {}, key: undefined },
  ])("refuses $name", async ({ form, more, key }) => {
    await using service = await startService();
    const code = form.code === "good" ? createSignInCode(dataFolder, new Date()) : form.code;
    expect(await signInByLink({ code }, configFor(service.baseUrl, more), key, "10.0.0.1")).toBeNull();
  });
});

describe("failed attempts", () => {
  /** Delays responses until the test is over. */
  const held = () => new FailedAttempts({ now: () => 0, wait: () => new Promise(() => {}) });
  const outcome = (form: object, config: DashboardConfig, attempt: SignInAttempt) =>
    signInToService(form, config, attempt).then(
      (user) => user?.name ?? "refused",
      (error: unknown) => (error instanceof Error ? error.message : error),
    );

  it("slow down an address, but a valid key from there is accepted at once", async () => {
    await using service = await startService();
    const config = configFor(service.baseUrl);
    const attempts = held();
    const wrong = { ...FORM, password: "lp_x_y" };
    for (let n = 0; n < FREE_FAILURES; n += 1)
      expect(await outcome(wrong, config, from("10.0.0.1", attempts))).toBe("refused");
    for (let n = 0; n < HELD_OF_ONE; n += 1) void outcome(wrong, config, from("10.0.0.1", attempts));
    await vi.waitFor(() => expect(service.seen).toHaveLength(FREE_FAILURES + HELD_OF_ONE), 30_000);
    expect(await outcome(wrong, config, from("10.0.0.1", attempts))).toBe("TooManyAttempts");
    expect(await outcome(FORM, config, from("10.0.0.1", attempts))).toBe("ann");
    expect(await outcome(wrong, config, from("10.0.0.2", attempts))).toBe("refused");
  });

  it("are those of the reader, not of the dashboard, at the service too", async () => {
    vi.stubEnv("LOUPE_ADMIN_KEY", KEY);
    onTestFinished(() => void vi.unstubAllEnvs());
    await using service = await startService();
    await signInToService(FORM, configFor(service.baseUrl), from("203.0.113.9"));
    const { "x-forwarded-for": address, [PROOF_HEADER]: proof } = service.seen[0]?.headers ?? {};
    expect(address).toBe("203.0.113.9");
    expect(provesForwarded(forwardedKey(KEY), "203.0.113.9", String(proof))).toBe(true);
  });

  it("may be too many for the service", async () => {
    await using service = await startTestService((response) => answerJson(response, 429, {}));
    expect(await outcome(FORM, configFor(service.baseUrl), from("10.0.0.1"))).toBe("TooManyAttempts");
  });

  it.each([
    { name: "which the service did not answer", service: "Loupe", expected: "ServiceDown" },
    { name: "at a service that is not known", service: "Other", expected: "refused" },
  ])("do not count $name", async ({ service, expected }) => {
    const config = configFor(await deadAddress());
    const attempts = held();
    for (let n = 0; n <= FREE_FAILURES; n += 1)
      expect(await outcome({ ...FORM, service }, config, from("10.0.0.1", attempts))).toBe(expected);
  });
});
