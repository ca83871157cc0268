import { writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { onServer } from "@/service/store/embedded/test-server";
import { ServiceProcess } from "../durability/service-process";
import { startOwnPostgres } from "../postgres-server.mjs";
import { ensureBuilt } from "../start/build.mjs";
import { Load } from "./load";
import { report, seconds } from "./report";

vi.setConfig({ testTimeout: 240_000 });
/** Requests of each kind that say how it is: each kind of read and write at least once. */
const ENOUGH = 24;
const DATABASE = "loupe";

type Postgres = NonNullable<Awaited<ReturnType<typeof startOwnPostgres>>>;

const service = new ServiceProcess();
let postgres: Postgres;

beforeAll(async () => {
  await ensureBuilt("service");
  postgres = await startServer({});
  await onServer({ connectionString: postgres.url }, `create database ${DATABASE}`);
  const url = new URL(postgres.url);
  url.pathname = `/${DATABASE}`;
  await service.start({ DATABASE_URL: url.href });
}, 300_000);
afterAll(async () => {
  await service.remove();
  await postgres.stop();
});

/** A server that does not lose what it has committed. */
async function startServer(options: { port?: number }): Promise<Postgres> {
  const started = await startOwnPostgres({ ...options, settings: { synchronous_commit: "on" } });
  if (!started) throw new Error("no PostgreSQL server is installed");
  return started;
}

/** Starts something at the server's port, and returns what ends it. */
type Stand = () => Promise<() => Promise<void>>;

const REPLACEMENTS: [string, Stand][] = [
  ["killed, and nothing in its place", async () => async () => undefined],
  ["replaced by a server that closes connections", closing],
  ["replaced by one that rejects the user", async () => withAccess("reject")],
  ["replaced by one that wants a password", async () => withAccess("scram-sha-256")],
  ["replaced by one without the database", empty],
];

test.each(REPLACEMENTS)("PostgreSQL %s: 503 meanwhile, and then all is there", async (what, stand) => {
  const load = new Load(service, `acme/${what.replaceAll(/\W+/g, "-")}`);
  try {
    await load.until(200, ENOUGH);
    await postgres.end("SIGKILL");
    let meanwhile: string;
    try {
      const end = await stand();
      try {
        await load.until(503, ENOUGH);
        expect((await service.ask("/health")).status).toBe(503);
        meanwhile = load.answers;
      } finally {
        await end();
      }
    } finally {
      await postgres.start();
    }
    const recovery = await load.until(200, ENOUGH);
    expect((await service.ask("/health")).status).toBe(200);
    await load.stop();
    report(`PostgreSQL ${what}`, meanwhile, `worked again after ${seconds(recovery)}`, await load.checkAll());
  } finally {
    await load.stop();
  }
});

async function closing() {
  const server = createServer((socket) => socket.destroy()).listen(postgres.port, "127.0.0.1");
  await once(server, "listening");
  return async () => {
    await once(server.close(), "close");
  };
}

/** The same server, which authenticates everyone by this method. */
async function withAccess(method: string) {
  const hba_file = path.join(postgres.folder, `${method}.conf`);
  writeFileSync(hba_file, `host all all 127.0.0.1/32 ${method}\n`);
  await postgres.start({ hba_file });
  return async () => postgres.end("SIGINT");
}

async function empty() {
  const { stop } = await startServer({ port: postgres.port });
  return stop;
}
