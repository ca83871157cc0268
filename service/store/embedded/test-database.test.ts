import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "./test-database";

test("two new databases are empty and separate", async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()]);
  const client = new pg.Client(one.connection);
  await client.connect();
  await client.query("create table t (n int)");
  await client.end();
  const other = new pg.Client(two.connection);
  await other.connect();
  const { rows } = await other.query("select to_regclass('t') as t, current_setting('server_encoding') as encoding");
  await other.end();
  expect(rows).toEqual([{ t: null, encoding: "UTF8" }]);
  await Promise.all([one.drop(), two.drop()]);
});
