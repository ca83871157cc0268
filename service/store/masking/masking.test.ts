import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Store } from "@/service/store/store";
import { openMigratedStore } from "@/service/store/open-store";
import { columnsWith } from "@/service/store/testing/stored-text";
import { useClient } from "@/service/store/testing/test-client";
import { finished, json, readBack, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const client = useClient(opened);

const EMAIL = { kind: "email", name: "E-mail" } as const;

let project = "";
let email = "";
beforeEach(() => {
  project = unique("masked/p");
  email = `${project.replaceAll(/\W/g, "")}@example.com`;
});
afterEach(() => void vi.restoreAllMocks());

const setRules = (store: Store) =>
  store.setMasking({ project_id: project, rules: [EMAIL], replaces: 0, changed_by: "ada" });
const call = (id: string) => finished({ project_id: project, id, inputs: json(JSON.stringify({ email })) });
const feedback = () => ({
  project_id: project,
  id: "f",
  core_ref: "core:///a/b/call/c",
  feedback_type: "t",
  payload: json(JSON.stringify({ email })),
  ext_user_id: "ada",
});
const record = () => ({ trace_id: "t", span_id: "s", event: JSON.stringify({ email }) });

test("rules that another process has set apply within two seconds", async () => {
  const { connection } = opened();
  const [one, other] = [openMigratedStore({ connection }), openMigratedStore({ connection })];
  await one.writeCalls([call("before")]);
  await setRules(other);
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now + 2_000);
  await one.writeCalls([call("after")]);
  const inputs = async (id: string) => (await readBack(one, id, project))?.inputs.text;
  expect([await inputs("before"), await inputs("after")]).toEqual([`{"email":"${email}"}`, '{"email":"[email]"}']);
  await Promise.all([one.close(), other.close()]);
});

test("rules of a project that was erased and created again are those that were set since", async () => {
  const { store, connection } = opened();
  const other = openMigratedStore({ connection });
  await setRules(store);
  await other.writeCalls([call("masked")]);
  await client().query("delete from projects where project_id = $1", [project]);
  const further = openMigratedStore({ connection });
  await further.setMasking({
    project_id: project,
    rules: [{ ...EMAIL, replacement: "#" }],
    replaces: 0,
    changed_by: "ada",
  });
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now + 2_000);
  await other.writeCalls([call("again")]);
  expect((await readBack(store, "again", project))?.inputs.text).toBe('{"email":"#"}');
  await Promise.all([other.close(), further.close()]);
});

test("the process that sets rules applies them at once", async () => {
  const store = openMigratedStore({ connection: opened().connection });
  await store.writeCalls([call("before")]);
  await setRules(store);
  await store.writeCalls([call("after")]);
  expect((await readBack(store, "after", project))?.inputs.text).toBe('{"email":"[email]"}');
  await store.close();
});

test("nothing is stored if the rules cannot be read", async () => {
  const { store, connection } = opened();
  await setRules(store);
  // As a later version may have stored them; another process has not read them yet.
  await client().query("update projects set masking_rules = $2 where project_id = $1", [project, '[{"kind":"new"}]']);
  const other = openMigratedStore({ connection });
  const writes = {
    calls: () => other.writeCalls([call("c")]),
    feedback: () => other.createFeedback(feedback()),
    batch: () => other.createFeedbackBatch([feedback()]),
    replaced: () => other.replaceFeedback(feedback()),
    refusals: () => other.recordRefusals([{ project_id: project, source: "call", reason: email }]),
    records: () => other.addSpanRecords(project, [record()]),
    failure: () =>
      other.finishExperimentRow("h", { project_id: project, id: crypto.randomUUID() }, ROW, {
        ...OUTCOME,
        failure: email,
      }),
  };
  for (const write of Object.values(writes)) await expect(write()).rejects.toMatchObject({ code: "unavailable" });
  await other.close();
  expect(await columnsWith(connection, [email])).toEqual([]);
});

const ROW = { place: 0, digest: "d", attempt: 1, callId: "c", keepsAnswer: false };
const OUTCOME = { isUnscored: false, costUsd: 0, unpriced: 0 };

test("calls of several projects are masked by the rules of each", async () => {
  const { store } = opened();
  await setRules(store);
  const plain = unique("plain/p");
  await store.writeCalls([call("c"), { ...call("c"), project_id: plain }]);
  expect((await readBack(store, "c", project))?.inputs.text).toBe('{"email":"[email]"}');
  expect((await readBack(store, "c", plain))?.inputs.text).toBe(`{"email":"${email}"}`);
});

test("feedback that is sent again is the same, and records of spans are masked wherever the rules apply", async () => {
  const { store, connection } = opened();
  await store.setMasking({
    project_id: project,
    rules: [EMAIL, { ...EMAIL, name: "Outputs", paths: ["output"] }],
    replaces: 0,
    changed_by: "ada",
  });
  const first = await store.createFeedback(feedback());
  expect(first.payload.text).toBe('{"email":"[email]"}');
  expect(await store.createFeedback(feedback())).toEqual(first);
  await store.addSpanRecords(project, [record()]);
  expect(await store.readSpanRecords(project, "t", "s")).toEqual(['{"email":"[email]"}']);
  expect(await columnsWith(connection, [email])).toEqual([]);
});
