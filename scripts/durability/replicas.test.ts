import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BreakableWay } from "@/service/http/routes/test-outage";
import { type TestDatabase, freshDatabase } from "@/service/store/embedded/test-database";
import { ensureBuilt } from "../start/build.mjs";
import { WAIT, ServiceProcess } from "./service-process";
import { missing, nothing, writeUntilGone } from "./writers";

vi.setConfig({ testTimeout: 120_000 });

const [one, other] = [new ServiceProcess(), new ServiceProcess()];
const project_id = "acme/replicas";
let database: TestDatabase;
let way: BreakableWay;

beforeAll(async () => {
  await ensureBuilt("service");
  database = await freshDatabase("migrated");
  way = new BreakableWay(database.connection);
  const { host, port, user, password, database: name } = await way.restore();
  const DATABASE_URL = `postgresql://${user}:${password}@${host}:${port}/${name}`;
  // Both find the database empty: one creates the schema, the other waits.
  await Promise.all([one.start({ DATABASE_URL }), other.start({ DATABASE_URL })]);
}, 300_000);

afterAll(async () => {
  await Promise.all([one.remove(), other.remove()]);
  await way.cut();
  await database.drop();
});

async function answer(service: ServiceProcess, place: string, body: unknown) {
  const response = await service.ask(place, body);
  expect(response.status).toBe(200);
  return response.json();
}

test("what one has answered, the other knows at the next request", async () => {
  for (const [index, [writer, reader]] of [[one, other] as const, [other, one] as const].entries()) {
    const call = { project_id, id: `c${index}`, trace_id: "t", op_name: "op", started_at: "2026-11-20T08:00:00Z" };
    await answer(writer, "/call/start", { start: { ...call, inputs: {} } });
    expect(await answer(reader, "/call/read", { project_id, id: call.id })).toMatchObject({ call: { id: call.id } });
    const obj = { project_id, object_id: "prompt", val: { index } };
    const { digest } = await answer(writer, "/obj/create", { obj });
    const latest = { project_id, object_id: "prompt", digest: "latest" };
    expect(await answer(reader, "/obj/read", latest)).toMatchObject({ obj: { digest, version_index: index } });
    const table = await answer(writer, "/table/create", { table: { project_id, rows: [{ index }] } });
    expect(await answer(reader, "/table/query", { project_id, digest: table.digest })).toMatchObject({
      rows: [{ val: { index } }],
    });
  }
});

test("a key that one replica has revoked is invalid for the other", async () => {
  const roles = [{ project_pattern: "*", role: "viewer" }];
  const { key, api_key } = await answer(one, "/keys/create", { owner: "ada", roles });
  const asAda = () => other.ask("/projects/query", {}, api_key);
  expect((await asAda()).status).toBe(200);
  await answer(one, "/keys/revoke", { id: key.id });
  await vi.waitFor(async () => expect((await asAda()).status).toBe(401), WAIT);
});

test("a killed replica loses no acknowledged write, and the other continues", async () => {
  const acknowledged = nothing();
  let answers = 0;
  const onAnswer = () => {
    answers += 1;
    if (answers === 200) one.kill("service");
  };
  const writers = Array.from({ length: 16 }, async (_, writer) =>
    writeUntilGone(one, `one-${writer}`, acknowledged, onAnswer),
  );
  await Promise.all(writers);
  expect(answers).toBeGreaterThanOrEqual(200);
  expect(await missing(other, acknowledged)).toEqual([]);
  expect(await other.stop()).toBe(0);
});
