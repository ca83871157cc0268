import { beforeEach, describe, expect, test } from "vitest";
import type { Role } from "@/lib/contract/endpoint";
import { FailedAttempts, FREE_FAILURES } from "@/lib/network/failed-attempts";
import { usePeople } from "@/service/people/testing/test-people";
import { readBackup } from "@/service/store/maintenance/backup";
import { ADMIN_KEY } from "./test-service";

const people = usePeople();

/** An app whose service has no sign-in provider. */
const alone = () => people.open({ people: undefined });

const rolesOn = (project_pattern: string, role: Role = "viewer") => [{ project_pattern, role }];

async function asAdmin(path: string, body: object, app = people.apps()[0]) {
  const answer = await people.post(path, body, ADMIN_KEY, app);
  return { status: answer.status, ...(await answer.json()) };
}

async function invite(more: object = {}): Promise<string> {
  return (await asAdmin("/people/invitations/create", { roles: rolesOn("acme/b", "member"), ...more })).token;
}

/** The answer to a person who signs in with an invitation. */
async function signInWith(account: string, invitation: string) {
  const { id_token, access_token, refresh_token, nonce } = await people.authorize(account);
  const answer = await people.post("/people/sign_in", { id_token, access_token, refresh_token, nonce, invitation });
  return { status: answer.status, ...(await answer.json()) };
}

const accept = async (token: string, name: string, app = alone()) => {
  const answer = await people.post("/people/invitations/accept", { token, name }, undefined, app);
  return { status: answer.status, ...(await answer.json()) };
};

const find = async (search: string) => (await asAdmin("/people/query", { search })).people;

let account = 0;
/** The name of an account at the provider that nobody has used. */
async function newAccount(claims: Record<string, unknown> = {}): Promise<string> {
  account += 1;
  const name = `guest${account}`;
  await people.provider().account(name, { email: `${name}@example.com`, email_verified: true, groups: [], ...claims });
  return name;
}

beforeEach(async () => {
  await people.provider().account("ada", { email: "ada@example.com", email_verified: true, groups: ["readers"] });
});

describe("somebody who is invited", () => {
  test("signs in at the provider, and has the roles of the invitation until they are taken away", async () => {
    const token = await invite();
    const guest = await newAccount({ name: "Gus Guest" });
    expect((await people.sendTokens(await people.authorize(guest))).status).toBe(403);
    const { status, key, owner, roles } = await signInWith(guest, token);
    expect([status, owner, roles]).toEqual([200, `${guest}@example.com`, rolesOn("acme/b", "member")]);
    expect((await people.post("/calls/query_stats", { project_id: "acme/b" }, key)).status).toBe(200);
    const [listed] = await find(guest);
    expect(listed).toMatchObject({ name: "Gus Guest", roles, groups: [], group_roles: [], signs_in_with: "provider" });

    // They need no invitation the next time, and stay when the provider is asked again.
    await people.age(60);
    const app = people.open();
    expect(await people.statusOf(key, app)).toBe(200);
    expect((await people.signIn(guest)).roles).toEqual(roles);

    const updated = await asAdmin("/people/update", { id: listed.id, roles: [] });
    expect([updated.status, updated.person.roles]).toEqual([200, []]);
    expect(await people.statusOf(key, people.open())).toBe(401);
    expect((await people.sendTokens(await people.authorize(guest))).status).toBe(403);
  });

  test("has the roles of groups besides; of two on a pattern the higher, and each may be taken away alone", async () => {
    const { key, roles } = await signInWith("ada", await invite({ roles: rolesOn("acme/a", "member") }));
    expect(roles).toEqual(rolesOn("acme/a", "member"));
    const [ada] = await find("ada@");
    expect(ada).toMatchObject({ groups: ["readers"], group_roles: rolesOn("acme/a") });
    await asAdmin("/people/update", { id: ada.id, roles: rolesOn("acme/c", "annotator") });
    const own = await (await people.post("/keys/self", {}, key, people.open())).json();
    expect(own.key.roles).toEqual([...rolesOn("acme/a"), ...rolesOn("acme/c", "annotator")]);
    await people.provider().account("ada", { email: "ada@example.com", groups: [] });
    await people.age(60);
    const later = await (await people.post("/keys/self", {}, key, people.open())).json();
    expect(later.key).toMatchObject({ roles: rolesOn("acme/c", "annotator"), default_project: "acme/c" });
    await asAdmin("/people/update", { id: ada.id, roles: [] });
  });

  test("only with the address, if the invitation has one", async () => {
    const guest = await newAccount();
    const token = await invite({ email: `${guest.toUpperCase()}@example.com` });
    const other = await signInWith("ada", token);
    expect([other.status, other.message]).toEqual([422, expect.stringContaining("for another e-mail address")]);
    for (const email_verified of [false, undefined, null]) {
      const unverified = await newAccount({ email: `${guest}@example.com`, email_verified });
      expect((await signInWith(unverified, token)).status).toBe(422);
    }
    expect((await signInWith(guest, token)).status).toBe(200);
  });

  test("not if they are turned off, and the invitation stays open", async () => {
    const guest = await newAccount();
    await signInWith(guest, await invite());
    const [{ id }] = await find(guest);
    await asAdmin("/people/update", { id, turned_off: true });
    const token = await invite();
    expect(await signInWith(guest, token)).toMatchObject({ status: 403, message: expect.stringContaining("off") });
    expect((await signInWith(await newAccount(), token)).status).toBe(200);
  });
});

describe("an invitation that cannot be used", () => {
  const set = async (sql: string) => people.client().query(`update invitations set ${sql}`);
  test.each<[string, () => Promise<unknown>, number, string]>([
    ["used", () => set("used_at = clock_timestamp()"), 409, "was used before"],
    ["expired", () => set("expires_at = clock_timestamp()"), 409, "has expired"],
    ["revoked", () => set("revoked_at = clock_timestamp()"), 409, "was revoked"],
    ["unknown", () => set("hash = 'other'"), 404, "There is no such invitation"],
  ])("%s", async (_what, change, status, message) => {
    await people.client().query("delete from invitations");
    const token = await invite();
    await change();
    const expected = { status, message: expect.stringContaining(message) };
    expect(await signInWith(await newAccount({ groups: ["readers"] }), token)).toMatchObject(expected);
    expect(await accept(token, "Grace")).toMatchObject(expected);
    const read = await people.post("/people/invitations/read", { token });
    expect([read.status, (await read.json()).message]).toEqual([status, expected.message]);
  });

  test("is used once, by one of two at the same time", async () => {
    const token = await invite();
    const guests = [await newAccount(), await newAccount()];
    const answers = await Promise.all(guests.map((guest) => signInWith(guest, token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    // Who came too late is not in the list of people.
    expect((await Promise.all(guests.map(find))).flat()).toHaveLength(1);
  });

  test("wrong tokens count as wrong keys", async () => {
    let waits = 0;
    const app = alone();
    const attempts = new FailedAttempts({ now: () => 0, wait: async () => void (waits += 1) });
    const counting = people.open({ people: undefined, attempts });
    for (let n = 0; n < FREE_FAILURES; n += 1) await accept("wrong", "Grace", counting);
    expect(waits).toBe(0);
    await people.post("/people/invitations/read", { token: "wrong" }, undefined, counting);
    expect(waits).toBe(1);
    expect((await accept(await invite(), "Right", app)).status).toBe(200);
  });
});

test("the token is returned once, and only its hash is stored", async () => {
  const created = await asAdmin("/people/invitations/create", { roles: rolesOn("acme/b"), note: "for Grace", days: 1 });
  expect(created.token).toMatch(/^[\w-]{43}$/);
  const { rows } = await people.client().query("select * from invitations, audit_records");
  expect(JSON.stringify(rows)).not.toContain(created.token);
  const { invitations } = await asAdmin("/people/invitations/query", {});
  expect(JSON.stringify(invitations)).not.toContain(created.token);
  expect(invitations[0]).toMatchObject({ note: "for Grace", created_by: "admin", roles: rolesOn("acme/b") });
  const days = (Date.parse(invitations[0].expires_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(0.9);
  expect(days).toBeLessThanOrEqual(1);
  const read = await (await people.post("/people/invitations/read", { token: created.token })).json();
  expect(read).toEqual({
    by: "admin",
    roles: rolesOn("acme/b"),
    expires_at: invitations[0].expires_at,
    provider: true,
  });
  let backup = "";
  for await (const part of readBackup(people.client())) backup += part;
  expect(backup).not.toContain("for Grace");
});

test("nobody invites to more than they manage, or sees and revokes other invitations", async () => {
  const made = await asAdmin("/keys/create", { owner: "part", roles: rolesOn("part/*", "admin") });
  const post = async (path: string, body: object) => people.post(path, body, made.api_key);
  const inside = await post("/people/invitations/create", { roles: rolesOn("part/a", "admin") });
  expect(inside.status).toBe(200);
  expect((await post("/people/invitations/create", { roles: rolesOn("acme/b") })).status).toBe(403);
  expect((await post("/people/invitations/create", { roles: rolesOn("*") })).status).toBe(403);
  const outside = await asAdmin("/people/invitations/create", { roles: rolesOn("acme/b") });
  const { invitations } = await (await post("/people/invitations/query", {})).json();
  const { invitation } = await inside.json();
  expect(invitations).toEqual([invitation]);
  expect((await post("/people/invitations/revoke", { id: outside.invitation.id })).status).toBe(404);
  expect((await post("/people/invitations/revoke", { id: invitation.id })).status).toBe(200);
  expect((await (await post("/people/invitations/query", {})).json()).invitations).toEqual([]);
});

describe("without a provider", () => {
  test("somebody chooses a name, and gets a key that is theirs", async () => {
    const token = await invite();
    const { status, key, owner, roles } = await accept(token, "Grace Hopper");
    expect([status, owner, roles]).toEqual([200, "Grace Hopper", rolesOn("acme/b", "member")]);
    const app = alone();
    const self = await (await people.post("/keys/self", {}, key, app)).json();
    expect(self.key).toMatchObject({ owner, roles, default_project: "acme/b" });
    const [grace] = await find("grace");
    expect(grace).toMatchObject({ name: "Grace Hopper", signs_in_with: "key", keys: 1 });
    const records = "select action, owner, status from audit_records where action = 'invitationsAccept'";
    expect((await people.client().query(records)).rows).toContainEqual({
      action: "invitationsAccept",
      owner: "Grace Hopper",
      status: 200,
    });

    // The roles of the person are those of the key.
    const none = await asAdmin("/people/update", { id: grace.id, roles: [] });
    expect([none.status, none.errors]).toEqual([422, [{ path: "roles", message: "must have at least one entry" }]]);
    await asAdmin("/people/update", { id: grace.id, roles: rolesOn("acme/c") });
    const changed = await (await people.post("/keys/self", {}, key, alone())).json();
    expect(changed.key).toMatchObject({ roles: rolesOn("acme/c"), default_project: "acme/c" });
  });

  test.each([
    ["of another person", "grace TAKEN", 422],
    ["of a key", "robot", 422],
    ["of a key that was revoked", "retired", 422],
    ["of the admin key", "Admin", 422],
    ["that is an address", "boss@example.com", 422],
    ["that nobody has", "Somebody new", 200],
  ])("a name %s: %s", async (_what, name, status) => {
    if ((await find("Grace Taken")).length === 0) await accept(await invite(), "Grace Taken");
    for (const owner of ["Robot", "Retired"]) {
      const { key } = await asAdmin("/keys/create", { owner, roles: rolesOn("acme/b") });
      if (owner === "Retired") await asAdmin("/keys/revoke", { id: key.id });
    }
    const token = await invite();
    expect((await accept(token, name)).status).toBe(status);
    // The invitation is not used up by a name that is taken.
    const again = await accept(token, `${name} 2`.replace("@", ""));
    expect(again.status).toBe(status === 200 ? 409 : 200);
  });

  test("no address can be verified", async () => {
    const wanted = { roles: rolesOn("acme/b"), email: "grace@example.com" };
    expect((await asAdmin("/people/invitations/create", wanted, alone())).errors).toEqual([
      { path: "email", message: "requires a sign-in provider" },
    ]);
  });
});

test("with a provider nobody gets around it", async () => {
  const token = await invite();
  expect((await accept(token, "Mallory", people.apps()[0])).status).toBe(403);
  expect((await signInWith(await newAccount(), token)).status).toBe(200);
});
