import { type JWTPayload, SignJWT, base64url, importJWK } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { PROOF_HEADER, forwardedKey, forwardedProof } from "@/lib/network/forwarded-proof";
import { FailedAttempts, FREE_FAILURES } from "@/lib/network/failed-attempts";
import { readBackup } from "@/service/store/maintenance/backup";
import { CLIENT, OTHER_CLIENT, usePeople } from "@/service/people/testing/test-people";
import { ADMIN_KEY } from "./test-service";

const people = usePeople();

beforeEach(async () => {
  await people
    .provider()
    .account("ada", { email: "ada@example.com", email_verified: true, groups: ["readers", "private"] });
  await people.provider().account("eve", { email: "eve@example.com", groups: ["private"] });
});

/** What the dashboard sends with a request from an address. */
const forwardedFrom = (address: string) => ({
  "x-forwarded-for": address,
  [PROOF_HEADER]: forwardedProof(forwardedKey(ADMIN_KEY), address),
});

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const now = () => Math.floor(Date.now() / 1000);

/** An ID token that the provider could have made, signed with its key unless another is given. */
async function made(
  changes: JWTPayload,
  { alg = "RS256", kid, key }: { alg?: string; kid?: string; key?: Uint8Array } = {},
): Promise<string> {
  const own = await people.provider().key();
  const claims: JWTPayload = {
    iss: people.provider().issuer,
    aud: CLIENT.client_id,
    sub: "ada",
    nonce: "n",
    iat: now(),
    exp: now() + 600,
    groups: ["readers"],
    jti: crypto.randomUUID(),
    ...changes,
  };
  const header = { alg, kid: kid ?? own.kid };
  return new SignJWT(claims).setProtectedHeader(header).sign(key ?? (await importJWK(own, alg)));
}

const send = async (id_token: string) => people.sendTokens({ id_token, access_token: "none", nonce: "n" });

test("somebody who signs in at the provider has the rights of their groups, and nobody sees other groups", async () => {
  const { key, owner, roles, expires_at } = await people.signIn("ada");
  expect([owner, roles]).toEqual(["ada@example.com", [{ project_pattern: "acme/a", role: "viewer" }]]);
  expect(key).toMatch(/^lp_[0-9a-f]{12}_[\w-]{32}$/);
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(12 * 60 * 60_000);
  const self = await (await people.post("/keys/self", {}, key)).json();
  expect(self).toEqual({ key: { id: expect.any(String), owner, roles, default_project: "acme/a" } });
  expect((await people.post("/calls/query_stats", { project_id: "acme/a" }, key)).status).toBe(200);
  expect((await people.post("/calls/query_stats", { project_id: "acme/b" }, key)).status).toBe(403);
  const start = { project_id: "acme/a", id: "c", op_name: "o", trace_id: "t", started_at: "2026-11-20T00:00:00Z" };
  expect((await people.post("/call/start", { start }, key)).status).toBe(403);
});

test("nothing that is stored opens a session or has a token in clear", async () => {
  const tokens = await people.authorize("ada");
  const { key } = await (await people.sendTokens(tokens)).json();
  const { rows } = await people.client().query("select * from person_sessions, used_id_tokens, people");
  const stored = JSON.stringify(rows);
  for (const secret of [key, tokens.id_token, tokens.access_token, tokens.refresh_token, "private"])
    expect(stored).not.toContain(secret);
});

test("a backup has the people, but no session that could begin again", async () => {
  await people.signIn("ada");
  let backup = "";
  for await (const part of readBackup(people.client())) backup += part;
  expect(backup).toContain("ada@example.com");
  for (const table of ["person_sessions", "used_id_tokens"]) expect(backup).not.toContain(table);
});

test("a person keeps their name in the records, and nobody else gets it", async () => {
  const { owner } = await people.signIn("ada");
  await people.provider().account("ada", { email: "countess@example.com", groups: ["readers"] });
  expect((await people.signIn("ada")).owner).toBe(owner);
  await people.provider().account("eve", {
    email: "ada@example.com",
    email_verified: true,
    name: "Ada",
    groups: ["readers"],
  });
  expect((await people.signIn("eve")).owner).toBe("Ada (eve)");
});

test("an address identifies nobody unless the provider says that it has verified it", async () => {
  const chief = { email: "chief@example.com", name: "Mallory", groups: ["readers"] };
  await people.provider().account("mallory", chief);
  expect((await people.signIn("mallory")).owner).toBe("Mallory (mallory)");
  await people.provider().account("oscar", chief);
  const tokens = await people.authorize("oscar");
  await people.provider().account("oscar", { ...chief, email_verified: true });
  const answer = await people.sendTokens(tokens);
  expect((await answer.json()).owner).toBe("chief@example.com");
});

test("somebody in no group with rights is refused, in a sentence that names none", async () => {
  const answer = await people.sendTokens(await people.authorize("eve"));
  expect([answer.status, (await answer.json()).message]).toEqual([
    403,
    "You are not in a group that may use Loupe; ask an admin for access",
  ]);
});

test("groups may be stated at the provider's endpoint only", async () => {
  const tokens = await people.authorize("ada");
  const id_token = await made({ groups: undefined, nonce: tokens.nonce });
  expect((await people.sendTokens({ ...tokens, id_token })).status).toBe(200);
  const others = await made({ groups: undefined, nonce: tokens.nonce, sub: "eve" });
  expect((await people.sendTokens({ ...tokens, id_token: others })).status).toBe(503);
});

describe("an ID token that is not accepted", () => {
  const hmac = new TextEncoder().encode(CLIENT.client_secret);
  const unsigned = (text: string) => {
    const [, claims = ""] = text.split(".");
    return `${base64url.encode(JSON.stringify({ alg: "none" }))}.${claims}.`;
  };
  test.each<[string, () => Promise<string>, string]>([
    ["of another issuer", () => made({ iss: "http://127.0.0.1:1" }), "its iss is not the expected one"],
    ["for another client", () => made({ aud: "other" }), "its aud is not the expected one"],
    ["for several, not saying which", () => made({ aud: ["loupe", "other"] }), "does not say for which"],
    ["for several, this one not the party", () => made({ aud: ["loupe", "x"], azp: "x" }), "for another client"],
    ["without a signature", async () => unsigned(await made({})), "it is not signed with RS256"],
    ["signed with the client's secret", () => made({}, { alg: "HS256", key: hmac }), "it is not signed with RS256"],
    ["signed with another algorithm", () => made({}, { alg: "PS256" }), "it is not signed with RS256"],
    ["that has expired", () => made({ iat: now() - 90, exp: now() - 60 }), "it has expired"],
    ["that is not valid yet", () => made({ nbf: now() + 60 }), "its nbf is not the expected one"],
    ["from the future", () => made({ iat: now() + 60 }), "its iat is not the expected one"],
    ["that is old", () => made({ iat: now() - 3_600 }), "it has expired"],
    ["without an expiry", () => made({ exp: undefined }), "it has no exp"],
    ["without a person", () => made({ sub: undefined }), "it has no sub"],
    ["of another sign-in", () => made({ nonce: "m" }), "its nonce is another one"],
    ["without a nonce", () => made({ nonce: undefined }), "its nonce is another one"],
    ["that ends a session", () => made({ events: {} }), "it is a logout token"],
    ["of an unknown key", () => made({}, { kid: "unknown" }), "it is not signed with a key of the provider"],
    ["that is none", async () => "a.b.c", "it is not a valid JSON Web Token"],
    [
      "with changed claims",
      async () => (await made({})).replace(/\..+\./, `.${base64url.encode('{"sub":"root"}')}.`),
      "not signed with a key",
    ],
  ])("%s", async (_what, token, reason) => {
    const before = await sessions();
    const answer = await send(await token());
    const body = await answer.json();
    expect([answer.status, body.code, body.message]).toEqual([401, "unauthenticated", expect.stringContaining(reason)]);
    expect(await sessions()).toBe(before);
  });

  test("otherwise it is accepted, once, however its signature is spelled, at every replica", async () => {
    const token = await made({});
    expect((await send(token)).status).toBe(200);
    // The last character has two bits of the signature, and four of nothing.
    const respelled = token.slice(0, -1) + (ALPHABET[ALPHABET.indexOf(token.at(-1) ?? "") ^ 1] ?? "");
    for (const again of [token, respelled])
      expect((await (await send(again)).json()).message).toBe("The ID token was used before; sign in again");
    const [, other] = people.apps();
    const body = { id_token: token, access_token: "none", nonce: "n" };
    const answer = await people.post("/people/sign_in", body, undefined, other);
    expect([answer.status, (await answer.json()).message]).toEqual([
      401,
      "The ID token was used before; sign in again",
    ]);
  });

  test("one for another client of the provider", async () => {
    expect((await people.sendTokens(await people.authorize("ada", OTHER_CLIENT))).status).toBe(401);
  });

  test("two requests with one token start one session", async () => {
    const token = await made({});
    const statuses = (await Promise.all([send(token), send(token)])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  test("is counted as a wrong key is", async () => {
    let waits = 0;
    const attempts = new FailedAttempts({ now: () => 0, wait: async () => void (waits += 1) });
    const app = people.open({ attempts });
    const wrong = { id_token: "a.b.c", access_token: "none", nonce: "n" };
    for (let n = 0; n < FREE_FAILURES; n += 1) await people.post("/people/sign_in", wrong, undefined, app);
    expect(waits).toBe(0);
    await people.post("/people/sign_in", wrong, undefined, app);
    expect(waits).toBe(1);
  });
});

test.each<[string, unknown, number]>([
  ["without a nonce", { id_token: "a", access_token: "b" }, 422],
  ["without a token to check roles with", { id_token: "a", refresh_token: "b", nonce: "n" }, 422],
  ["with an unknown field", { id_token: "a", access_token: "b", nonce: "n", roles: [] }, 422],
  ["that is too large", { id_token: "a".repeat(70_000), access_token: "b", nonce: "n" }, 413],
  ["that is no JSON", "{", 400],
])("a request %s is refused", async (_what, body, status) => {
  expect((await people.post("/people/sign_in", body)).status).toBe(status);
});

test("signing out ends the session, and leads to the provider", async () => {
  const { key } = await people.signIn("ada", forwardedFrom("192.0.2.7"));
  const answer = await (await people.post("/people/sign_out", {}, key)).json();
  const url = new URL(answer.provider_url);
  expect([answer.ended, url.origin, url.searchParams.get("client_id")]).toEqual([
    true,
    people.provider().issuer,
    "loupe",
  ]);
  expect(url.searchParams.get("id_token_hint")).toMatch(/^ey/);
  expect(answer.offers_accounts).toBe(true);
  expect(await people.statusOf(key, people.open())).toBe(401);
  const audit = "select action, owner, address, status from audit_records order by id desc limit 2";
  const { rows } = await people.client().query(audit);
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["peopleSignOut", "ada@example.com", null, 200],
    ["peopleSignIn", "ada@example.com", "192.0.2.7", 200],
  ]);
});

test("the ID token in the address of the provider's page is the one that has been used", async () => {
  const tokens = await people.authorize("ada");
  const { key } = await (await people.sendTokens(tokens)).json();
  await people.provider().account("ada", { email: "other@example.com", groups: ["readers"] });
  await people.age(60);
  expect(await people.statusOf(key, people.open())).toBe(200);
  const { provider_url } = await (await people.post("/people/sign_out", {}, key)).json();
  expect(new URL(provider_url).searchParams.get("id_token_hint")).toBe(tokens.id_token);
});

test("signing out takes the refresh token from whoever has it, and needs no answer of the provider", async () => {
  const tokens = await people.authorize("ada");
  const { key } = await (await people.sendTokens(tokens)).json();
  await people.post("/people/sign_out", {}, key);
  expect(await people.refresh(tokens.refresh_token)).toMatchObject({ error: "invalid_grant" });

  const { key: other } = await people.signIn("ada");
  await people.provider().down("/token/revocation");
  const answer = await people.post("/people/sign_out", {}, other);
  await people.provider().down(undefined);
  expect(await answer.json()).toMatchObject({ ended: true, provider_url: expect.any(String) });
  expect(await people.statusOf(other, people.open())).toBe(401);
});

test("a person who is turned off has no session, and cannot sign in", async () => {
  const { key } = await people.signIn("ada");
  await people.client().query("update people set turned_off_at = clock_timestamp() where subject = 'ada'");
  expect(await people.statusOf(key, people.open())).toBe(401);
  expect((await people.sendTokens(await people.authorize("ada"))).status).toBe(403);
  await people.client().query("update people set turned_off_at = null");
  expect((await people.sendTokens(await people.authorize("ada"))).status).toBe(200);
});

test("a session ends after its time, whatever the provider says", async () => {
  const { key } = await people.signIn("ada");
  expect(await people.statusOf(key)).toBe(200);
  await people.client().query("update person_sessions set expires_at = clock_timestamp()");
  expect(await people.statusOf(key, people.open())).toBe(401);
});

test("the provider's keys are replaced: tokens of the new one are accepted, those of the old one are not", async () => {
  const old = await made({});
  const before = await people.provider().key();
  await people.provider().rotate();
  // Keys are read again for a token of an unknown one, not for every such token.
  await expect
    .poll(async () => (await people.sendTokens(await people.authorize("ada"))).status, { timeout: 20_000 })
    .toBe(200);
  expect((await send(old)).status).toBe(401);
  expect((await people.provider().key()).kid).not.toBe(before.kid);
});

async function sessions(): Promise<number> {
  const { rows } = await people.client().query("select count(*)::int as count from person_sessions");
  return rows[0]?.count;
}
