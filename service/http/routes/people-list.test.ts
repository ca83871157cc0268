import { expect, test } from "vitest";
import type { Role } from "@/lib/contract/endpoint";
import { usePeople } from "@/service/people/testing/test-people";
import { ADMIN_KEY } from "./test-service";

const people = usePeople();

const rolesOn = (project_pattern: string, role: Role = "viewer") => [{ project_pattern, role }];

async function send(path: string, body: object, key = ADMIN_KEY) {
  const answer = await people.post(path, body, key);
  return { status: answer.status, ...(await answer.json()) };
}

const makeKey = async (owner: string, project: string, role: Role = "viewer") =>
  send("/keys/create", { owner, roles: rolesOn(project, role) });

/** Signs in somebody of groups, who is in the list then. */
async function arrive(account: string, groups: string[], name?: string) {
  await people.provider().account(account, { email: `${account}@example.com`, email_verified: true, groups, name });
  const { key, owner } = await people.signIn(account);
  const found = await send("/people/query", { search: owner });
  return { key, owner, id: found.people[0].id as string };
}

test("turning somebody off ends their sessions, keys and invitations, at once; turning on revives none of them", async () => {
  const { key, owner, id } = await arrive("olga", ["keepers"]);
  const made = await makeKey(owner, "acme/a", "member");
  const others = await makeKey("bot", "acme/a", "member");
  const invited = await send("/people/invitations/create", { roles: rolesOn("acme/a") }, key);
  const off = await send("/people/update", { id, turned_off: true });
  expect(off).toMatchObject({ status: 200, keys_revoked: 1, person: { keys: 0, turned_off_at: expect.any(String) } });

  const app = people.open();
  for (const ended of [key, made.api_key]) expect(await people.statusOf(ended, app)).toBe(401);
  expect(await people.statusOf(others.api_key, app)).toBe(200);
  expect((await people.post("/people/invitations/read", { token: invited.token })).status).toBe(409);
  expect((await people.sendTokens(await people.authorize("olga"))).status).toBe(403);
  const refused = await makeKey(owner, "acme/a");
  expect([refused.status, refused.errors]).toEqual([422, [{ path: "owner", message: "is turned off" }]]);

  // Again: nothing changes, and the date stays.
  const again = await send("/people/update", { id, turned_off: true });
  expect([again.keys_revoked, again.person.turned_off_at]).toEqual([0, off.person.turned_off_at]);

  const on = await send("/people/update", { id, turned_off: false });
  expect(on.person.turned_off_at).toBeUndefined();
  expect((await people.sendTokens(await people.authorize("olga"))).status).toBe(200);
  for (const ended of [key, made.api_key]) expect(await people.statusOf(ended, people.open())).toBe(401);
});

test("processes that know the keys of a person already refuse them too, once they look again", async () => {
  const { key, owner, id } = await arrive("quick", ["readers"]);
  const made = await makeKey(owner, "acme/a");
  const [first, second] = people.apps();
  for (const app of [first, second])
    for (const known of [key, made.api_key]) expect(await people.statusOf(known, app)).toBe(200);
  await send("/people/update", { id, turned_off: true });
  for (const app of [first, second])
    for (const known of [key, made.api_key])
      await expect.poll(() => people.statusOf(known, app), { timeout: 30_000 }).toBe(401);
});

test("nobody changes their own account", async () => {
  const { key, id } = await arrive("self", ["keepers"]);
  for (const change of [{ turned_off: true }, { roles: [] }])
    expect(await send("/people/update", { id, ...change }, key)).toMatchObject({
      status: 403,
      message: "You cannot change your own account; ask another admin",
    });
  expect(await people.statusOf(key, people.open())).toBe(200);
});

test("an admin of some projects sees and changes only people whose roles and keys are all there", async () => {
  const admin = (await makeKey("admin of acme/a", "acme/a", "admin")).api_key;
  const inside = await arrive("inside", ["readers"]);
  const outside = await arrive("outside", ["keepers"]);
  const owners = async (search: string) =>
    (await send("/people/query", { search }, admin)).people.map(({ owner }: { owner: string }) => owner);
  expect(await owners("inside@")).toEqual([inside.owner]);
  expect(await owners("outside@")).toEqual([]);
  expect((await send("/people/update", { id: outside.id, turned_off: true }, admin)).status).toBe(404);
  expect((await send("/people/update", { id: inside.id, roles: rolesOn("acme/b") }, admin)).status).toBe(403);
  expect((await send("/people/update", { id: inside.id, roles: rolesOn("acme/a", "admin") }, admin)).status).toBe(200);

  const { key } = await makeKey(inside.owner, "zoo/b");
  expect(await owners("inside@")).toEqual([]);
  await send("/keys/revoke", { id: key.id });
  expect(await owners("inside@")).toEqual([inside.owner]);

  // Somebody without any role belongs to no project.
  await people.client().query("update people set roles = '[]', group_roles = '[]' where owner = $1", [inside.owner]);
  expect(await owners("inside@")).toEqual([]);
  expect((await send("/people/query", { search: "inside@" })).people).toHaveLength(1);
});

test("the list is by name, those who are turned off last, and can be searched and paged", async () => {
  for (const [account, name] of [
    ["z1", "paging Äda"],
    ["z2", "Paging bob"],
    ["z3", "paging Cy"],
  ] as const)
    await arrive(account, ["readers"], name);
  const names = async (body: object) =>
    (await send("/people/query", body)).people.map(({ name }: { name: string }) => name);
  const [bob] = (await send("/people/query", { search: "ging BOB" })).people;
  await send("/people/update", { id: bob.id, turned_off: true });
  const all = await names({ search: "PAGING" });
  expect(all.toSorted()).toEqual(["Paging bob", "paging Cy", "paging Äda"]);
  expect(all.at(-1)).toBe("Paging bob");
  expect(await names({ search: "paging", limit: 1, offset: 1 })).toEqual(all.slice(1, 2));
  expect(await names({ search: "PAGING Ä" })).toEqual(["paging Äda"]);
  expect(await names({ search: "z3@example" })).toEqual(["paging Cy"]);
});

test("readers get names of owners they know, and of who may use their project", async () => {
  await arrive("named", ["readers"], "Nina Named");
  await arrive("keeper", ["keepers"], "Kim Keeper");
  const reader = (await makeKey("reader", "acme/a")).api_key;
  const names = async (body: object, key = reader) => send("/people/names", body, key);
  expect((await names({ owners: ["named@example.com", "bot", "reader"] })).people).toEqual([
    { owner: "named@example.com", name: "Nina Named" },
  ]);
  const listed = async (body: object) => (await names(body)).people.map(({ name }: { name: string }) => name);
  expect(await listed({ project_id: "acme/a", search: "named" })).toEqual(["Nina Named"]);
  expect(await listed({ project_id: "acme/a", role: "annotator", search: "named" })).toEqual([]);
  expect(await listed({ project_id: "acme/a", role: "annotator", search: "kim" })).toEqual(["Kim Keeper"]);
  expect((await names({ project_id: "acme/b" })).status).toBe(403);
  for (const nobody of [{}, { search: "kim" }, { role: "admin" }, { owners: [] }])
    expect((await names(nobody)).people).toEqual([]);
});

test("an address is said to be verified or not, as the provider says at the last sign-in", async () => {
  const seen: unknown[] = [];
  for (const email_verified of [undefined, true, false]) {
    await people.provider().account("vera", { email: "vera@example.com", email_verified, groups: ["readers"] });
    await people.signIn("vera");
    const { people: found } = await send("/people/query", { search: "vera@" });
    seen.push(found[0].email_verified);
  }
  expect(seen).toEqual([false, true, false]);
});
