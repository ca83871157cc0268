import { readdir } from "node:fs/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "@/service/store/embedded/test-database";
import { finished } from "@/service/store/testing/test-store";
import { openReplicas } from "@/service/store/testing/test-replicas";
import { migrateClient } from "./migrate";

const STEP = "0160-stated-costs.sql";
const PROJECT = "local/before";
const HOUR = { start: "2026-11-20T08:00:00.000000Z", end: "2026-11-20T09:00:00.000000Z" };

test("hours that were rolled up before have the same totals after, and stated costs of later calls", async () => {
  const database = await freshDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  const steps = (await readdir(new URL("migrations", import.meta.url))).toSorted();
  await migrateClient(client, steps.indexOf(STEP));
  await client.query(`insert into projects (project_id) values ('${PROJECT}')`);
  await client.query(
    `insert into calls (project_id, id, trace_id, op_name, started_at, ended_at, kind, model, prompt_tokens, total_tokens, ranks, updated_at)
     values ('${PROJECT}', 'c', 't', 'ask', '2026-11-20T08:10:00Z', '2026-11-20T08:10:01Z', 'llm', 'm', 5, 5, 0, now())`,
  );
  // Other totals than those of the call show that the hour is not read again.
  await client.query(
    `insert into call_hours (project_id, starts_at, place, op_name, model, calls, errors, counted, prompt_tokens)
     values ('${PROJECT}', '2026-11-20T08:00:00Z', 1, 'ask', 'm', 7, 1, 6, 30)`,
  );
  await migrateClient(client);
  await client.end();
  const store = await openReplicas(database);
  const totals = () =>
    store.countByTime({ project_id: PROJECT, ...HOUR, starts: [HOUR.start], prices: [], groupBy: [], limit: 100 });
  expect((await totals())[0]).toMatchObject({
    count: 7,
    errors: 1,
    usage: [{ covered: false, count: 6, usage: { prompt_tokens: 30 } }],
    stated: [],
  });
  expect(await store.readSettings(PROJECT)).toMatchObject({ cost_basis: "stated" });
  await store.writeCalls([
    finished({ project_id: PROJECT, id: "d", stated_cost: { total: 0.5, source: "operation.cost" } }),
  ]);
  await store.rollUpCalls(new AbortController().signal);
  expect((await totals())[0]).toMatchObject({
    count: 2,
    usage: [{ covered: false, count: 1, usage: { prompt_tokens: 5 } }],
    stated: [{ source: "operation.cost", count: 1, amounts: [0.5] }],
  });
  await store.close();
  await database.drop();
});
