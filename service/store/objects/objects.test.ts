import pg from "pg";
import { describe, expect, test } from "vitest";
import type { ObjectsQuery, ObjectVersion } from "@/lib/contract/objects";
import { jsonDigest } from "./digest";
import type { NewObject } from "./objects-store";
import { json, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const PROJECT = "local/objects";
const OP = '{"_type":"CustomWeaveType","weave_type":{"type":"Op"}}';

const publish = (object_id: string, val: string, more: Partial<NewObject> = {}) =>
  opened().store.publishObject({ project_id: PROJECT, object_id, val: json(val), ext_user_id: "ada", ...more });

const read = (object_id: string, digest: string, project = PROJECT) =>
  opened().store.readObject(project, { object_id, digest }, { value: true });

async function list(query: Partial<ObjectsQuery>): Promise<ObjectVersion[]> {
  const versions: ObjectVersion[] = [];
  const signal = new AbortController().signal;
  for await (const batch of opened().store.listObjects({ project_id: PROJECT, ...query }, signal))
    versions.push(...batch);
  return versions;
}

const shown = (versions: readonly ObjectVersion[]) =>
  versions.map(({ version_index, is_latest }) => `v${version_index}${is_latest ? " latest" : ""}`);

describe("publishing", () => {
  test("returns a version with all fields", async () => {
    const name = unique("full");
    const val = '{"_class_name": "StringPrompt", "_bases": ["Prompt", "Object", "BaseModel"], "é": 1.0}';
    const { digest, version_index } = await publish(name, val);
    expect([digest, version_index]).toEqual([jsonDigest(json(val)), 0]);
    expect(await read(name, digest)).toEqual({
      project_id: PROJECT,
      object_id: name,
      created_at: expect.stringMatching(/\.\d{6}Z$/),
      digest,
      version_index: 0,
      is_latest: 1,
      kind: "object",
      base_object_class: "Prompt",
      leaf_object_class: "StringPrompt",
      val: json(val),
      deleted_at: undefined,
      ext_user_id: "ada",
      size_bytes: Buffer.byteLength(val),
    });
  });

  test("of many that replace the same version, or are the first, one is published", async () => {
    const name = unique("replaced");
    for (const [round, replaces] of [[0, null] as const, [1, jsonDigest(json('{"n":0}'))] as const]) {
      const vals = Array.from({ length: 5 }, (_, n) => JSON.stringify({ n: round === 0 ? 0 : n + 1 }));
      const results = await Promise.allSettled(vals.map((val) => publish(name, val, { replaces })));
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const refused = results.filter(({ status }) => status === "rejected");
      expect(refused).toMatchObject(Array.from({ length: 4 }, () => ({ reason: { code: "conflict" } })));
    }
    expect(shown(await list({ filter: { object_ids: [name] } }))).toEqual(["v0", "v1 latest"]);
  });

  test("a name is taken until all its versions are deleted", async () => {
    const name = unique("taken");
    await publish(name, '{"n":1}', { replaces: null });
    await expect(publish(name, '{"n":2}', { replaces: null })).rejects.toThrow(/exists already/);
    await opened().store.deleteObjects(PROJECT, name, undefined);
    expect((await publish(name, '{"n":2}', { replaces: null })).version_index).toBe(1);
  });

  test("publishing the same content again makes no new version, but makes it the latest", async () => {
    const name = unique("again");
    const [first, second] = [await publish(name, '{"a":1,"b":2}'), await publish(name, '{"a":2}')];
    expect(shown(await list({ filter: { object_ids: [name] } }))).toEqual(["v0", "v1 latest"]);
    expect(await publish(name, '{"b": 2, "a": 1}')).toEqual(first);
    expect(shown(await list({ filter: { object_ids: [name] } }))).toEqual(["v0 latest", "v1"]);
    expect((await read(name, "latest"))?.val).toEqual(json('{"a":1,"b":2}'));
    expect((await publish(name, "3")).version_index).toBe(second.version_index + 1);
  });

  test("an op and an object of one name each have a latest version, and share the version numbers", async () => {
    const name = unique("both");
    await publish(name, "1");
    await publish(name, OP);
    expect(shown(await list({ filter: { object_ids: [name] } }))).toEqual(["v0 latest", "v1 latest"]);
    const latest = (kind: "op" | "object") =>
      opened().store.readObject(PROJECT, { object_id: name, digest: "latest", kind }, { value: false });
    expect([(await latest("op"))?.version_index, (await latest("object"))?.version_index]).toEqual([1, 0]);
    expect((await read(name, "latest"))?.kind).toBe("op");
  });

  test("the same and different contents, concurrently: each gets one version, without gaps", async () => {
    const name = unique("race");
    const made = await Promise.all(Array.from({ length: 24 }, (_, n) => publish(name, `{"n":${n % 6}}`)));
    expect(new Set(made.map(({ digest, version_index }) => `${digest} ${version_index}`)).size).toBe(6);
    expect(
      made
        .map(({ version_index }) => version_index)
        .toSorted((a, b) => a - b)
        .at(-1),
    ).toBe(5);
    const versions = await list({ filter: { object_ids: [name] } });
    expect(versions.map(({ version_index }) => version_index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(versions.filter(({ is_latest }) => is_latest)).toHaveLength(1);
  });

  test.each([
    [
      "a value without a class",
      "{}",
      "Leaderboard",
      { base_object_class: "Leaderboard", leaf_object_class: "Leaderboard" },
    ],
    [
      "a value of that class",
      '{"_class_name":"A","_bases":["B","Object","BaseModel"]}',
      "A",
      { base_object_class: "B", leaf_object_class: "A" },
    ],
  ])("with a class for %s", async (_what, val, object_class, expected) => {
    const name = unique("class");
    await publish(name, val, { object_class });
    expect(await read(name, "latest")).toMatchObject({ ...expected, val: json(val) });
  });

  test.each([
    [
      "a value of another class",
      '{"_class_name":"A","_bases":["Object","BaseModel"]}',
      "is not the value's own class, A",
    ],
    ["a value that is no object", "[]", "is only allowed if val is a JSON object"],
  ])("with a class for %s is refused", async (_what, val, message) => {
    await expect(publish(unique("class"), val, { object_class: "B" })).rejects.toMatchObject({
      code: "invalid",
      errors: [{ path: "obj.builtin_object_class", message }],
    });
  });

  test("under a name too long for the database is refused", async () => {
    await expect(publish("質".repeat(1000), "1")).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("reading", () => {
  test.each([
    ["v1", "2"],
    ["latest", "2"],
    ["v2", undefined],
    ["v99999999999999999999", undefined],
    ["nope", undefined],
    ["' or 1=1 --", undefined],
  ])("by %s", async (digest, val) => {
    const name = unique("read");
    await publish(name, "1");
    await publish(name, "2");
    expect((await read(name, digest))?.val.text).toBe(val);
    expect(await read(name, digest, "local/other")).toBeUndefined();
  });

  test("metadata is read without the value", async () => {
    const name = unique("metadata");
    const { digest } = await publish(name, '{"secret":1}');
    const client = new pg.Client(opened().connection);
    await client.connect();
    await client.query("alter table object_values rename to object_values_away");
    const versions = await opened().store.readObject(PROJECT, { object_id: name, digest }, { value: false });
    await client.query("alter table object_values_away rename to object_values");
    await client.end();
    expect(versions).toMatchObject({ val: json("null"), size_bytes: 12, is_latest: 1 });
    expect((await list({ filter: { object_ids: [name] }, metadata_only: true }))[0]?.val).toEqual(json("null"));
  });

  test("many values at once, by digest, version and latest, of their kind", async () => {
    const name = unique("values");
    const { digest } = await publish(name, "1");
    await publish(name, OP);
    const other = unique("values");
    await publish(other, "3");
    await opened().store.deleteObjects(PROJECT, other, undefined);
    const keys = [
      { object_id: name, digest: "latest" },
      { object_id: name, digest },
      { object_id: name, digest: "v1" },
      { object_id: name, digest: "latest", kind: "object" as const },
      { object_id: name, digest, kind: "op" as const },
      { object_id: "nope", digest: "latest" },
      { object_id: other, digest: "v0" },
    ];
    const values = await opened().store.readObjectValues(PROJECT, keys);
    expect(values.map((value) => value?.text)).toEqual([OP, "1", OP, "1", undefined, undefined, undefined]);
    expect(await opened().store.readObjectValues(PROJECT, [])).toEqual([]);
  });
});

describe("listing", () => {
  const project_id = "local/listed";
  const names = (versions: readonly ObjectVersion[]) =>
    versions.map(({ object_id, val }) => `${object_id} ${val.text}`);
  const model = (leaf: string, x: number) =>
    `{"_class_name":"${leaf}","_bases":["Model","Object","BaseModel"],"x":${x}}`;

  test("by filter, query, order and page", async () => {
    const within = { project_id };
    await publish("b", "1", within);
    await publish("a", model("Small", 3), within);
    await publish("a", model("Large", 12), within);
    await publish("c", OP, within);
    await publish("h", '{"x":"\\u0000\\ud800","y":1e200000}', within);
    await publish("gone", "1", within);
    await opened().store.deleteObjects(project_id, "gone", undefined);
    const listed = async (query: Partial<ObjectsQuery>) =>
      (await list({ ...within, metadata_only: true, ...query })).map(
        ({ object_id, version_index }) => object_id + version_index,
      );
    const getField = (field: string) => ({ $getField: field });
    const literal = (text: string) => ({ $literal: json(text) });

    expect(await listed({})).toEqual(["a0", "a1", "b0", "c0", "h0"]);
    expect(await listed({ filter: {} })).toHaveLength(5);
    expect(await listed({ filter: { object_ids: ["a", "c"] } })).toEqual(["a0", "a1", "c0"]);
    expect(await listed({ filter: { object_ids: [] } })).toEqual([]);
    expect(await listed({ filter: { latest_only: true } })).toEqual(["a1", "b0", "c0", "h0"]);
    expect(await listed({ filter: { is_op: true } })).toEqual(["c0"]);
    expect(await listed({ filter: { is_op: false, latest_only: true } })).toEqual(["a1", "b0", "h0"]);
    expect(await listed({ filter: { base_object_classes: ["Model"] } })).toEqual(["a0", "a1"]);
    expect(await listed({ filter: { leaf_object_classes: ["Large"] } })).toEqual(["a1"]);
    expect(await listed({ filter: { exclude_base_object_classes: ["Model"] } })).toEqual(["b0", "c0", "h0"]);
    expect(await listed({ query: { $expr: { $gt: [getField("val.x"), literal("5")] } } })).toEqual(["a1"]);
    expect(await listed({ query: { $expr: { $eq: [getField("kind"), literal('"op"')] } } })).toEqual(["c0"]);
    expect(await listed({ sort_by: [{ field: "object_id", direction: "desc" }], limit: 2 })).toEqual(["h0", "c0"]);
    expect(await listed({ sort_by: [{ field: "created_at", direction: "desc" }] })).toEqual([
      "h0",
      "c0",
      "a1",
      "a0",
      "b0",
    ]);
    expect(await listed({ sort_by: [{ field: "val.x", direction: "desc" }], offset: 1, limit: 2 })).toEqual([
      "a0",
      "h0",
    ]);
    expect(names(await list({ ...within, filter: { object_ids: ["b"] } }))).toEqual(["b 1"]);
  });

  test("by an unknown field is refused", async () => {
    await expect(list({ sort_by: [{ field: "nope", direction: "asc" }] })).rejects.toMatchObject({
      code: "invalid",
      errors: [{ path: "sort_by[0].field" }],
    });
  });

  test("of more and larger versions than one batch holds", async () => {
    const within = { project_id: "local/large" };
    for (let n = 0; n < 20; n += 1) await publish("large", `"${n}${"x".repeat(500_000)}"`, within);
    expect(shown(await list(within)).at(-1)).toBe("v19 latest");
  });
});

describe("deleting", () => {
  test("leaves a tombstone without a value, and makes the previous version the latest", async () => {
    const name = unique("delete");
    for (const val of ["1", "2", "3"]) await publish(name, val);
    expect(await opened().store.deleteObjects(PROJECT, name, ["latest"])).toBe(1);
    expect(await read(name, "v2")).toMatchObject({
      deleted_at: expect.stringMatching(/Z$/),
      is_latest: 0,
      val: json("null"),
    });
    expect((await read(name, "latest"))?.version_index).toBe(1);
    expect(shown(await list({ filter: { object_ids: [name] } }))).toEqual(["v0", "v1 latest"]);
  });

  test("returns the number of deleted versions; all of a name without digests, none for an empty list", async () => {
    const name = unique("delete");
    for (const val of ["1", "2", "3"]) await publish(name, val);
    const remove = (digests?: string[]) => opened().store.deleteObjects(PROJECT, name, digests);
    expect([await remove([]), await remove(["v0"]), await remove(["v0"]), await remove(), await remove()]).toEqual([
      0, 1, 0, 2, 0,
    ]);
    expect(await read(name, "latest")).toBeUndefined();
  });

  test("of something that never existed deletes nothing", async () => {
    const name = unique("delete");
    await publish(name, "1");
    const { store } = opened();
    await expect(store.deleteObjects(PROJECT, name, ["v0", "v7"])).rejects.toMatchObject({ code: "not_found" });
    await expect(store.deleteObjects(PROJECT, "nope", undefined)).rejects.toMatchObject({ code: "not_found" });
    await expect(store.deleteObjects("local/other", name, undefined)).rejects.toMatchObject({ code: "not_found" });
    expect((await read(name, "latest"))?.val).toEqual(json("1"));
  });

  test("is undone by publishing the same content, with the same index; an index is never reused", async () => {
    const name = unique("delete");
    const first = await publish(name, "1");
    await opened().store.deleteObjects(PROJECT, name, undefined);
    expect((await publish(name, "2")).version_index).toBe(1);
    expect(await publish(name, "1")).toEqual(first);
    expect(await read(name, "latest")).toMatchObject({ version_index: 0, val: json("1"), deleted_at: undefined });
  });

  test("and publishing the same content again stores its new spelling, and the size of that", async () => {
    const name = unique("delete");
    const { digest } = await publish(name, '{"a":1}');
    const [other, third] = [json('{ "a": 1 }'), json('{"a" : 1}')];
    await opened().store.deleteObjects(PROJECT, name, undefined);
    for (const spelling of [other, third]) {
      expect((await publish(name, spelling.text)).digest).toBe(digest);
      expect(await read(name, "latest")).toMatchObject({ val: other, size_bytes: 10 });
    }
  });
});
