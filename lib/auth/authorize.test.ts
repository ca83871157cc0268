import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { answerJson, deadAddress, startTestService } from "@/lib/client/test-service";
import { type SignInAttempt, signInByLink, signInToService as signIn } from "./authorize";
import type { DashboardConfig } from "./config";
import { createSignInCode } from "./sign-in-code";
import { FAILED_ATTEMPTS, SignInLimit } from "./sign-in-limit";

const dataFolder = mkdtempSync(path.join(tmpdir(), "loupe-sign-in-"));
afterAll(() => rmSync(dataFolder, { recursive: true }));

const KEY = "lp_a_b";
const FORM = { service: "Loupe", username: "ann", password: KEY };

function configFor(address: string, more: Partial<DashboardConfig> = {}): DashboardConfig {
  const services = [{ name: "Loupe", base_url: address, inference_base_url: address }];
  return { port: 3000, dataFolder, services, isBuiltIn: true, url: undefined, ...more };
}

const from = (address: string, limit = new SignInLimit()): SignInAttempt => ({ limit, address, now: 0 });

const signInToService = (form: unknown, config: DashboardConfig, attempt = from("10.0.0.1")) =>
  signIn(form, config, attempt);

/** Knows one key, and says what the real one does to a call that can't exist. */
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

  it.each(forms)("takes or refuses $name", async ({ form, stored: expected }) => {
    await using service = await startService();
    const user = await signInToService(form, configFor(service.baseUrl));
    expect(user?.stored).toEqual(expected);
  });

  it("asks for a call in the project that was given", async () => {
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

  it.each(answers)("takes a $status as $outcome", async ({ status, outcome }) => {
    await using service = await startTestService((response) => answerJson(response, status, {}));
    const found = await signInToService(FORM, configFor(service.baseUrl)).then(
      (user) => (user ? "accepted" : "refused"),
      (error: unknown) => (error instanceof Error && error.message === "ServiceDown" ? "down" : error),
    );
    expect(found).toBe(outcome);
  });

  it("says when nobody answers", async () => {
    await expect(signInToService(FORM, configFor(await deadAddress()))).rejects.toThrow("ServiceDown");
  });
});

describe("signInByLink", () => {
  it("signs in with the admin key, once", async () => {
    await using service = await startService();
    const config = configFor(service.baseUrl);
    const code = createSignInCode(dataFolder, new Date());
    const user = await signInByLink({ code }, config, KEY);
    expect(user).toMatchObject({ name: "admin", stored: { serviceName: "Loupe", password: KEY, token: KEY } });
    expect(await signInByLink({ code }, config, KEY)).toBeNull();
  });

  it("does not use a code up while the service is down", async () => {
    const code = createSignInCode(dataFolder, new Date());
    await expect(signInByLink({ code }, configFor(await deadAddress()), KEY)).rejects.toThrow("ServiceDown");
    await using service = await startService();
    expect(await signInByLink({ code }, configFor(service.baseUrl), KEY)).not.toBeNull();
  });

  it.each([
    { name: "a code nobody made", form: { code: "x" }, more: {}, key: KEY },
    { name: "no code", form: {}, more: {}, key: KEY },
    { name: "services of one's own", form: { code: "good" }, more: { isBuiltIn: false }, key: KEY },
    { name: "no admin key", form: { code: "good" }, more: {}, key: undefined },
  ])("refuses $name", async ({ form, more, key }) => {
    await using service = await startService();
    const code = form.code === "good" ? createSignInCode(dataFolder, new Date()) : form.code;
    expect(await signInByLink({ code }, configFor(service.baseUrl, more), key)).toBeNull();
  });
});

describe("failed attempts", () => {
  it("are not made any more after so many, with the right key either", async () => {
    await using service = await startService();
    const config = configFor(service.baseUrl);
    const limit = new SignInLimit();
    const attempts = (password: string, address: string, count: number) =>
      Array.from({ length: count }, () => ({ ...FORM, password, address }));
    const outcomes: unknown[] = [];
    for (const { address, ...form } of [
      ...attempts("lp_x_y", "10.0.0.1", FAILED_ATTEMPTS),
      ...attempts(KEY, "10.0.0.1", 1),
      ...attempts(KEY, "10.0.0.2", FAILED_ATTEMPTS + 1),
    ])
      outcomes.push(
        await signInToService(form, config, from(address, limit)).then(
          (user) => user?.name ?? "refused",
          (error: unknown) => (error instanceof Error ? error.message : error),
        ),
      );
    expect(outcomes).toEqual([
      ...Array.from({ length: FAILED_ATTEMPTS }, () => "refused"),
      "TooManyAttempts",
      ...Array.from({ length: FAILED_ATTEMPTS + 1 }, () => "ann"),
    ]);
    expect(service.seen).toHaveLength(FAILED_ATTEMPTS * 2 + 1);
  });

  it.each([
    { name: "which the service did not answer", service: "Loupe", outcome: "ServiceDown" },
    { name: "at a service that is not known", service: "Other", outcome: null },
  ])("do not count $name", async ({ service, outcome }) => {
    const config = configFor(await deadAddress());
    const limit = new SignInLimit();
    for (let attempt = 0; attempt <= FAILED_ATTEMPTS; attempt += 1) {
      const found = await signInToService({ ...FORM, service }, config, from("10.0.0.1", limit)).catch(
        (error: unknown) => (error instanceof Error ? error.message : error),
      );
      expect(found).toBe(outcome);
    }
  });
});
