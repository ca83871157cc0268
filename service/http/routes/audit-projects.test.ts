import { beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { EXPORT_HEADER } from "@/lib/contract/export-header";
import { EXPORT_BYTES, EXPORT_ROWS } from "@/lib/contract/limits";
import { callRef, versionRef } from "@/lib/contract/refs";
import { askEndpoint, makeKey, postTo } from "./test-seed";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();
const [MINE, OTHER] = ["acme/a", "zoo/z"];
const keys = { viewer: "", member: "" };

beforeAll(async () => {
  for (const role of ["viewer", "member"] as const) keys[role] = (await makeKey(service, MINE, role)).text;
});

const recordsOf = async (request_id: string) => (await service.store.queryAudit({ request_id })).records;

describe("a read is recorded as an export by what it sends, whatever its limit and header say", () => {
  async function read(path: string, body: object, requestId: string) {
    const headers = { authorization: `Bearer ${keys.viewer}`, "x-request-id": requestId, [EXPORT_HEADER]: "no" };
    const response = await service.post(path, body, headers);
    expect([path, response.status]).toEqual([path, 200]);
    await response.text();
    return requestId;
  }
  const exportsOf = async (requestId: string) =>
    (await recordsOf(requestId)).map(({ kind, project_id }) => [kind, project_id]);

  test("rows of a table", async () => {
    const rows = Array.from({ length: EXPORT_ROWS }, (_, n) => ({ n }));
    const { digest } = await postTo(service, "/table/create", { table: { project_id: MINE, rows } });
    const body = { project_id: MINE, digest };
    expect(await exportsOf(await read("/table/query", { ...body, limit: EXPORT_ROWS - 1 }, "part"))).toEqual([]);
    const requestId = await read("/table/query", { ...body, limit: 1_000_000 }, "all");
    await expect.poll(() => exportsOf(requestId)).toEqual([["export", MINE]]);
  });

  test("values of refs", async () => {
    const at = { project_id: MINE, object_id: "large" };
    const { digest } = await postTo(service, "/obj/create", { obj: { ...at, val: "x".repeat(EXPORT_BYTES / 2) } });
    const ref = versionRef(MINE, { kind: "object", name: "large", digest });
    expect(await exportsOf(await read("/refs/read_batch", { refs: [ref] }, "one-ref"))).toEqual([]);
    const requestId = await read("/refs/read_batch", { refs: [ref, ref] }, "two-refs");
    await expect.poll(async () => (await exportsOf(requestId)).length).toBe(1);
  });

  test("nothing of it is sent if its record cannot be written", async () => {
    const val = "y".repeat(EXPORT_BYTES);
    const { digest } = await postTo(service, "/obj/create", { obj: { project_id: MINE, object_id: "larger", val } });
    const addAudit = () => Promise.reject(new Error("planted"));
    const app = service.app({ store: { ...service.store, addAudit } });
    const body = { project_id: MINE, object_id: "larger", digest };
    const response = await askEndpoint(app, endpoints.objRead, body, { authorization: `Bearer ${keys.viewer}` });
    expect([response.status, (await response.text()).includes(val)]).toEqual([503, false]);
  });
});

describe("a request about several projects has a record in each", () => {
  const projectsOf = async (requestId: string) =>
    (await recordsOf(requestId)).map(({ project_id, target }) => [project_id, target]);

  test("a batch, of its items", async () => {
    const item = (project_id: string) => ({
      project_id,
      core_ref: callRef(project_id, "c1"),
      feedback_type: "custom",
      payload: {},
    });
    const batch = [item(MINE), item(OTHER), item(MINE)];
    const send = async (key: string, requestId: string) =>
      (
        await service.post(
          "/feedback/batch/create",
          { batch },
          { authorization: `Bearer ${key}`, "x-request-id": requestId },
        )
      ).text();
    await send(ADMIN_KEY, "batch-of-two");
    expect(await projectsOf("batch-of-two")).toEqual(
      expect.arrayContaining([
        [MINE, { items: "2" }],
        [OTHER, { items: "1" }],
      ]),
    );
    // A key without a role on the other project hides nothing with an item of it, and writes nothing into its log.
    await send(keys.member, "batch-with-a-dummy");
    expect(await projectsOf("batch-with-a-dummy")).toEqual([[MINE, { items: "2" }]]);
  });

  test("a person who loses the last role there, with the roles before and after", async () => {
    const send = async (path: string, body: object, requestId: string) =>
      (await service.post(path, body, { authorization: `Bearer ${ADMIN_KEY}`, "x-request-id": requestId })).json();
    const roles = [MINE, OTHER].map((project_pattern) => ({ project_pattern, role: "viewer" }));
    const { token } = await send("/people/invitations/create", { roles }, "invited");
    await send("/people/invitations/accept", { token, name: "Leaving" }, "accepted");
    const { people } = await send("/people/query", { search: "Leaving" }, "found");
    await send("/people/update", { id: people[0].id, roles: roles.slice(0, 1) }, "leaves-other");
    const records = await recordsOf("leaves-other");
    const changes = Object.fromEntries(records.map(({ project_id, result }) => [project_id, result]));
    expect(changes[OTHER]).toMatchObject({ before_roles: `viewer on ${OTHER}`, after_roles: "none" });
    expect(JSON.stringify(changes[OTHER])).not.toContain(MINE);
    expect(changes[MINE]).toBeDefined();
  });

  test("a key, of its roles there", async () => {
    const roles = [MINE, OTHER].map((project_pattern) => ({ project_pattern, role: "viewer" }));
    const headers = { authorization: `Bearer ${ADMIN_KEY}`, "x-request-id": "key-of-two" };
    expect((await service.post("/keys/create", { owner: "two", roles }, headers)).status).toBe(200);
    const records = await recordsOf("key-of-two");
    expect(records.map(({ project_id, target, status }) => [project_id, target.roles, status])).toEqual(
      expect.arrayContaining([
        [MINE, `viewer on ${MINE}`, 200],
        [OTHER, `viewer on ${OTHER}`, 200],
      ]),
    );
    for (const { project_id, result, target } of records)
      expect(JSON.stringify([result, target])).not.toContain(project_id === MINE ? OTHER : MINE);
  });
});

describe("what a record says was before is what the change replaced", () => {
  const change = async (path: string, body: object, requestId: string) => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}`, "x-request-id": requestId };
    const response = await service.post(path, body, headers);
    expect([path, response.status, await response.text()]).toEqual([path, 200, expect.any(String)]);
  };
  const resultOf = async (requestId: string) => (await recordsOf(requestId))[0]?.result ?? {};

  test("of changes at the same time, each is from before another one", async () => {
    const labels = Array.from({ length: 8 }, (_, place) => `label-${place}`);
    const path = endpoints.projectSettingsUpdate.path;
    await Promise.all(labels.map((label) => change(path, { project_id: MINE, protect_labels: [label] }, label)));
    const results = await Promise.all(labels.map(resultOf));
    const states = results.map((result) => [result.before_protected_labels, result.after_protected_labels]);
    expect(new Set(states.map(([before]) => before)).size).toBe(labels.length);
    expect(states.filter(([before]) => before !== "[]" && !states.some(([, after]) => after === before))).toEqual([]);
  });

  test("of a label, the version that it was on", async () => {
    const at = { project_id: MINE, object_id: "labelled" };
    const digests: string[] = [];
    for (const val of [1, 2]) digests.push((await postTo(service, "/obj/create", { obj: { ...at, val } })).digest);
    const path = endpoints.objLabelsSet.path;
    for (const digest of digests) await change(path, { ...at, label: "live", digest }, `moved-to-${digest}`);
    const [first, second] = digests;
    expect(await resultOf(`moved-to-${second}`)).toMatchObject({ before_digest: first, after_digest: second });
  });
});
