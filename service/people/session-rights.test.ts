import { SignJWT, importJWK } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { Secrets } from "@/service/secrets/secrets";
import { CLIENT, SECRET, usePeople } from "./testing/test-people";

const people = usePeople("ES256");

const NEW_SECRET = Buffer.alloc(32, 2);
const READER = { email: "ada@example.com", groups: ["readers"] };

beforeEach(async () => {
  await people.provider().account("ada", READER);
});

/** The roles that the service says a session has now, or the status of its answer. */
async function rolesOf(key: string, app = people.open()) {
  const answer = await people.post("/keys/self", {}, key, app);
  const body = await answer.json();
  return answer.status === 200 ? body.key.roles.map(({ role }: { role: string }) => role) : answer.status;
}

describe("what changed at the provider, once a session is used again", () => {
  test("other groups give other rights", async () => {
    const { key } = await people.signIn("ada");
    await people.provider().account("ada", { ...READER, groups: ["writers"] });
    expect(await rolesOf(key)).toEqual(["viewer"]);
    await people.age(60);
    expect(await rolesOf(key)).toEqual(["member"]);
    expect(await rolesOf(key)).toEqual(["member"]);
  });

  test("a group that is taken away ends the session", async () => {
    const { key } = await people.signIn("ada");
    await people.provider().account("ada", { ...READER, groups: [] });
    await people.age(60);
    expect(await rolesOf(key)).toBe(401);
    await people.provider().account("ada", READER);
    expect(await rolesOf(key)).toBe(401);
  });

  test("so does an account that is gone", async () => {
    const { key } = await people.signIn("ada");
    await people.provider().remove("ada");
    await people.age(60);
    expect(await rolesOf(key)).toBe(401);
  });

  test("a session that is in use is checked in the background", async () => {
    const { key } = await people.signIn("ada");
    await people.provider().account("ada", { ...READER, groups: [] });
    await people.age(40);
    expect(await rolesOf(key)).toEqual(["viewer"]);
    await expect.poll(() => rolesOf(key), { timeout: 20_000 }).toBe(401);
  });
});

test("tokens that are used once are replaced at every check, also when replicas check at the same time", async () => {
  const { key } = await people.signIn("ada");
  const sealed = async () => (await people.client().query("select sealed_tokens from person_sessions")).rows;
  for (let round = 0; round < 3; round += 1) {
    const before = await sealed();
    await people.age(60);
    const [one, other] = [people.open(), people.open()];
    // A second use of a refresh token would end all tokens of the person at the provider.
    const statuses = await Promise.all([one, other, one].map((app) => people.statusOf(key, app)));
    expect(statuses).toEqual([200, 200, 200]);
    expect(await sealed()).not.toEqual(before);
  }
});

test("while the provider does not answer, the last rights hold for ten minutes", async () => {
  const { key } = await people.signIn("ada");
  await people.provider().down("/");
  await people.age(60);
  expect(await rolesOf(key)).toEqual(["viewer"]);
  await people.age(500);
  expect(await rolesOf(key)).toEqual(["viewer"]);
  await people.age(60);
  expect(await rolesOf(key)).toBe(503);
  await people.provider().down(undefined);
  await people.age(60);
  expect(await rolesOf(key)).toEqual(["viewer"]);
});

test("tokens that were replaced are kept if the provider then fails", async () => {
  await people.provider().stateGroupsApart(true);
  const { key } = await people.signIn("ada");
  await people.provider().down("/me");
  await people.age(60);
  expect(await rolesOf(key)).toEqual(["viewer"]);
  await people.provider().down(undefined);
  await people.provider().account("ada", { ...READER, groups: ["writers"] });
  await people.age(60);
  expect(await rolesOf(key)).toEqual(["member"]);
  await people.provider().stateGroupsApart(false);
});

test("nobody can sign in while the provider does not answer", async () => {
  const tokens = await people.authorize("ada");
  await people.provider().down("/");
  expect((await people.post("/people/sign_in", tokens, undefined, people.open())).status).toBe(503);
  await people.provider().down(undefined);
  expect((await people.sendTokens(tokens)).status).toBe(200);
});

test("without a refresh token, the access token is used", async () => {
  const tokens = await people.authorize("ada");
  const { key } = await (await people.sendTokens({ ...tokens, refresh_token: undefined })).json();
  await people.age(60);
  expect(await rolesOf(key)).toEqual(["viewer"]);
  await people.provider().account("ada", { ...READER, groups: ["keepers"] });
  await people.age(60);
  expect(await rolesOf(key)).toEqual(["admin"]);
  const wrong = await people.authorize("ada");
  const session = await (await people.sendTokens({ ...wrong, refresh_token: undefined, access_token: "none" })).json();
  await people.age(60);
  expect(await rolesOf(session.key)).toBe(401);
});

test("a session whose tokens cannot be opened has its last rights for ten minutes, then it ends", async () => {
  const { key } = await people.signIn("ada");
  await people.client().query("update person_sessions set sealed_tokens = 'v1.00000000.AAAA'");
  await people.age(60);
  expect(await rolesOf(key)).toEqual(["viewer"]);
  await people.age(600);
  expect(await rolesOf(key)).toBe(401);
});

test("a replica with the old secret leaves a session to those with both, which leave it to those with the new one", async () => {
  const [old, both, renewed] = [
    people.open({}, new Secrets({ current: SECRET })),
    people.open({}, new Secrets({ current: NEW_SECRET, old: SECRET })),
    people.open({}, new Secrets({ current: NEW_SECRET })),
  ];
  const { key } = await people.signIn("ada");
  await people.provider().account("ada", { ...READER, groups: ["writers"] });
  await people.age(60);
  expect(await rolesOf(key, both)).toEqual(["member"]);
  await people.provider().account("ada", { ...READER, groups: ["keepers"] });
  await people.age(60);
  expect(await rolesOf(key, old)).toEqual(["member"]);
  await people.age(60);
  expect(await rolesOf(key, renewed)).toEqual(["admin"]);
});

describe("signing out at the provider", () => {
  const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };

  async function logoutToken(claims: Record<string, unknown>): Promise<string> {
    const own = await people.provider().key();
    return new SignJWT({ events: EVENTS, jti: crypto.randomUUID(), ...claims })
      .setProtectedHeader({ alg: "ES256", kid: own.kid, typ: "logout+jwt" })
      .setIssuer(people.provider().issuer)
      .setAudience(CLIENT.client_id)
      .setIssuedAt()
      .setExpirationTime("2m")
      .sign(await importJWK(own, "ES256"));
  }

  const send = async (logout_token: string) => {
    const [app] = people.apps();
    const body = new URLSearchParams({ logout_token });
    return (await app?.request("/people/provider_sign_out", { method: "POST", body }))?.status;
  };

  test("ends the sessions of the person, and no others", async () => {
    await people.provider().account("bob", { email: "bob@example.com", groups: ["writers"] });
    const [ada, bob] = [await people.signIn("ada"), await people.signIn("bob")];
    expect(await send(await logoutToken({ sub: "ada" }))).toBe(200);
    expect([await rolesOf(ada.key), await rolesOf(bob.key)]).toEqual([401, ["member"]]);
    expect(await send(await logoutToken({ sub: "nobody" }))).toBe(200);
    expect(await send(await logoutToken({ sid: "of nobody", sub: "bob" }))).toBe(200);
    expect(await rolesOf(bob.key)).toEqual(["member"]);
  });

  test.each<[string, () => Promise<string>]>([
    ["an ID token", async () => (await people.authorize("ada")).id_token],
    ["one that names nobody", () => logoutToken({})],
    ["one with a nonce", () => logoutToken({ sub: "ada", nonce: "n" })],
    ["one of another event", () => logoutToken({ sub: "ada", events: { other: {} } })],
    ["none", async () => "x"],
  ])("%s ends nothing", async (_what, token) => {
    const { key } = await people.signIn("ada");
    expect(await send(await token())).toBe(400);
    expect(await rolesOf(key)).toEqual(["viewer"]);
  });
});
