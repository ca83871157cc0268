import { readdir } from "node:fs/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "@/service/store/embedded/test-database";
import { migrateClient } from "./migrate";

const STEP = "0120-asked-models.sql";
const ASKING = '{"model":"m-1","messages":[]}';

const CALLS = [
  { id: "failed", kind: null, inputs: ASKING, model: null, expected: "m-1" },
  { id: "of-kind", kind: "llm", inputs: '{"model":"m-2"}', model: null, expected: "m-2" },
  { id: "reported", kind: "llm", inputs: ASKING, model: "m-1-dated", expected: "m-1-dated" },
  { id: "agent", kind: "agent", inputs: ASKING, model: null, expected: null },
  { id: "function", kind: null, inputs: '{"model":"m-1","question":""}', model: null, expected: null },
  { id: "object", kind: "llm", inputs: '{"model":{"name":"m-1"}}', model: null, expected: null },
  { id: "broken", kind: "llm", inputs: '{"model":"m-1\\u0000"}', model: null, expected: "m-1\uFFFD" },
  { id: "long", kind: "llm", inputs: `{"model":"${"m".repeat(1025)}"}`, model: null, expected: null },
  { id: "none", kind: "llm", inputs: null, model: null, expected: null },
];

test("calls stored before get the model that their inputs request, and their hours are rolled up again", async () => {
  const database = await freshDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  const steps = (await readdir(new URL("migrations", import.meta.url))).toSorted();
  await migrateClient(client, steps.indexOf(STEP));
  for (const { id, kind, inputs, model } of CALLS) {
    await client.query(
      `insert into calls (project_id, id, trace_id, op_name, started_at, kind, model, ranks, updated_at)
       values ('p', $1, 't', 'ask', '2026-11-20T08:10:00Z', $2, $3, 0, now())`,
      [id, kind, model],
    );
    await client.query("insert into call_payloads (project_id, id, inputs, ranks) values ('p', $1, $2, 0)", [
      id,
      inputs,
    ]);
  }
  await migrateClient(client);
  const { rows } = await client.query("select id, model from calls");
  const models = new Map(rows.map(({ id, model }) => [id, model]));
  expect(CALLS.map(({ id }) => [id, models.get(id)])).toEqual(CALLS.map(({ id, expected }) => [id, expected]));
  const stale = await client.query(
    "select to_char(starts_at at time zone 'UTC', 'DD HH24') as hour from stale_call_hours",
  );
  expect(stale.rows).toEqual([{ hour: "20 08" }]);
  await client.end();
  await database.drop();
});
