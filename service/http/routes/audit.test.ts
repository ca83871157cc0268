import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { EXPORT_HEADER } from "@/lib/contract/export-header";
import type { AuditRecord } from "@/lib/contract/audit";
import { type Endpoint, ROLES, type Role } from "@/lib/contract/endpoint";
import { type EndpointName, endpoints } from "@/lib/contract/endpoints";
import { callRef } from "@/lib/contract/refs";
import { minimalAlert, minimalStart } from "@/lib/contract/test-examples";
import { forwardedKey, forwardedProof, PROOF_HEADER } from "@/lib/network/forwarded-proof";
import { recordStatements } from "@/service/store/testing/test-statements";
import { EXPECTED } from "./test-authorization";
import type { Seeded } from "./test-expected";
import { SEEDED_CONNECTIONS } from "./test-expected-connections";
import { askEndpoint, makeKey, postTo, seedProject } from "./test-seed";
import { ADMIN_KEY, type TestService, useService } from "./test-service";

const service = useService();

const MINE = "acme/a";
const keys = new Map<Role | "admin of all", { id: string; text: string }>();
let seeded: Seeded;

beforeAll(async () => {
  seeded = await seedProject(service, MINE);
  for (const role of ROLES) keys.set(role, await makeKey(service, MINE, role));
  keys.set("admin of all", await makeKey(service, "*", "admin"));
  for (const connection of SEEDED_CONNECTIONS) await postTo(service, "/connections/create", connection);
});

const all = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [name as EndpointName, endpoint] as const);
/** Recorded with the person, who is known only from the answer: see `people.test.ts`. */
const SESSIONS: readonly EndpointName[] = [
  "peopleSignIn",
  "peopleSignOut",
  "peopleProviderSignOut",
  "invitationsAccept",
];
const audited = all.filter(([name, { audit }]) => audit !== undefined && !SESSIONS.includes(name));
const changes = audited.filter(([, { audit }]) => audit === "change");
const unaudited = all.filter(([, { audit }]) => audit === undefined);

/** The key of an admin who may send the example of an endpoint. */
const adminOf = (name: EndpointName) => (EXPECTED[name].needs === "admin of all" ? "admin of all" : "admin");

let sent = 0;

/** Sends the example of an endpoint, as an export if it may be one; returns the answer and what the log has of it. */
async function ask(
  name: EndpointName,
  role: Role | "admin of all" | undefined,
  {
    app = service.app(),
    headers = {},
  }: { app?: ReturnType<TestService["app"]>; headers?: Record<string, string> } = {},
) {
  sent += 1;
  const requestId = `request-${sent}`;
  const key = role && keys.get(role)?.text;
  const response = await askEndpoint(app, endpoints[name], EXPECTED[name].body?.(MINE, seeded), {
    ...(endpoints[name].method === "GET" ? {} : { [EXPORT_HEADER]: "yes" }),
    ...EXPECTED[name].headers?.(MINE),
    authorization: key && `Bearer ${key}`,
    "x-request-id": requestId,
    ...headers,
  });
  const text = await response.text();
  return { status: response.status, text, requestId };
}

const recordsOf = async (request_id: string): Promise<AuditRecord[]> =>
  (await service.store.queryAudit({ request_id })).records;

/** The only record of a request, once its outcome is known: that of a stream is added after its end. */
const completedRecord = (requestId: string) =>
  vi.waitFor(async () => {
    const records = await recordsOf(requestId);
    expect(records).toEqual([expect.objectContaining({ ended_at: expect.any(String) })]);
    const [record] = records;
    if (!record) throw new Error("there is no record");
    return record;
  }, 30_000);

const roleBelow = (role: Role | "none") => (role === "none" ? undefined : ROLES[ROLES.indexOf(role) - 1]);

describe("a request leaves exactly one record", () => {
  test.each(audited)("%s: with its outcome", async (name, { audit }) => {
    const { status, text, requestId } = await ask(name, adminOf(name));
    expect([status, text]).toEqual([200, text]);
    const record = await completedRecord(requestId);
    expect(record).toMatchObject({
      kind: audit === "change" ? "change" : "export",
      action: name,
      ...(adminOf(name) === "admin" && { project_id: MINE, owner: seeded.canary }),
      key_id: keys.get(adminOf(name))?.id,
      request_id: requestId,
      status: 200,
      outcome: "ok",
    });
    expect({ ...record.target, ...record.result }).not.toEqual({});
  });

  test.each(audited.filter(([, { role }]) => roleBelow(role)))(
    "%s: refused, with its status",
    async (name, { role }) => {
      const { status, requestId } = await ask(name, roleBelow(role));
      expect(status).toBe(403);
      expect(await completedRecord(requestId)).toMatchObject({
        action: name,
        project_id: MINE,
        owner: seeded.canary,
        status: 403,
        outcome: "forbidden",
        result: {},
      });
    },
  );

  test.each(audited)("%s: invalid, with its status", async (name, endpoint) => {
    const app = service.app();
    const body = { id: "none", name: 1, version: 1, step: "none", nonsense: 1 };
    const requestId = `invalid-${name}`;
    const authorization = `Bearer ${keys.get("admin")?.text}`;
    const headers = { authorization, "x-request-id": requestId, [EXPORT_HEADER]: "yes" };
    const { status } = await askEndpoint(app, endpoint, body, headers);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await completedRecord(requestId)).toMatchObject({ action: name, status, project_id: MINE });
  });
});

describe("no record is left", () => {
  test.each(unaudited)("%s changes nothing, or only appends", async (name) => {
    const { requestId } = await ask(name, "admin");
    expect(await recordsOf(requestId)).toEqual([]);
  });

  test.each(audited)("%s without a key", async (name) => {
    const { status, requestId } = await ask(name, undefined);
    expect(status).toBe(401);
    expect(await recordsOf(requestId)).toEqual([]);
  });
});

describe("without a record nothing is done", () => {
  const WRITE = /^\s*(with\b.*\b)?(insert|update|delete)\b/is;
  /** The last use of a key, and the parts of a body that is not complete yet. */
  const UNRELATED = /\b(api_keys|training_parts|audit_records)\b/;

  test.each(audited)("%s", async (name, { role }) => {
    const addAudit = () => Promise.reject(new Error("planted"));
    const { statements, stop } = recordStatements();
    onTestFinished(stop);
    const { status, text, requestId } = await ask(name, role === "none" || role === "admin" ? adminOf(name) : role, {
      app: service.app({ store: { ...service.store, addAudit } }),
    });
    expect(status).toBe(503);
    expect(text).toContain("The audit log could not be written");
    expect([...statements].filter((statement) => WRITE.test(statement) && !UNRELATED.test(statement))).toEqual([]);
    expect(await recordsOf(requestId)).toEqual([]);
    expect(service.log).toContainEqual(
      expect.objectContaining({ request_id: requestId, msg: "an audit record could not be written" }),
    );
  });
});

describe("the record is written before the change", () => {
  test("and has no outcome while the request is under way, or if the process dies", async () => {
    let isCreating = () => {};
    let create = () => {};
    const creating = new Promise<void>((resolve) => (isCreating = resolve));
    const created = new Promise<void>((resolve) => (create = resolve));
    const createKey: typeof service.store.createKey = async (key) => {
      isCreating();
      await created;
      return service.store.createKey(key);
    };
    const answer = ask("keysCreate", "admin", {
      app: service.app({ store: { ...service.store, createKey } }),
      headers: { "x-request-id": "under-way" },
    });
    await creating;
    const [record, ...others] = await recordsOf("under-way");
    expect(others).toEqual([]);
    expect(record).toMatchObject({ action: "keysCreate", project_id: MINE, owner: seeded.canary, result: {} });
    expect([record?.status, record?.outcome, record?.ended_at]).toEqual([undefined, undefined, undefined]);
    const unknown = await service.store.queryAudit({ project_id: MINE, outcomes: ["unknown"] });
    expect(unknown.records.map(({ request_id }) => request_id)).toEqual(["under-way"]);
    create();
    expect((await answer).status).toBe(200);
    expect(await completedRecord("under-way")).toMatchObject({ status: 200, result: { id: expect.any(String) } });
  });

  test("an outcome that cannot be written leaves it unknown, and the answer as it is", async () => {
    const endAudit = () => Promise.reject(new Error("planted"));
    const app = service.app({ store: { ...service.store, endAudit } });
    const { status, requestId } = await ask("objCreate", "member", { app });
    expect(status).toBe(200);
    const [record] = await recordsOf(requestId);
    expect([record?.action, record?.status]).toEqual(["objCreate", undefined]);
    expect(service.log).toContainEqual(expect.objectContaining({ level: 50, request_id: requestId }));
  });

  test("a change that fails is recorded with its status", async () => {
    const publishObject = () => Promise.reject(new Error("planted"));
    const app = service.app({ store: { ...service.store, publishObject } });
    const { requestId } = await ask("objCreate", "member", { app });
    expect(await completedRecord(requestId)).toMatchObject({ status: 500, outcome: "internal" });
  });
});

describe("a read is an export", () => {
  const reads = all.filter(([name, { audit }]) => audit === "read" && name !== "trainingJobBody");
  const read = async (name: EndpointName, limit: number | undefined, header: string | undefined) => {
    sent += 1;
    const requestId = `read-${sent}`;
    const body = { ...Object(EXPECTED[name].body?.(MINE, seeded)), limit };
    const response = await askEndpoint(service.app(), endpoints[name], body, {
      authorization: `Bearer ${keys.get("viewer")?.text}`,
      "x-request-id": requestId,
      [EXPORT_HEADER]: header,
    });
    expect(response.status).toBe(200);
    await response.text();
    return requestId;
  };

  test.each(reads)("%s to be saved", async (name) => {
    expect(await completedRecord(await read(name, 5, "yes"))).toMatchObject({ kind: "export", action: name });
  });

  test.each(reads)("but not %s of few rows, whatever its limit", async (name) => {
    for (const limit of [5, undefined]) expect(await recordsOf(await read(name, limit, undefined))).toEqual([]);
  });

  test("with the number of rows that were sent, and how the stream ended", async () => {
    const ends = { ok: (answer: Response) => answer.text(), client_left: (answer: Response) => answer.body?.cancel() };
    for (const [outcome, read] of Object.entries(ends)) {
      const headers = { authorization: `Bearer ${keys.get("viewer")?.text}`, "x-request-id": `stream-${outcome}` };
      await read(
        await askEndpoint(
          service.app(),
          endpoints.objsQuery,
          { project_id: MINE },
          { ...headers, [EXPORT_HEADER]: "yes" },
        ),
      );
      const record = await completedRecord(`stream-${outcome}`);
      expect(record).toMatchObject({ status: 200, outcome, result: { rows: expect.stringMatching(/^[1-9]\d*$/) } });
    }
  });

  test("an export of the audit log is in the log", async () => {
    const { text, requestId } = await ask("auditExport", "admin");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line): AuditRecord => JSON.parse(line));
    expect(lines.length).toBeGreaterThan(audited.length);
    expect(new Set(lines.map(({ project_id }) => project_id))).toEqual(new Set([MINE]));
    expect(await completedRecord(requestId)).toMatchObject({
      action: "auditExport",
      result: { rows: `${lines.length}` },
    });
  });
});

describe("who reads", () => {
  const read = async (key: string, body: object) => {
    const response = await service.post("/audit/query", body, { authorization: `Bearer ${key}` });
    return { status: response.status, answer: await response.json() };
  };

  test("an admin of a project its records, an admin of all projects all, and those of none", async () => {
    const keyOf = async (pattern: string) => (await makeKey(service, pattern, "admin")).text;
    const [ofAll, ofEntity] = [await keyOf("*"), await keyOf("acme/*")];
    const ofProject = keys.get("admin")?.text ?? "";
    for (const key of [ofAll, ofEntity, ofProject]) {
      const { status, answer } = await read(key, { project_id: MINE });
      expect([status, answer.records.length, answer.has_more]).toEqual([200, 100, true]);
    }
    expect((await read(ofProject, { project_id: "acme/b" })).status).toBe(403);
    for (const key of [ofProject, ofEntity])
      expect(await read(key, {})).toMatchObject({
        status: 403,
        answer: { message: "This key does not have the admin role on all projects; ask an admin for access" },
      });
    const { answer } = await read(ofAll, { limit: 1000, actions: ["keysCreate"] });
    const about = answer.records.map(({ project_id, target }: AuditRecord) => [project_id, target.roles]);
    expect(about).toContainEqual(["*", "admin on *"]);
    expect(about).toContainEqual(["acme/*", "admin on acme/*"]);
    // Roles on a pattern are roles on the project.
    const { answer: seen } = await read(ofProject, { project_id: MINE, limit: 1000, actions: ["keysCreate"] });
    const roles = seen.records.map(({ target }: AuditRecord) => target.roles);
    expect(roles).toEqual(expect.arrayContaining(["admin on *", "admin on acme/*", `viewer on ${MINE}`]));
    expect(about).toContainEqual([MINE, `viewer on ${MINE}`]);
  });

  test("a page follows the last record of the one before", async () => {
    const key = keys.get("admin")?.text ?? "";
    const { answer: first } = await read(key, { project_id: MINE, limit: 2 });
    const { answer: second } = await read(key, { project_id: MINE, limit: 2, after_id: first.records[1].id });
    const { answer: both } = await read(key, { project_id: MINE, limit: 4 });
    expect([...first.records, ...second.records]).toEqual(both.records);
  });

  test.each([{ limit: 1001 }, { after_id: "x" }, { kinds: ["x"] }, { outcomes: ["x"] }, { owners: ["ada"] }])(
    "not %j",
    async (field) => expect((await read(ADMIN_KEY, field)).status).toBe(422),
  );
});

describe("a record has", () => {
  test("the client's address as the dashboard forwards it, and no forged one", async () => {
    const address = "192.0.2.7";
    const proof = { "x-forwarded-for": address, [PROOF_HEADER]: forwardedProof(forwardedKey(ADMIN_KEY), address) };
    const proven = await ask("callUpdate", "member", { headers: proof });
    expect(await completedRecord(proven.requestId)).toMatchObject({ address });
    const forged = await ask("callUpdate", "member", { headers: { ...proof, [PROOF_HEADER]: "x" } });
    expect((await completedRecord(forged.requestId)).address).toBeUndefined();
  });

  test("no payload and no secret", async () => {
    const secret = "planted-93fd";
    const at = { project_id: MINE };
    const about = { ...at, core_ref: callRef(MINE, seeded.callId), feedback_type: "custom" };
    await postTo(service, "/obj/create", { obj: { ...at, object_id: "o", val: { secret } } });
    await postTo(service, "/table/create", { table: { ...at, rows: [{ secret }] } });
    const { id } = await postTo(service, "/feedback/create", { ...about, payload: { secret } });
    await postTo(service, "/feedback/replace", { ...about, feedback_id: id, payload: { secret } });
    const inPayload = { $eq: [{ $getField: "payload.secret" }, { $literal: secret }] };
    await postTo(service, "/feedback/purge", { ...at, query: { $expr: inPayload } });
    await postTo(service, "/call/update", { ...at, call_id: seeded.callId, display_name: secret });
    const channels = [{ format: "json", url: `https://example.com/${secret}` }];
    const { alert, secrets } = await postTo(service, "/alerts/create", { ...at, ...minimalAlert, channels });
    const { api_key } = await postTo(service, "/keys/create", {
      owner: "new",
      roles: [{ project_pattern: MINE, role: "viewer" }],
    });
    await postTo(service, "/call/start", { start: { ...minimalStart, ...at, inputs: { secret } } });
    const { records } = await service.store.queryAudit({ project_id: MINE, limit: 10 });
    const text = JSON.stringify(records);
    expect(text).toContain(alert.id);
    for (const hidden of [secret, api_key, ...secrets.map((one: { secret: string }) => one.secret), ADMIN_KEY])
      expect(text).not.toContain(hidden);
    for (const role of ROLES) expect(text).not.toContain(keys.get(role)?.text);
  });
});

test("every change is in the log of Weave's dialect too", async () => {
  const headers = { authorization: `Bearer ${keys.get("member")?.text}`, "x-request-id": "in-weave" };
  const body = { obj: { project_id: MINE, object_id: "w", val: 1 } };
  expect((await askEndpoint(service.app(), endpoints.objCreate, body, headers, "/weave")).status).toBe(200);
  expect(await completedRecord("in-weave")).toMatchObject({ action: "objCreate", target: { object_id: "w" } });
  expect(changes.length).toBeGreaterThan(30);
});
