import { describe, expect, it } from "vitest";
import { answerJson, deadAddress, startTestService } from "@/lib/client/test-service";
import { readDashboardConfig } from "./config";
import { endPersonSession, startPersonSession } from "./person-session";

const TOKENS = { id_token: "i", access_token: "a", refresh_token: "r", nonce: "n" };
const KEY = "lp_0123456789ab_secret";

const configFor = (address: string) =>
  readDashboardConfig({ LOUPE_SERVICES: JSON.stringify([{ name: "main", base_url: address, user_name: false }]) });

const error = { code: "internal", message: "…", request_id: "r" };

describe("the session of a person", () => {
  it("is started by the service, and only its key is kept", async () => {
    const answer = { key: KEY, owner: "ada@example.com", roles: [], expires_at: "2026-11-20T20:00:00Z" };
    await using service = await startTestService((response) => answerJson(response, 200, answer));
    const stored = await startPersonSession(TOKENS, configFor(service.baseUrl), "203.0.113.9");
    expect(stored).toEqual({
      serviceName: "main",
      username: "api",
      name: "ada@example.com",
      password: KEY,
      token: KEY,
      isPerson: true,
    });
    const [asked] = service.seen;
    expect([asked?.url, JSON.parse(asked?.body ?? ""), asked?.headers["x-forwarded-for"]]).toEqual([
      "/people/sign_in",
      TOKENS,
      "203.0.113.9",
    ]);
  });

  it.each([
    [401, "TokenRefused"],
    [403, "NoAccess"],
    [404, "NotSetUp"],
    [429, "TooManyAttempts"],
    [500, "ServiceDown"],
    [503, "ServiceDown"],
  ])("is not started after %i: %s", async (status, code) => {
    await using service = await startTestService((response) => answerJson(response, status, error));
    await expect(startPersonSession(TOKENS, configFor(service.baseUrl), "")).rejects.toThrow(code);
  });

  it.each([
    [404, "not_found", "InvitationEnded"],
    [409, "conflict", "InvitationEnded"],
    [422, "invalid", "InvitationOfAnother"],
    [404, "unknown_endpoint", "NotSetUp"],
    [403, "forbidden", "NoAccess"],
  ])("is not started with an invitation after %i, %s: %s", async (status, errorCode, code) => {
    await using service = await startTestService((response) =>
      answerJson(response, status, { ...error, code: errorCode }),
    );
    await expect(startPersonSession(TOKENS, configFor(service.baseUrl), "", "the-token")).rejects.toThrow(code);
    expect(JSON.parse(service.seen[0]?.body ?? "")).toEqual({ ...TOKENS, invitation: "the-token" });
  });

  it("is not started without a token of the provider, or a service", async () => {
    await expect(startPersonSession({ nonce: "n" }, configFor("http://127.0.0.1:1"), "")).rejects.toThrow(
      "TokenRefused",
    );
    await expect(startPersonSession(TOKENS, configFor(await deadAddress()), "")).rejects.toThrow("ServiceDown");
  });

  it("is ended by the service, which knows what follows at the provider", async () => {
    const stored = { serviceName: "main", username: "api", password: KEY, token: KEY, isPerson: true } as const;
    const answer = { ended: true, provider_url: "https://login.example.com/end", offers_accounts: true };
    await using service = await startTestService((response) => answerJson(response, 200, answer));
    const config = configFor(service.baseUrl);
    expect(await endPersonSession(stored, config, "")).toEqual(answer);
    expect(service.seen[0]?.headers.authorization).toBe(`Basic ${btoa(`api:${KEY}`)}`);
    for (const other of [undefined, { ...stored, isPerson: undefined }, { ...stored, serviceName: "gone" }])
      expect(await endPersonSession(other, config, "")).toBeUndefined();
    expect(service.seen).toHaveLength(1);
    expect(await endPersonSession(stored, configFor(await deadAddress()), "")).toBeUndefined();
  });
});
