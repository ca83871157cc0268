import { readdir } from "node:fs/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { callRef, threadRef } from "@/lib/contract/refs";
import { JsonText, writeJson } from "@/lib/json/text";
import { freshDatabase } from "@/service/store/embedded/test-database";
import { openStore } from "@/service/store/open-store";
import { migrateClient } from "./migrate";

const STEP = "0192-retention.sql";
const PROJECT = "acme/bot é";

const ROWS = [
  writeJson({ call: callRef(PROJECT, "plain"), again: callRef(PROJECT, "plain") }),
  writeJson({ nested: [{ of: callRef(PROJECT, "a/b:c%d") }] }),
  String.raw`{"escaped":"core:\/\/\/acme\/bot\/call\/escaped","unicode":"weave:///acme/caf\u00e9/call/unicode"}`,
  '{"output":"weave:///acme/bot/call/below/attr/output"}',
  '{"input":1,"source_trace_id" : "trace one","source_observation_id":"span"}',
  writeJson({ thread: threadRef(PROJECT, "thread"), table: "core:///acme/bot/table/d1", text: "/call/none" }),
  '{"source_trace_id":null}',
  '{"n":1}',
];
const EXPECTED = [
  ["call", "a/b:c%d"],
  ["call", "below"],
  ["call", "escaped"],
  ["call", "plain"],
  ["call", "unicode"],
  ["trace", "trace one"],
];

test("what rows were made from is known of those stored before and of new ones", async () => {
  const database = await freshDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const sources = async () => {
    const { rows } = await client.query('select kind, id from table_sources order by kind, id collate "C"');
    return rows.map(({ kind, id }) => [kind, id]);
  };
  const steps = (await readdir(new URL("migrations", import.meta.url))).toSorted();
  await migrateClient(client, steps.indexOf(STEP));
  for (const [place, row] of ROWS.entries())
    await client.query("insert into table_rows (project_id, digest, val) values ($1, $2, $3)", [PROJECT, place, row]);
  await migrateClient(client);
  expect(await sources()).toEqual(EXPECTED);
  await client.query("delete from table_sources");
  const store = await openStore({ connection: database.connection });
  onTestFinished(() => store.close());
  await store.createTable(
    PROJECT,
    ROWS.map((row) => new JsonText(row)),
  );
  expect(await sources()).toEqual(EXPECTED);
});
