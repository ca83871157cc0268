import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/support";

async function post(path: string, body: object) {
  const response = await service.post(path, body);
  return { status: response.status, ...(await response.json()) };
}

const create = (object_id: string, val: unknown, more: object = {}) =>
  post("/obj/create", { obj: { project_id, object_id, val, ...more } });
const read = (object_id: string, digest: string, more: object = {}) =>
  post("/obj/read", { project_id, object_id, digest, ...more });

const DATASET = {
  _type: "Dataset",
  _class_name: "Dataset",
  _bases: ["Object", "BaseModel"],
  name: "my-ds",
  rows: "weave:///acme/support/table/WFYtBIncRUCtXPGyEuKcTYlieOg6pYVsQ8w6Y3QoyF0",
};

describe("/obj/create and /obj/read", () => {
  test("a version is returned complete, with its value as it was sent and the key's owner", async () => {
    const exact = '{"n": 12345678901234567890, "one": 1.0, "nul": "\\u0000"}';
    const { digest } = await create("exact", new JsonText(exact));
    const response = await service.post("/obj/read", { project_id, object_id: "exact", digest });
    const text = await response.text();
    expect(text).toContain(`"val":${exact}`);
    expect(JSON.parse(text).obj).toMatchObject({
      version_index: 0,
      is_latest: 1,
      kind: "object",
      ext_user_id: "admin",
    });
  });

  test("a version is published only if it replaces the given one, or none", async () => {
    const { digest } = await create("replaced", { n: 1 }, { replaces: null });
    expect(await create("replaced", { n: 2 }, { replaces: null })).toMatchObject({ status: 409, code: "conflict" });
    expect(await create("replaced", { n: 2 }, { replaces: digest })).toMatchObject({ status: 200, version_index: 1 });
    expect(await create("replaced", { n: 3 }, { replaces: digest })).toMatchObject({ status: 409, code: "conflict" });
    expect(await create("replaced", { n: 3 }, { replaces: "" })).toMatchObject({ status: 422 });
    expect(await create("replaced", { n: 3 })).toMatchObject({ status: 200, version_index: 2 });
  });

  test("classes, kind, versions and aliases, as used by Weave's SDKs", async () => {
    const op = { _type: "CustomWeaveType", weave_type: { type: "Op" }, files: { "obj.py": "2St8" }, load_op: "NO" };
    expect(await create("my-ds", DATASET)).toEqual({
      status: 200,
      digest: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
      object_id: "my-ds",
      version_index: 0,
    });
    await create("my-ds", { ...DATASET, name: "other" });
    expect((await read("my-ds", "v0")).obj).toMatchObject({
      val: DATASET,
      base_object_class: "Dataset",
      leaf_object_class: "Dataset",
      is_latest: 0,
    });
    expect((await read("my-ds", "latest")).obj).toMatchObject({ version_index: 1, is_latest: 1 });
    await create("answer", op);
    expect((await read("answer", "latest")).obj.kind).toBe("op");
    expect((await create("board", {}, { builtin_object_class: "Leaderboard" })).status).toBe(200);
    expect((await read("board", "latest")).obj.base_object_class).toBe("Leaderboard");
  });

  test.each([
    ["true", true, null],
    ["false", false, DATASET],
    ["null", null, DATASET],
    ["absent", undefined, DATASET],
  ])("metadata_only %s", async (_what, metadata_only, val) => {
    const { digest } = await create("metadata", DATASET);
    const { obj } = await read("metadata", digest, { metadata_only });
    expect(obj.val).toEqual(val);
    expect(obj).toMatchObject({
      digest,
      object_id: "metadata",
      base_object_class: "Dataset",
      size_bytes: expect.any(Number),
    });
  });

  test.each([
    ["a name", "nope", "latest"],
    ["a digest", "answer", "nope"],
    ["a version", "answer", "v99"],
    ["a path", "../../etc/passwd", "..%2f"],
  ])("%s that is not there", async (_what, object_id, digest) => {
    expect(await read(object_id, digest)).toMatchObject({ status: 404, code: "not_found" });
  });

  test("every invalid path is listed", async () => {
    const { status, errors } = await post("/obj/read", { project_id: "a/b/c", digest: "", metadata_only: 1, more: 1 });
    expect(status).toBe(422);
    expect(errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "digest",
      "metadata_only",
      "more",
      "object_id",
      "project_id",
    ]);
  });

  test("not JSON", async () => {
    const response = await service.post("/obj/create", '{"obj":');
    expect([response.status, (await response.json()).code]).toEqual([400, "not_json"]);
  });
});

describe("/objs/query", () => {
  test("lists versions, with and without values", async () => {
    await create("listed", { a: 1 });
    await create("listed", { a: 2 });
    const query = (more: object) => post("/objs/query", { project_id, filter: { object_ids: ["listed"] }, ...more });
    const whole = await query({});
    expect(whole.objs.map(({ val }: { val: unknown }) => val)).toEqual([{ a: 1 }, { a: 2 }]);
    const latest = await query({ filter: { object_ids: ["listed"], latest_only: true }, metadata_only: true });
    expect(latest.objs).toMatchObject([{ version_index: 1, val: null }]);
    const newest = await query({ sort_by: [{ field: "created_at", direction: "desc" }], limit: 1 });
    expect(newest.objs).toMatchObject([{ val: { a: 2 } }]);
    expect(await query({ offset: 5 })).toEqual({ status: 200, objs: [] });
    expect(await post("/objs/query", { project_id: "acme/empty" })).toEqual({ status: 200, objs: [] });
  });
});

describe("/obj/delete", () => {
  test("a deleted version has only its metadata", async () => {
    const { digest } = await create("deleted", { a: 1 });
    const remove = (more: object = {}) => post("/obj/delete", { project_id, object_id: "deleted", ...more });
    expect(await remove({ digests: [digest] })).toEqual({ status: 200, num_deleted: 1 });
    expect(await read("deleted", digest)).toMatchObject({
      status: 404,
      message: expect.stringMatching(/^Version \w+ of object deleted was deleted at 20.*Z$/),
    });
    const { obj } = await read("deleted", digest, { metadata_only: true });
    expect(obj).toMatchObject({ digest, val: null, is_latest: 0, deleted_at: expect.stringMatching(/Z$/) });
    expect(await read("deleted", "latest", { metadata_only: true })).toMatchObject({ status: 404 });
    expect(await remove()).toEqual({ status: 200, num_deleted: 0 });
    expect(await remove({ digests: ["nope"] })).toMatchObject({ status: 404 });
  });

  test("a typo deletes nothing", async () => {
    await create("kept", 1);
    const { status } = await post("/obj/delete", { project_id, object_id: "kept", digest: ["v0"] });
    expect([status, (await read("kept", "latest")).status]).toEqual([422, 200]);
  });
});

describe("/objs/query_stats", () => {
  const project = "acme/counted";
  const stats = (more: object = {}) => post("/objs/query_stats", { project_id: project, ...more });

  test("counts the listed versions, also by class", async () => {
    for (const [name, val] of [
      ["my-ds", DATASET],
      ["my-ds", { ...DATASET, name: "b" }],
      ["plain", {}],
    ] as const)
      await post("/obj/create", { obj: { project_id: project, object_id: name, val } });
    const classes = [{ base_object_class: "Dataset", count: 2 }, { count: 1 }];
    expect(await stats()).toEqual({ status: 200, count: 3, classes });
    expect(await stats({ filter: { latest_only: true } })).toMatchObject({ count: 2 });
    expect(await stats({ query: { $expr: { $eq: [{ $getField: "val.name" }, { $literal: "b" }] } } })).toMatchObject({
      count: 1,
    });
    expect(await stats({ filter: { object_ids: [] } })).toEqual({ status: 200, count: 0, classes: [] });
    await post("/obj/delete", { project_id: project, object_id: "plain" });
    expect(await stats()).toMatchObject({ count: 2 });
    expect(await stats({ include_deleted: true })).toMatchObject({ count: 3 });
    const { objs } = await post("/objs/query", { project_id: project, include_deleted: true });
    expect(
      objs.map(({ object_id, deleted_at, val }: { object_id: string; deleted_at?: string; val: unknown }) => [
        object_id,
        deleted_at !== undefined,
        val === null,
      ]),
    ).toEqual([
      ["my-ds", false, false],
      ["my-ds", false, false],
      ["plain", true, true],
    ]);
  });
});
