import { beforeAll, describe, expect, test } from "vitest";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/labels";
const keys: Partial<Record<"member" | "viewer" | "admin", string>> = {};

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await service.post(path, body, headers);
  return { status: response.status, ...(await response.json()) };
}

const as = (role: "member" | "viewer" | "admin") => ({ authorization: `Bearer ${keys[role]}` });

const create = async (object_id: string, val: unknown): Promise<string> =>
  (await post("/obj/create", { obj: { project_id, object_id, val } })).digest;

const set = (object_id: string, label: unknown, digest: unknown, more: object = {}, headers = as("member")) =>
  post("/obj/labels/set", { project_id, object_id, label, digest, ...more }, headers);

beforeAll(async () => {
  for (const role of ["member", "viewer", "admin"] as const) {
    const roles = [{ project_pattern: project_id, role }];
    keys[role] = (await post("/keys/create", { owner: `the ${role}`, roles })).api_key;
  }
  await create("greet", "v0");
  await create("greet", "v1");
});

describe("/obj/labels/set", () => {
  test("names a version for every endpoint that takes one", async () => {
    const digest = await create("named", { text: "Hello" });
    await create("named", { text: "Good day" });
    expect(await set("named", "production", "v0")).toEqual({
      status: 200,
      label: "production",
      digest,
      replaced: null,
    });
    const key = { project_id, object_id: "named", digest: "production" };
    expect((await post("/obj/read", key)).obj).toMatchObject({
      digest,
      labels: ["production"],
      val: { text: "Hello" },
    });
    const refs = [`core:///${project_id}/object/named:production/attr/text`];
    expect((await post("/refs/read_batch", { refs })).vals).toEqual(["Hello"]);
    expect((await post("/weave/obj/read", key)).obj).toMatchObject({ digest });
    const { objs } = await post("/objs/query", { project_id, filter: { object_ids: ["named"] }, metadata_only: true });
    expect(objs.map(({ labels }: { labels?: string[] }) => labels)).toEqual([["production"], undefined]);
  });

  test("is listed with its object, and each move in the history", async () => {
    const [first, second] = [await create("listed", 1), await create("listed", 2)];
    await set("listed", "staging", "latest");
    await set("listed", "staging", first, { replaces: second }, as("admin"));
    await set("listed", "staging", null);
    await set("listed", "canary", "v1");
    expect((await post("/obj/labels/query", { project_id, object_ids: ["listed"] }, as("viewer"))).labels).toEqual([
      {
        object_id: "listed",
        label: "canary",
        digest: second,
        version_index: 1,
        moved_by: "the member",
        moved_at: expect.any(String),
      },
    ]);
    const asked = { project_id, object_id: "listed" };
    const all = await post("/obj/labels/history", asked, as("viewer"));
    expect(all.moves).toMatchObject([
      { label: "canary", to_digest: second, to_version_index: 1 },
      { label: "staging", from_digest: first, from_version_index: 0, moved_by: "the member" },
      { label: "staging", from_digest: second, to_digest: first, moved_by: "the admin" },
      { label: "staging", to_digest: second, to_version_index: 1, moved_by: "the member" },
    ]);
    expect(all.moves[1]).not.toHaveProperty("to_digest");
    const page = await post("/obj/labels/history", { ...asked, label: "staging", limit: 1, offset: 1 });
    expect(page.moves).toEqual([all.moves[2]]);
    expect((await post("/obj/labels/query", { project_id, limit: 1, offset: 1 })).labels).toHaveLength(1);
  });

  test("undoing twice is harmless, and undoing a stale move is refused", async () => {
    const [first, second] = [await create("undone", 1), await create("undone", 2)];
    await set("undone", "production", first);
    await set("undone", "production", second);
    const undo = { replaces: second };
    expect(await set("undone", "production", first, undo)).toMatchObject({ status: 200, digest: first });
    expect(await set("undone", "production", first, undo)).toMatchObject({ status: 200, digest: first });
    expect(await set("undone", "production", null, undo)).toMatchObject({
      status: 409,
      code: "conflict",
      message: expect.stringContaining("production"),
    });
  });

  test("a protected label is for admins", async () => {
    await post("/projects/settings/update", { project_id, protect_labels: ["locked"] }, as("admin"));
    expect(await set("greet", "locked", "v0")).toMatchObject({
      status: 403,
      code: "forbidden",
      message: `Label locked is protected: only admins of project ${project_id} can move it`,
    });
    expect(await set("greet", "locked", "v0", {}, as("admin"))).toMatchObject({ status: 200 });
    expect(await set("greet", "locked", null)).toMatchObject({ status: 403 });
    expect(await post("/projects/settings/read", { project_id }, as("viewer"))).toMatchObject({
      protected_labels: ["locked"],
    });
    const unlock = { project_id, unprotect_labels: ["locked"] };
    expect(await post("/projects/settings/update", unlock, as("member"))).toMatchObject({ status: 403 });
    expect(await post("/projects/settings/update", unlock, as("admin"))).toMatchObject({ protected_labels: [] });
  });

  test.each([
    ["an unknown object", "nothing", "production", "v0", 404],
    ["an unknown version", "greet", "production", "v9", 404],
    ["an unknown label as the version", "greet", "production", "elsewhere", 404],
    ["no label", "greet", "", "v0", 422],
    ["latest", "greet", "latest", "v0", 422],
    ["a version as label", "greet", "v1", "v0", 422],
    ["a digest as label", "greet", "a".repeat(43), "v0", 422],
    ["a space", "greet", "a b", "v0", 422],
    ["a number", "greet", 7, "v0", 422],
    ["no version", "greet", "production", undefined, 422],
  ])("%s", async (_what, object_id, label, digest, status) => {
    expect(await set(object_id, label, digest)).toMatchObject({ status });
  });

  test("errors name the field", async () => {
    const { errors } = await set("greet", "v1", "", { typo: 1 });
    expect(errors.map(({ path }: { path: string }) => path).toSorted()).toEqual(["digest", "label", "typo"]);
    const protect = (protect_labels: string[], unprotect_labels: string[]) =>
      post("/projects/settings/update", { project_id, protect_labels, unprotect_labels });
    const wrong = await protect(["ok", "latest"], []);
    expect(wrong).toMatchObject({ status: 422, errors: [{ path: "protect_labels[1]" }] });
    const both = await protect(["a", "b"], ["c", "b"]);
    expect(both).toMatchObject({ status: 422, errors: [{ path: "unprotect_labels[1]" }] });
    const query = await post("/obj/labels/query", { project_id, limit: 1001 });
    expect(query).toMatchObject({ status: 422, errors: [{ path: "limit", message: "must be at most 1000" }] });
  });

  test("viewers may not, and learn nothing", async () => {
    expect(await set("greet", "production", "v0", {}, as("viewer"))).toMatchObject({ status: 403 });
  });
});

test("a version with a label is not deleted", async () => {
  await create("kept", 1);
  await set("kept", "production", "v0");
  const body = { project_id, object_id: "kept", digests: ["v0"] };
  expect(await post("/obj/delete", body)).toMatchObject({
    status: 409,
    code: "conflict",
    message: "Label production is on v1 of object kept; move or remove the label before you delete the version",
  });
  await set("kept", "production", null);
  expect(await post("/obj/delete", body)).toEqual({ status: 200, num_deleted: 1 });
});

describe("the ETag of /obj/read", () => {
  const ask = (digest: string, headers: Record<string, string> = {}, more: object = {}, prefix = "") =>
    service.post(`${prefix}/obj/read`, { project_id, object_id: "tagged", digest, ...more }, headers);
  const tagOf = async (digest: string, more: object = {}, prefix = "") =>
    (await ask(digest, {}, more, prefix)).headers.get("etag") ?? "";
  const statusOf = async (digest: string, tag: string) => (await ask(digest, { "if-none-match": tag })).status;

  beforeAll(async () => {
    await create("tagged", "v0");
    await create("tagged", "v1");
    await set("tagged", "production", "v0");
  });

  test("is strong, and saves the body while the version is the same", async () => {
    const tag = await tagOf("production");
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    const again = await ask("production", { "if-none-match": tag });
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, tag, ""]);
    expect(again.headers.has("content-type")).toBe(false);
    for (const known of [`W/${tag}`, `"other", ${tag}`, "*"]) expect(await statusOf("production", known)).toBe(304);
    for (const other of ['"other"', tag.slice(1, -1), ""]) expect(await statusOf("production", other)).toBe(200);
  });

  test("changes when the label moves, and with everything else that the answer tells", async () => {
    const before = await tagOf("production");
    await set("tagged", "production", "v1");
    const response = await ask("production", { "if-none-match": before });
    expect([response.status, (await response.json()).obj.val]).toEqual([200, "v1"]);
    const moved = await tagOf("production");
    await set("tagged", "staging", "v1");
    expect(await statusOf("production", moved)).toBe(200);
    const labelled = await tagOf("production");
    await create("tagged", "v2");
    // It is not the latest any more.
    expect(await statusOf("production", labelled)).toBe(200);
    const tags = [await tagOf("production"), await tagOf("production", { metadata_only: true })];
    tags.push(await tagOf("production", {}, "/weave"), await tagOf("v1"));
    expect(new Set(tags.slice(0, 3)).size).toBe(3);
    expect(tags[3]).toBe(tags[0]);
  });

  test("changes when a deleted version is published again in another spelling", async () => {
    const digest = await create("tagged", { a: 1, b: 2 });
    const tag = await tagOf(digest);
    await post("/obj/delete", { project_id, object_id: "tagged", digests: [digest] });
    expect(await create("tagged", { b: 2, a: 1 })).toBe(digest);
    const response = await ask(digest, { "if-none-match": tag });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('{"b":2,"a":1}')]);
  });

  test("is not sent with errors, and does not hide them", async () => {
    const tag = await tagOf("v0");
    await post("/obj/delete", { project_id, object_id: "tagged", digests: ["v0"] });
    for (const digest of ["v0", "v9", "elsewhere"]) {
      const response = await ask(digest, { "if-none-match": digest === "v0" ? tag : "*" });
      expect([response.status, response.headers.has("etag")]).toEqual([404, false]);
    }
    expect((await ask("v1", { "if-none-match": "*", authorization: "Bearer nobody" })).status).toBe(401);
  });
});
