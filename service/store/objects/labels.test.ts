import { describe, expect, test } from "vitest";
import { LABELS_PER_OBJECT } from "@/lib/contract/limits";
import type { ObjectVersion } from "@/lib/contract/objects";
import { json, unique, useStore } from "@/service/store/testing/test-store";
import type { NewLabelMove } from "./objects-store";

const opened = useStore();
const PROJECT = "local/labels";

const publish = async (object_id: string, val: string) =>
  (await opened().store.publishObject({ project_id: PROJECT, object_id, val: json(val), ext_user_id: "ada" })).digest;

const move = (object_id: string, label: string, digest: string | null, more: Partial<NewLabelMove> = {}) =>
  opened().store.moveLabel({ project_id: PROJECT, object_id, label, digest, by: "ada", is_admin: false, ...more });

const read = async (object_id: string, digest: string) =>
  (await opened().store.readObject(PROJECT, { object_id, digest }, { value: true }))?.val.text;

const history = async (object_id: string, label?: string) => {
  const moves = await opened().store.labelHistory({ project_id: PROJECT, object_id, label });
  return moves.map((one) => `${one.label} ${one.from_version_index ?? "-"}>${one.to_version_index ?? "-"}`);
};

/** A new object with the values 0, 1 and 2 as its versions; and their digests. */
async function threeVersions(): Promise<{ name: string; digests: string[] }> {
  const name = unique("labelled");
  return { name, digests: [await publish(name, "0"), await publish(name, "1"), await publish(name, "2")] };
}

describe("moving", () => {
  test("a label names a version until it is moved or removed", async () => {
    const { name, digests } = await threeVersions();
    expect(await move(name, "production", "v0")).toEqual({
      label: "production",
      digest: digests[0],
      replaced: null,
    });
    expect(await read(name, "production")).toBe("0");
    expect(await move(name, "production", "latest")).toMatchObject({ digest: digests[2], replaced: digests[0] });
    expect(await move(name, "staging", "production")).toMatchObject({ digest: digests[2] });
    expect(await read(name, "production")).toBe("2");
    expect(await move(name, "production", null)).toMatchObject({ digest: null, replaced: digests[2] });
    expect(await read(name, "production")).toBeUndefined();
    expect(await history(name)).toEqual(["production 2>-", "staging ->2", "production 0>2", "production ->0"]);
    expect(await history(name, "staging")).toEqual(["staging ->2"]);
  });

  test("to where it is already changes nothing, also when it states another origin", async () => {
    const { name, digests } = await threeVersions();
    await move(name, "production", "v1");
    const here = { label: "production", digest: digests[1], replaced: digests[1] };
    expect(await move(name, "production", "v1", { by: "bob", replaces: digests[0] })).toEqual(here);
    expect(await move(name, "gone", null)).toMatchObject({ digest: null, replaced: null });
    expect(await history(name)).toEqual(["production ->1"]);
    const labels = await opened().store.listLabels({ project_id: PROJECT, object_ids: [name] });
    expect(labels).toEqual([
      {
        object_id: name,
        label: "production",
        digest: digests[1],
        version_index: 1,
        moved_by: "ada",
        moved_at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  test("states the version that it replaces", async () => {
    const { name, digests } = await threeVersions();
    await expect(move(name, "production", "v1", { replaces: digests[0] })).rejects.toMatchObject({ code: "conflict" });
    await move(name, "production", "v1", { replaces: null });
    await expect(move(name, "production", "v2", { replaces: null })).rejects.toMatchObject({ code: "conflict" });
    await expect(move(name, "production", null, { replaces: digests[0] })).rejects.toThrow("production");
    await move(name, "production", "v2", { replaces: digests[1] });
    expect(await read(name, "production")).toBe("2");
  });

  test("of many at once that replace the same version, one succeeds; the history is one chain", async () => {
    const { name, digests } = await threeVersions();
    await move(name, "production", "v0");
    const racing = await Promise.allSettled(
      ["v1", "v2", "v1", "v2", "v1", "v2"].map((to, place) =>
        move(name, "production", to, { replaces: digests[0], by: `racer ${place}` }),
      ),
    );
    const won = racing.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(won.filter(({ replaced }) => replaced === digests[0])).toHaveLength(1);
    // Those that wanted the same version found it there.
    expect(new Set(won.map(({ digest }) => digest)).size).toBe(1);
    const freely = ["v0", "v1", "v2", "v0", "v1", "v2"].map((to) => move(name, "production", to));
    await Promise.all([...freely, ...["a", "b", "c"].map((label) => move(name, label, "v1"))]);
    const moves = (await opened().store.labelHistory({ project_id: PROJECT, object_id: name })).toReversed();
    const places = new Map<string, string | undefined>();
    for (const { label, from_digest, to_digest } of moves) {
      expect(from_digest).toBe(places.get(label));
      places.set(label, to_digest);
    }
    const labels = await opened().store.listLabels({ project_id: PROJECT, object_ids: [name] });
    expect(new Map(labels.map(({ label, digest }) => [label, digest]))).toEqual(places);
  });

  test("needs an object and a version that is not deleted", async () => {
    const { name } = await threeVersions();
    await opened().store.deleteObjects(PROJECT, name, ["v1"]);
    for (const digest of ["v1", "v7", "staging", "x".repeat(43)])
      await expect(move(name, "production", digest)).rejects.toMatchObject({ code: "not_found" });
    await expect(move(unique("none"), "production", "v0")).rejects.toMatchObject({ code: "not_found" });
    expect(await history(name)).toEqual([]);
  });

  test("a protected label is moved by admins only, and stays readable", async () => {
    const { name } = await threeVersions();
    const project = unique("local/guarded");
    const object = { project_id: project, object_id: name };
    await opened().store.publishObject({ ...object, val: json("1"), ext_user_id: "ada" });
    const settings = await opened().store.updateSettings(project, { protect_labels: ["staging", "production"] });
    expect(settings).toEqual({
      cost_basis: "stated",
      main_currency: "USD",
      protected_labels: ["production", "staging"],
    });
    const attempt = (label: string, is_admin: boolean) => move(name, label, "v0", { project_id: project, is_admin });
    await expect(attempt("production", false)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("production"),
    });
    await attempt("production", true);
    await attempt("other", false);
    await opened().store.updateSettings(project, { cost_basis: "prices" });
    await expect(attempt("staging", false)).rejects.toMatchObject({ code: "forbidden" });
    await opened().store.updateSettings(project, { unprotect_labels: ["staging", "none"] });
    await attempt("staging", false);
    expect((await opened().store.readSettings(project)).protected_labels).toEqual(["production"]);
  });

  test("labels that are protected and unprotected at the same time all are", async () => {
    const project = unique("local/guarded");
    const { store } = opened();
    const labels = Array.from({ length: 8 }, (_, place) => `l${place}`);
    await Promise.all(labels.map((label) => store.updateSettings(project, { protect_labels: [label] })));
    expect((await store.readSettings(project)).protected_labels).toEqual(labels);
    await Promise.all([
      ...labels.slice(1).map((label) => store.updateSettings(project, { unprotect_labels: [label] })),
      store.updateSettings(project, { protect_labels: ["m"] }),
    ]);
    expect((await store.readSettings(project)).protected_labels).toEqual(["l0", "m"]);
  });

  test("a project has a limited number of protected labels", async () => {
    const project = unique("local/guarded");
    const { store } = opened();
    const labels = Array.from({ length: LABELS_PER_OBJECT }, (_, place) => `l${place}`);
    await store.updateSettings(project, { protect_labels: labels });
    const more = { protect_labels: ["more"], cost_basis: "prices" as const };
    await expect(store.updateSettings(project, more)).rejects.toMatchObject({ code: "invalid" });
    expect(await store.readSettings(project)).toMatchObject({ cost_basis: "stated" });
    await store.updateSettings(project, { ...more, unprotect_labels: ["l7"] });
    const settings = await store.updateSettings(project, { protect_labels: ["l8"] });
    expect(settings.protected_labels).toHaveLength(LABELS_PER_OBJECT);
    expect(settings).toMatchObject({ cost_basis: "prices", protected_labels: expect.arrayContaining(["more"]) });
  });

  test("an object has a limited number of labels", async () => {
    const { name } = await threeVersions();
    const labels = Array.from({ length: LABELS_PER_OBJECT }, (_, place) => `l${place}`);
    const target = { project_id: PROJECT, object_id: name, by: "ada", is_admin: false };
    await opened().store.moveLabels(target, labels, "v0");
    await expect(move(name, "more", "v0")).rejects.toMatchObject({ code: "invalid" });
    await move(name, "l7", "v1");
    await move(name, "l8", null);
    await move(name, "more", "v1");
    expect(await read(name, "l7")).toBe("1");
  });
});

describe("reading", () => {
  test("versions tell their labels, one by one and in lists", async () => {
    const { name } = await threeVersions();
    for (const label of ["b", "a", "B"]) await move(name, label, "v1");
    await move(name, "c", "v2");
    const versions: ObjectVersion[] = [];
    const query = { project_id: PROJECT, filter: { object_ids: [name] }, metadata_only: true };
    for await (const batch of opened().store.listObjects(query, new AbortController().signal)) versions.push(...batch);
    expect(versions.map(({ labels }) => labels)).toEqual([undefined, ["B", "a", "b"], ["c"]]);
    const one = await opened().store.readObject(PROJECT, { object_id: name, digest: "a" }, { value: false });
    expect(one).toMatchObject({ version_index: 1, labels: ["B", "a", "b"] });
  });

  test("values by label, among values by other names", async () => {
    const { name, digests } = await threeVersions();
    await move(name, "production", "v1");
    const keys = ["production", "latest", "v0", digests[1] ?? "", "staging"].map((digest) => ({
      object_id: name,
      digest,
    }));
    const values = await opened().store.readObjectValues(PROJECT, keys);
    expect(values.map((value) => value?.text)).toEqual(["1", "2", "0", "1", undefined]);
  });

  test("a label is that of its own object and project", async () => {
    const [one, other] = [await threeVersions(), await threeVersions()];
    await move(one.name, "production", "v1");
    expect(await read(other.name, "production")).toBeUndefined();
    const elsewhere = { object_id: one.name, digest: "production" };
    expect(await opened().store.readObject("local/elsewhere", elsewhere, { value: true })).toBeUndefined();
    expect(await opened().store.readObjectValues("local/elsewhere", [elsewhere])).toEqual([undefined]);
    expect(await opened().store.listLabels({ project_id: "local/elsewhere" })).toEqual([]);
  });
});

describe("deleting", () => {
  test("a version with a label is kept, and so is everything deleted with it", async () => {
    const { name } = await threeVersions();
    await move(name, "production", "v1");
    for (const digests of [["v1"], ["v0", "production"], undefined])
      await expect(opened().store.deleteObjects(PROJECT, name, digests)).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringMatching(/production .*v2/),
      });
    expect(await read(name, "v0")).toBe("0");
    expect(await opened().store.deleteObjects(PROJECT, name, ["v0"])).toBe(1);
    await move(name, "production", null);
    expect(await opened().store.deleteObjects(PROJECT, name, undefined)).toBe(2);
    expect(await history(name)).toEqual(["production 1>-", "production ->1"]);
  });

  test("while labels are moved: no label is on a deleted version", async () => {
    const { name } = await threeVersions();
    await Promise.allSettled([
      ...["v0", "v1", "v0", "v1"].map((to) => move(name, "production", to)),
      opened().store.deleteObjects(PROJECT, name, ["v0"]),
      opened().store.deleteObjects(PROJECT, name, ["v1"]),
    ]);
    const [label] = await opened().store.listLabels({ project_id: PROJECT, object_ids: [name] });
    expect(await read(name, "production")).toBe(label && String(label.version_index));
  });
});
