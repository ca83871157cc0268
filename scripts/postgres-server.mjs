// The system's PostgreSQL server for a second run of the tests: the configured one, an installed one, or Debian's
// package. Its files are in a temporary folder; it listens only on loopback.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { installDebianPackage } from "./debian-package.mjs";

const PLACES = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "/usr/pgsql"];
const OLDEST = 15;
const NOBODY = 65_534;
const PATIENCE_MS = 30_000;
const SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

const isRoot = process.getuid?.() === 0;
// PostgreSQL refuses to run as root.
const ids = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** `{url, stop}` of a server that was started, or the one at `TEST_DATABASE_URL`; undefined if there is none. */
export async function startPostgres() {
  const given = process.env.TEST_DATABASE_URL;
  return given ? { url: given, stop: async () => undefined } : startOwnPostgres();
}

/**
 * A server that tests may end and start again; undefined if none is installed. `settings` replace ours, `env` is added to
 * its environment, and it listens on `port`, or else on a free one. `end` ends it and its sessions by a signal, `start`
 * starts it again on its data, with more settings if given, and `stop` ends it and removes its files.
 * @param {{settings?: Record<string, string>, env?: Record<string, string>, port?: number}} [options]
 */
export async function startOwnPostgres({ settings = {}, env = {}, port: wanted } = {}) {
  const programs = findOrInstall();
  if (!programs) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-postgres-"));
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const cluster = path.join(folder, "data");
  const made = spawnSync(
    path.join(programs, "initdb"),
    ["-D", cluster, "-U", "loupe", "-A", "trust", "-E", "UTF8", "--locale=C"],
    { ...ids, cwd: "/", encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = wanted ?? (await freePort());
  const places = { listen_addresses: "127.0.0.1", unix_socket_directories: folder, port: String(port) };
  let server;
  let ended;
  /** @param {Record<string, string>} [more] */
  const start = async (more = {}) => {
    const all = { ...SETTINGS, ...settings, ...places, ...more };
    const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    server = spawn(path.join(programs, "postgres"), ["-D", cluster, ...args], {
      ...ids,
      cwd: "/",
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    // Its sessions have the pipe too, so they have ended as well.
    ended = once(server, "close");
    await ready(server);
  };
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    server.kill(signal);
    await ended;
  };
  const stop = async () => {
    await end("SIGINT");
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  return { url: `postgresql://loupe@127.0.0.1:${port}/postgres`, port, folder, start, end, stop };
}

function findOrInstall() {
  const found = findPrograms();
  if (!found) installDebianPackage("postgresql");
  return found ?? findPrograms();
}

/** Whether `startOwnPostgres` finds a server. */
export const hasPostgres = () => findOrInstall() !== undefined;

/** The folder of the newest installed version that is recent enough. */
function findPrograms() {
  const found = PLACES.filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).map((name) => path.join(place, name, "bin")))
    .filter((folder) => existsSync(path.join(folder, "initdb")) && versionOf(folder) >= OLDEST);
  return found.toSorted((a, b) => versionOf(b) - versionOf(a))[0];
}

function versionOf(folder) {
  const { stdout } = spawnSync(path.join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await once(server.close(), "close");
  return port;
}

async function ready(server) {
  let said = "";
  const late = setTimeout(() => server.kill("SIGKILL"), PATIENCE_MS);
  for await (const text of server.stderr.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    said += text;
    if (said.includes("ready to accept connections")) break;
  }
  clearTimeout(late);
  if (!said.includes("ready to accept connections")) throw new Error(`PostgreSQL did not start: ${said}`);
  server.stderr.resume();
}
