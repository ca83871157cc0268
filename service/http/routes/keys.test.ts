import { describe, expect, test, vi } from "vitest";
import type { Role } from "@/lib/contract/endpoint";
import { minimalStart } from "@/lib/contract/test-examples";
import { exportOf } from "@/service/ingest/otlp/test-export";
import { postOf, useService } from "./test-service";

const service = useService();

type Roles = Record<string, Role>;

const rolesOf = (roles: Roles) => Object.entries(roles).map(([project_pattern, role]) => ({ project_pattern, role }));
const as = (key: string) => ({ authorization: `Bearer ${key}` });

/** Creates a key with the admin's key, or with another. */
async function makeKey(owner: string, roles: Roles, more: { by?: string; default_project?: string } = {}) {
  const { by, ...rest } = more;
  const body = { owner, roles: rolesOf(roles), ...rest };
  const response = await service.post("/keys/create", body, by ? as(by) : {});
  expect(response.status).toBe(200);
  const { key, api_key } = await response.json();
  return { id: key.id as string, text: api_key as string, key };
}

const ownersSeenBy = async (key: string, body: object = {}) => {
  const { keys } = await (await service.post("/keys/query", body, as(key))).json();
  return keys.map(({ owner }: { owner: string }) => owner);
};

describe("a key is made", () => {
  test("and its text is returned only once", async () => {
    const made = await makeKey("Ada", { "acme/bot": "member" });
    expect(made.text).toMatch(new RegExp(`^lp_${made.id}_[\\w-]{32}$`));
    expect(made.key).toEqual({
      id: made.id,
      owner: "Ada",
      default_project: "acme/bot",
      roles: [{ project_pattern: "acme/bot", role: "member" }],
      created_at: expect.stringMatching(/Z$/),
      created_by: "admin",
    });
    const secret = made.text.slice(-32);
    for (const path of ["/keys/query", "/keys/self", "/projects/query"])
      for (const key of [made.text, undefined])
        expect(await (await service.post(path, {}, key ? as(key) : {})).text()).not.toContain(secret);
    const revoked = await service.post("/keys/revoke", { id: made.id });
    expect(await revoked.text()).not.toContain(secret);
    expect(JSON.stringify(service.log)).not.toContain(secret);
  });

  test.each<[Roles, string | undefined, string]>([
    [{ "*": "viewer" }, undefined, "local/default"],
    [{ "acme/*": "viewer" }, undefined, "acme/default"],
    [{ bot: "viewer", "acme/*": "viewer" }, undefined, "local/bot"],
    [{ "acme/*": "viewer" }, "acme/other", "acme/other"],
  ])("for %j with default project %s: records go to %s", async (roles, default_project, goesTo) => {
    expect((await makeKey("Ada", roles, { default_project })).key.default_project).toBe(goesTo);
  });

  test.each<[Roles, Roles, number]>([
    [{ "acme/*": "admin" }, { "acme/*": "admin" }, 200],
    [{ "acme/*": "admin" }, { "acme/bot": "viewer", "acme/web": "admin" }, 200],
    [{ "acme/*": "admin" }, { "*": "viewer" }, 403],
    [{ "acme/*": "admin" }, { "acme-2/bot": "viewer" }, 403],
    [{ "acme/*": "admin" }, { "acme/bot": "viewer", "zoo/site": "viewer" }, 403],
    [{ "acme/bot": "admin" }, { "acme/*": "viewer" }, 403],
    [{ "acme/bot": "admin", "*": "member" }, { "acme/bot": "admin" }, 200],
    [{ "acme/bot": "admin", "*": "member" }, { "acme/web": "viewer" }, 403],
    [{ "acme/bot": "member" }, { "acme/bot": "viewer" }, 403],
  ])("by %j for %j: %d", async (has, wanted, status) => {
    const { text } = await makeKey("maker", has);
    const response = await service.post("/keys/create", { owner: "made", roles: rolesOf(wanted) }, as(text));
    expect(response.status).toBe(status);
  });
});

test("whose key it is and what it may do", async () => {
  const { key, text } = await makeKey("Ada", { "acme/*": "annotator" });
  const { created_at: _at, created_by: _by, ...holder } = key;
  expect(await (await service.post("/keys/self", {}, as(text))).json()).toEqual({ key: holder });
  expect(await (await service.post("/keys/self", {})).json()).toEqual({
    key: {
      id: "admin",
      owner: "admin",
      default_project: "local/default",
      roles: [{ project_pattern: "*", role: "admin" }],
    },
  });
});

test("an admin sees and revokes only keys limited to the admin's projects", async () => {
  const admin = await makeKey("see-admin", { "see/*": "admin" });
  const inside = await makeKey("see-inside", { "see/bot": "member" }, { by: admin.text });
  const across = await makeKey("see-across", { "see/bot": "member", "zoo/site": "viewer" });
  expect(inside.key.created_by).toBe("see-admin");
  expect(await ownersSeenBy(admin.text)).toEqual(["see-inside", "see-admin"]);
  expect(await ownersSeenBy(admin.text, { limit: 1, offset: 1 })).toEqual(["see-admin"]);

  const revoke = async (id: string) => service.post("/keys/revoke", { id }, as(admin.text));
  expect((await revoke(across.id)).status).toBe(404);
  expect((await revoke("admin")).status).toBe(404);
  expect((await revoke("000000000000")).status).toBe(404);
  const first = await (await revoke(inside.id)).json();
  expect(first.key).toEqual({ ...inside.key, revoked_at: expect.stringMatching(/Z$/) });
  expect(await (await revoke(inside.id)).json()).toEqual(first);
  expect((await service.post("/keys/self", {}, as(inside.text))).status).toBe(401);
  expect(await ownersSeenBy(admin.text)).toEqual(["see-admin"]);
  expect(await ownersSeenBy(admin.text, { include_revoked: true })).toEqual(["see-inside", "see-admin"]);
});

test("what a key records has the key's owner, and only the key's projects are listed", async () => {
  const { text } = await makeKey("Grace", { "own/*": "member", "one/b": "viewer" });
  for (const project_id of ["one/a", "one/b", "own/z"])
    await service.post("/call/start", { start: { ...minimalStart, project_id, id: "c" } });
  await service.post("/call/start", { start: { ...minimalStart, project_id: "own/a", id: "c" } }, as(text));
  const read = await service.post("/call/read", { project_id: "own/a", id: "c" }, as(text));
  expect((await read.json()).call.ext_user_id).toBe("Grace");

  const list = async (page: object) => {
    const { projects } = await (await service.post("/projects/query", page, as(text))).json();
    return projects.map(({ project_id }: { project_id: string }) => project_id);
  };
  expect(await list({})).toEqual(["one/b", "own/a", "own/z"]);
  expect(await list({ limit: 1, offset: 1 })).toEqual(["own/a"]);
});

test("the last use is returned, to the minute", async () => {
  const { text } = await makeKey("used", { "used/a": "admin" });
  await service.post("/projects/query", {}, as(text));
  await vi.waitFor(async () => {
    const { keys } = await (await service.post("/keys/query", {}, as(text))).json();
    expect(keys).toMatchObject([{ owner: "used", last_used_at: expect.stringMatching(/Z$/) }]);
  }, 30_000);
});

describe("OTLP spans are stored where the key may write", () => {
  const export_ = (resource: Record<string, string>) => exportOf([{ name: "span" }], resource);
  const count = async (project_id: string) =>
    (await (await service.post("/calls/query_stats", { project_id })).json()).count;
  const refused = async (project_id: string) =>
    (await (await service.post("/refusals/query", { project_id })).json()).count;

  test.each<[string, Roles, string, Record<string, string>, number, [string, number, number][]]>([
    ["the default project", { "otlp/a": "member" }, "otlp/a", {}, 200, [["otlp/a", 1, 0]]],
    [
      "no default project of a viewer's",
      { "otlp/b": "viewer", "otlp/c": "member" },
      "otlp/b",
      {},
      200,
      [["otlp/b", 0, 0]],
    ],
    [
      "the project of the resource",
      { "otlp/d": "viewer", "otlp/e": "member" },
      "otlp/d",
      { "wandb.entity": "otlp", "wandb.project": "e" },
      200,
      [
        ["otlp/d", 0, 0],
        ["otlp/e", 1, 0],
      ],
    ],
    [
      "no project of others; the refusal is kept at home",
      { "otlp/f": "member" },
      "otlp/f",
      { "wandb.entity": "otlp", "wandb.project": "theirs" },
      200,
      [
        ["otlp/f", 0, 1],
        ["otlp/theirs", 0, 0],
      ],
    ],
    ["nowhere for a viewer", { "otlp/g": "viewer" }, "otlp/g", {}, 403, [["otlp/g", 0, 0]]],
  ])("%s", async (_what, roles, default_project, resource, status, expected) => {
    const { text } = await makeKey("exporter", roles, { default_project });
    const response = await service.post("/v1/traces", export_(resource), as(text));
    expect(response.status).toBe(status);
    for (const [project, calls, refusals] of expected)
      expect([project, await count(project), await refused(project)]).toEqual([project, calls, refusals]);
  });
});

test("the stream of a key that another replica revokes is broken", async () => {
  const { id, text } = await makeKey("streaming", { "live/a": "member" });
  const left = vi.fn<() => void>();
  const app = service.app({
    store: {
      ...service.store,
      async *listCalls(_query, signal) {
        yield [{ id: "first" }];
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        left();
      },
    },
  });
  const response = await app.request("/calls/stream_query", postOf({ project_id: "live/a" }, as(text)));
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"id":"first"');
  await service.post("/keys/revoke", { id });
  await expect(reader?.read()).rejects.toThrow("The key was revoked");
  await vi.waitFor(() => expect(left).toHaveBeenCalled(), 30_000);
  const requestId = response.headers.get("x-request-id");
  const line = service.log.find(({ request_id, msg }) => request_id === requestId && msg === "request");
  expect(line).toMatchObject({ outcome: "revoked", key_id: id });
});
