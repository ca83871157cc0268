// The system's PostgreSQL server for a second run of the tests: the configured one, an installed one, or Debian's
// package. Its files are in a temporary folder; it listens only on loopback.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";

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
  if (given) return { url: given, stop: async () => undefined };
  const programs = findPrograms() ?? installFromDebian();
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
  const port = await freePort();
  const settings = { ...SETTINGS, listen_addresses: "127.0.0.1", unix_socket_directories: folder, port: String(port) };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(path.join(programs, "postgres"), ["-D", cluster, ...args], {
    ...ids,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(server, "close");
  await ready(server);
  return {
    url: `postgresql://loupe@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

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

function installFromDebian() {
  if (process.platform !== "linux" || !isRoot || spawnSync("which", ["apt-get"]).status !== 0) return undefined;
  console.log("loupe: installing postgresql (apt-get)");
  const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "postgresql"], options);
  return findPrograms();
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
