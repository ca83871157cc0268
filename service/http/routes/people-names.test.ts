import { describe, expect, test } from "vitest";
import type { Role } from "@/lib/contract/endpoint";
import { usePeople } from "@/service/people/testing/test-people";
import { ADMIN_KEY } from "./test-service";

const people = usePeople();

const rolesOn = (project_pattern: string, role: Role = "viewer") => [{ project_pattern, role }];

async function send(path: string, body: object, key: string | undefined = ADMIN_KEY, app = people.apps()[0]) {
  const answer = await people.post(path, body, key, app);
  return { status: answer.status, ...(await answer.json()) };
}

const makeKey = async (owner: string, project: string, role: Role = "viewer", key = ADMIN_KEY) =>
  send("/keys/create", { owner, roles: rolesOn(project, role) }, key);

let projects = 0;
/** A project of its own, with the key of its admin. */
async function newProject() {
  projects += 1;
  const project = `own${projects}/p`;
  return { project, admin: (await makeKey(`admin of ${project}`, project, "admin")).api_key as string };
}

/** Signs in somebody, with roles on the project besides. */
async function arrive(account: string, project: string, role: Role = "viewer") {
  await people.provider().account(account, { email: `${account}@example.com`, email_verified: true, groups: ["none"] });
  const { token } = await send("/people/invitations/create", { roles: rolesOn(project, role) });
  const { id_token, access_token, refresh_token, nonce } = await people.authorize(account);
  const tokens = { id_token, access_token, refresh_token, nonce };
  const { key, owner } = await send("/people/sign_in", { ...tokens, invitation: token }, undefined);
  const found = await send("/people/query", { search: owner });
  return { key, owner, id: found.people[0].id as string };
}

const accept = async (token: string, name: string) =>
  send("/people/invitations/accept", { token, name }, undefined, people.open({ people: undefined }));

const CYRILLIC = (name: string) => name.replaceAll("a", "а").replaceAll("e", "е");

describe("a key with the name of a person", () => {
  test("is not made by an admin of another project, so that nobody takes a person out of other admins' hands", async () => {
    const [own, other] = [await newProject(), await newProject()];
    const victim = await arrive("grace", own.project);
    for (const owner of [victim.owner, victim.owner.toUpperCase(), CYRILLIC(victim.owner), `${victim.owner}\u200B`])
      expect(await makeKey(owner, other.project, "viewer", other.admin)).toMatchObject({
        status: 422,
        errors: [{ path: "owner", message: "is the name of a person whom you do not manage, or looks like it" }],
      });
    const seen = await send("/people/query", { search: "grace" }, own.admin);
    expect(seen.people).toHaveLength(1);
    expect((await send("/people/update", { id: victim.id, turned_off: true }, own.admin)).status).toBe(200);
  });

  test("is made by who manages them, and by themselves, and is then theirs", async () => {
    const { project, admin } = await newProject();
    const person = await arrive("hedy", project, "admin");
    const given = await makeKey(person.owner, project, "viewer", admin);
    const own = await makeKey(person.owner, project, "viewer", person.key);
    const again = await makeKey(person.owner, project, "viewer", own.api_key);
    expect([given.status, own.status, again.status]).toEqual([200, 200, 403]);
    const [listed] = (await send("/people/query", { search: "hedy" })).people;
    expect(listed.keys).toBe(2);
    const off = await send("/people/update", { id: person.id, turned_off: true }, admin);
    expect([off.status, off.keys_revoked]).toEqual([200, 2]);
  });

  test("that was made before the person came is not theirs, and ends with them where it can be managed", async () => {
    const [own, other] = [await newProject(), await newProject()];
    const before = await makeKey("early@example.com", other.project, "admin", other.admin);
    const mine = await makeKey("early@example.com", own.project, "viewer", own.admin);
    const person = await arrive("early", own.project);
    expect((await send("/people/query", { search: "early" }, own.admin)).people).toMatchObject([{ keys: 0 }]);
    // Nor does it speak for the person.
    expect((await makeKey(person.owner, other.project, "viewer", before.api_key)).status).toBe(422);
    const off = await send("/people/update", { id: person.id, turned_off: true }, own.admin);
    expect(off.keys_revoked).toBe(1);
    expect(await people.statusOf(mine.api_key, people.open())).toBe(401);
    expect(await people.statusOf(before.api_key, people.open())).toBe(200);
  });

  test.each(["admin", "Admin", "аdmin", "ad\u200Bmin", "ａｄｍｉｎ"])(
    "of the admin key is nobody's: %s",
    async (owner) => {
      expect((await makeKey(owner, "acme/a")).errors).toEqual([
        { path: "owner", message: "is the name of the admin key" },
      ]);
    },
  );
});

test.each([
  ["zero-width", "Rosa\u200B Parks"],
  ["a soft hyphen", "Ro\u00ADsa Parks"],
  ["full width", "Ｒｏｓａ Ｐａｒｋｓ"],
  ["Cyrillic", CYRILLIC("Rosa Parks")],
  ["a key's name", "Rosаs bot"],
  ["the admin key", "аdmin"],
])("nobody is invited under a name that looks like another's: %s", async (_what, name) => {
  const invite = async () => (await send("/people/invitations/create", { roles: rolesOn("acme/b") })).token;
  await accept(await invite(), "Rosa Parks");
  await makeKey("Rosas bot", "acme/b");
  expect((await accept(await invite(), name)).status).toBe(422);
});

test("who signs in under an address that looks like another's is recorded under their id", async () => {
  const { project } = await newProject();
  await arrive("chief", project);
  const email = "chiеf@example.com";
  await people.provider().account("mallory", { email, email_verified: true, name: "M", groups: ["readers"] });
  expect((await people.signIn("mallory")).owner).toBe("M (mallory)");
});

describe("an invitation is worth what its maker may when it is used", () => {
  test("not for a person who was an admin, also not themselves", async () => {
    const { project } = await newProject();
    const maker = await arrive("demoted", project, "admin");
    const make = async () =>
      (await send("/people/invitations/create", { roles: rolesOn(project, "admin") }, maker.key)).token;
    const [own, others] = [await make(), await make()];
    await send("/people/update", { id: maker.id, roles: rolesOn(project) });
    const refused = { status: 409, message: expect.stringContaining("may no longer give these roles") };
    expect(await send("/people/invitations/read", { token: others }, undefined)).toMatchObject(refused);
    expect(await accept(others, "Friend of the demoted")).toMatchObject(refused);
    const { id_token, access_token, refresh_token, nonce } = await people.authorize("demoted");
    const tokens = { id_token, access_token, refresh_token, nonce, invitation: own };
    expect(await send("/people/sign_in", tokens, undefined)).toMatchObject(refused);
  });

  test("it gives the roles that are left", async () => {
    const [one, two] = [await newProject(), await newProject()];
    const both = [...rolesOn(one.project, "admin"), ...rolesOn(two.project, "admin")];
    const maker = await arrive("partly", one.project, "admin");
    await send("/people/update", { id: maker.id, roles: both });
    const { key } = await people.signIn("partly");
    const { token } = await send("/people/invitations/create", { roles: both }, key);
    await send("/people/update", { id: maker.id, roles: rolesOn(two.project, "admin") });
    const left = rolesOn(two.project, "admin");
    expect((await send("/people/invitations/read", { token }, undefined)).roles).toEqual(left);
    expect((await accept(token, "Guest of some")).roles).toEqual(left);
  });

  test("not for a key that was revoked, nor for somebody who has left their groups", async () => {
    const { project } = await newProject();
    const made = await makeKey("a program that invites", project, "admin");
    const { token } = await send("/people/invitations/create", { roles: rolesOn(project) }, made.api_key);
    await send("/keys/revoke", { id: made.key.id });
    expect((await accept(token, "Guest of a program")).status).toBe(409);

    const claims = { email: "leaver@example.com", email_verified: true };
    await people.provider().account("leaver", { ...claims, groups: ["keepers"] });
    const { key } = await people.signIn("leaver");
    const invited = await send("/people/invitations/create", { roles: rolesOn(project) }, key);
    await people.provider().account("leaver", { ...claims, groups: [] });
    await people.age(60);
    expect(await people.statusOf(key, people.open())).toBe(401);
    expect((await accept(invited.token, "Guest of a leaver")).status).toBe(409);
  });
});

test("what somebody made is listed, for who may revoke it", async () => {
  const [own, other] = [await newProject(), await newProject()];
  const maker = await arrive("maker", own.project, "admin");
  await send("/people/update", {
    id: maker.id,
    roles: [...rolesOn(own.project, "admin"), ...rolesOn(other.project, "admin")],
  });
  const { key } = await people.signIn("maker");
  const made = [await makeKey("bot of a maker", own.project, "viewer", key)];
  await makeKey("other bot of a maker", other.project, "viewer", key);
  const { invitation } = await send("/people/invitations/create", { roles: rolesOn(own.project) }, key);
  await makeKey("not made by a maker", own.project, "viewer", own.admin);
  const by = { created_by: maker.owner };
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  expect(ids((await send("/keys/query", by, own.admin)).keys)).toEqual(made.map(({ key: { id } }) => id));
  expect((await send("/keys/query", by)).keys).toHaveLength(2);
  expect(ids((await send("/people/invitations/query", by, own.admin)).invitations)).toEqual([invitation.id]);
});

test("a viewer of another project does not learn who is a user", async () => {
  const [own, other] = [await newProject(), await newProject()];
  const { owner } = await arrive("private", own.project);
  const viewer = (await makeKey("curious", other.project)).api_key;
  expect((await send("/people/names", { owners: [owner] }, viewer)).people).toEqual([]);
  expect((await send("/people/names", { owners: [owner] }, own.admin)).people).toHaveLength(1);
  const wide = (await makeKey("wide", `${own.project.split("/")[0]}/*`)).api_key;
  expect((await send("/people/names", { owners: [owner] }, wide)).people).toHaveLength(1);
});
