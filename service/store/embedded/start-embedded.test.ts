import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findPostmaster } from "./postmaster";
import { startEmbedded } from "./start-embedded";
import { stopAbandoned } from "./stop-abandoned";

const silent = () => undefined;

let parent: string;
let data: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "loupe-embedded-"));
  data = path.join(parent, "data");
});
afterEach(async () => {
  if (existsSync(path.join(data, "postgres"))) await stopAbandoned(data);
  rmSync(parent, { recursive: true, force: true });
});

async function ask(connection: pg.ClientConfig, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const cluster = () => path.join(data, "postgres");

test("written data is there after a restart, in a folder that only its owner can enter", async () => {
  const first = await startEmbedded(data, silent);
  await ask(first.connection, "create table kept as select 'ü 数' as text");
  await first.stop();
  await first.ended;
  expect(findPostmaster(cluster())).toBeUndefined();
  const second = await startEmbedded(data, silent);
  expect(second.adopted).toBe(false);
  expect(await ask(second.connection, "select text from kept")).toEqual([{ text: "ü 数" }]);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  await second.stop();
});

test("it is durable, uses UTF-8, and opens no TCP port", async () => {
  const { connection, stop } = await startEmbedded(data, silent);
  const names = [
    "fsync",
    "synchronous_commit",
    "full_page_writes",
    "data_checksums",
    "server_encoding",
    "listen_addresses",
  ];
  const values = await ask(
    connection,
    `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(", ")}`,
  );
  expect(values).toEqual([
    {
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      data_checksums: "on",
      server_encoding: "UTF8",
      listen_addresses: "",
    },
  ]);
  await stop();
});

test("a second owner is rejected with one line, and the first is not affected", async () => {
  const first = await startEmbedded(data, silent);
  await expect(startEmbedded(data, silent)).rejects.toThrow(
    /^LOUPE_DATA_DIR: another Loupe instance is already running in .*data;/,
  );
  expect(await ask(first.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await stopAbandoned(data);
  expect(await ask(first.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await first.stop();
});

test("a path of 150 characters gets a short socket folder, which is removed with the server", async () => {
  data = path.join(parent, "x".repeat(150 - parent.length));
  const { connection, stop } = await startEmbedded(data, silent);
  expect(connection.host.startsWith(data)).toBe(false);
  expect(statSync(connection.host).mode & 0o777).toBe(0o700);
  await stop();
  expect(existsSync(connection.host)).toBe(false);
});

test("its death is noticed, and the next start repairs", async () => {
  const first = await startEmbedded(data, silent);
  await ask(first.connection, "create table kept as select 1 as one");
  process.kill(findPostmaster(cluster())?.pid ?? 0, "SIGKILL");
  await first.ended;
  await first.stop();
  const second = await startEmbedded(data, silent);
  expect(await ask(second.connection, "select one from kept")).toEqual([{ one: 1 }]);
  await second.stop();
});

test("a lock file whose process id belongs to somebody else now does not stop a start", async () => {
  const first = await startEmbedded(data, silent);
  const lockFile = path.join(cluster(), "postmaster.pid");
  const text = readFileSync(lockFile, "utf8");
  await first.stop();
  writeFileSync(lockFile, text.replace(/^\d+/, String(process.pid)));
  const second = await startEmbedded(data, silent);
  expect(second.adopted).toBe(false);
  await second.stop();
});

test.each([
  [
    "a file where the folder should be",
    () => writeFileSync(data, ""),
    /^LOUPE_DATA_DIR: cannot write to .*data \(E\w+\);/,
  ],
  [
    "something else where the database should be",
    () => mkdirSync(path.join(data, "postgres"), { recursive: true }),
    /^LOUPE_DATA_DIR: .*postgres is not a database;/,
  ],
  [
    "a database of another version",
    () => {
      mkdirSync(path.join(data, "postgres"), { recursive: true, mode: 0o700 });
      writeFileSync(path.join(data, "postgres", "PG_VERSION"), "12\n");
    },
    /^LOUPE_DATA_DIR: PostgreSQL did not start in .*data: /,
  ],
])("refused: %s", async (_name, prepare, message) => {
  prepare();
  await expect(startEmbedded(data, silent)).rejects.toThrow(message);
});
