import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ensureBuilt } from "./start/build.mjs";
import { type Role, type Started, freePorts, processesOf, start } from "./testing/started";

const NODE_START = [process.execPath, "scripts/start.mjs"];
const KEY = "lp_test_start_key";
// Long, since other test files use the same cores: these are timeouts for tests that hang.
const WAIT = { timeout: 60_000, interval: 20 };
vi.setConfig({ testTimeout: 120_000 });
const NOBODY = 65_534;

let parent: string;
let data: string;
let environment: Record<string, string>;
let address: string;

beforeAll(() => ensureBuilt("all"), 300_000);

beforeEach(async () => {
  parent = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-start-")));
  data = path.join(parent, "data");
  const [port, servicePort] = await freePorts(2);
  address = `http://127.0.0.1:${servicePort}`;
  environment = {
    LOUPE_DATA_DIR: data,
    PORT: String(port),
    LOUPE_SERVICE_PORT: String(servicePort),
    LOUPE_ADMIN_KEY: KEY,
  };
});

afterEach(async () => {
  await vi.waitFor(() => {
    for (const pid of processesOf(data).values()) process.kill(pid, "SIGKILL");
    if (roles().length > 0) throw new Error(`still running: ${roles().join(", ")}`);
  }, WAIT);
  rmSync(parent, { recursive: true, force: true });
});

const roles = () => [...processesOf(data).keys()].toSorted();
const pidOf = (role: Role) => processesOf(data).get(role) ?? Number.NaN;

async function untilSays(started: Started, text: string): Promise<void> {
  const isOver = () => started.child.exitCode !== null;
  await vi.waitFor(() => expect(isOver() || started.stdout.includes(text)).toBe(true), WAIT);
  if (!started.stdout.includes(text)) throw new Error(`ended before "${text}": ${started.stderr}`);
}

/** Starts everything and waits for the sign-in link. */
async function startAll(command = NODE_START): Promise<Started> {
  const started = start(command, environment);
  await untilSays(started, "Sign in: ");
  return started;
}

async function call(endpoint: string, body: object): Promise<unknown> {
  const response = await fetch(`${address}${endpoint}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${KEY}`, connection: "close" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}

test("npm start prints one ready line each and a link that leads to a page; SIGTERM to npm alone stops everything", async () => {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const started = await startAll([...npm, "start"]);
  const dashboard = `http://127.0.0.1:${environment.PORT}`;
  expect(started.stdout.match(/^ready .*/gm)).toEqual([`ready service ${address}`, `ready dashboard ${dashboard}`]);
  expect(started.stdout).toMatch(new RegExp(`^Sign in: ${dashboard}/sign-in#code=[\\w-]{43}$`, "m"));
  expect((await fetch(`${address}/health`)).status).toBe(200);
  expect((await fetch(`${dashboard}/sign-in`)).status).toBe(200);
  expect(roles()).toEqual(["background", "dashboard", "launcher", "npm", "postgres", "server", "service"]);
  expect(started.stdout + started.stderr).not.toContain(KEY);
  expect(statSync(data).mode & 0o777).toBe(0o700);

  const link = start([...NODE_START, "sign-in-link"], environment);
  expect(await link.exited).toBe(0);
  expect(link.stdout).toMatch(new RegExp(`^${dashboard}/sign-in#code=[\\w-]{43}\\n$`));
  const elsewhere = start([...NODE_START, "sign-in-link"], { LOUPE_DATA_DIR: data });
  expect(await elsewhere.exited).toBe(0);
  expect(elsewhere.stdout).toMatch(new RegExp(`^${dashboard}/sign-in#code=[\\w-]{43}\\n$`));

  started.child.kill("SIGTERM");
  await started.exited;
  await expect.poll(roles, WAIT).toEqual([]);
  const without = start([...NODE_START, "sign-in-link"], { LOUPE_DATA_DIR: data });
  expect(await without.exited).toBe(1);
  expect(without.stdout).toBe("");
  expect(without.stderr).toMatch(`loupe: No dashboard runs with the data folder ${data}. `);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s ends everything, status 0", async (signal) => {
  const started = start([...NODE_START, "service"], environment);
  await untilSays(started, "ready service");
  started.child.kill(signal);
  expect(await started.exited).toBe(0);
  expect(roles()).toEqual([]);
  expect(started.stderr).toBe("");
});

test.each([
  ["service", /^loupe: service exited unexpectedly \(SIGKILL\); stopping Loupe\n$/],
  ["dashboard", /^loupe: dashboard exited unexpectedly \(SIGKILL\); stopping Loupe\n$/],
] as const)("a %s that is killed takes the others with it, status 1", async (role, complaint) => {
  const started = await startAll();
  process.kill(pidOf(role), "SIGKILL");
  expect(await started.exited).toBe(1);
  expect(started.stderr).toMatch(complaint);
  await expect.poll(roles, WAIT).toEqual([]);
});

test("a killed database is restarted with its data", async () => {
  const started = await startAll();
  const asked = { project_id: "acme/app", id: "kept" };
  await call("/call/start", { start: { ...asked, trace_id: "t", op_name: "op", started_at: "2026-11-20T08:00:00Z" } });
  process.kill(pidOf("postgres"), "SIGKILL");
  await untilSays(started, "the database server has restarted");
  await vi.waitFor(() => call("/call/read", asked), WAIT);
  started.child.kill("SIGTERM");
  expect(await started.exited).toBe(0);
});

test("the other processes end with a killed launcher", async () => {
  const started = await startAll();
  started.child.kill("SIGKILL");
  await expect.poll(roles, WAIT).toEqual([]);
});

test("after a kill of everything the next start recovers the database with its data", async () => {
  const started = await startAll();
  const id = "0197a000-0000-7000-8000-000000000001";
  const one = {
    project_id: "local/default",
    id,
    trace_id: "t",
    op_name: "kept",
    started_at: "2026-01-02T03:04:05.678901Z",
  };
  const killed = (["launcher", "service", "dashboard"] as const).map(pidOf);
  await call("/call/start", { start: { ...one, attributes: {}, inputs: {} } });
  // At once, so that none notices that the others end, and with log lines that nobody reads any more.
  for (const pid of killed) process.kill(pid, "SIGKILL");
  await started.exited;
  const database = pidOf("postgres");
  expect(database).toBeGreaterThan(0);

  const again = await startAll();
  expect(again.stdout).toContain("using the PostgreSQL server left running by an earlier start");
  expect(pidOf("postgres")).toBe(database);
  expect(await call("/call/read", { project_id: "local/default", id })).toMatchObject({ call: { op_name: "kept" } });
  again.child.kill("SIGTERM");
  expect(await again.exited).toBe(0);
  await expect.poll(roles, WAIT).toEqual([]);
});

test("a second start on the same data folder is rejected, and the first continues", async () => {
  const first = start([...NODE_START, "service"], environment);
  await untilSays(first, "ready service");
  const [port, servicePort] = await freePorts(2);
  const second = start(NODE_START, { ...environment, PORT: String(port), LOUPE_SERVICE_PORT: String(servicePort) });
  expect(await second.exited).toBe(1);
  expect(second.stderr).toMatch(/^loupe: LOUPE_DATA_DIR: another Loupe instance is already running in [^\n]*\n$/);
  expect((await fetch(`${address}/health`)).status).toBe(200);
  first.child.kill("SIGTERM");
  expect(await first.exited).toBe(0);
});

test("a user who is not root, a path of 150 characters, and NODE_ENV=development around it", async () => {
  data = path.join(parent, "x".repeat(149 - parent.length));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(parent, NOBODY, NOBODY);
  const account = isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
  environment = { ...environment, LOUPE_DATA_DIR: data, NODE_ENV: "development" };
  const started = await startAll([...account, ...NODE_START]);
  expect(data).toHaveLength(150);
  expect(statSync(path.join(data, "postgres")).uid).toBe(isRoot ? NOBODY : process.getuid?.());
  started.child.kill("SIGTERM");
  expect(await started.exited).toBe(0);
});

async function listening(port: string | undefined): Promise<{ close: () => void }> {
  const server = createServer().listen(Number(port), "127.0.0.1");
  await once(server, "listening");
  return server;
}

interface Refusal {
  name: string;
  set?: Record<string, string>;
  prepare?: () => Promise<{ close: () => void }>;
  args?: string[];
  says: RegExp;
}

const SECRETS = { NEXTAUTH_SECRET: "s" };
const refusals: Refusal[] = [
  {
    name: "PORT in use",
    prepare: () => listening(environment.PORT),
    says: /^PORT: port \d+ on 127\.0\.0\.1 is in use; /,
  },
  {
    name: "LOUPE_SERVICE_PORT in use",
    prepare: () => listening(environment.LOUPE_SERVICE_PORT),
    says: /^LOUPE_SERVICE_PORT: port \d+ on 127\.0\.0\.1 is in use; /,
  },
  { name: "a bad port", set: { PORT: "x" }, says: /^PORT: found "x", expected a whole number from 1 to 65535$/ },
  {
    name: "a bad switch",
    set: { LOUPE_SERVICE_CORE_ONLY: "?" },
    says: /^LOUPE_SERVICE_CORE_ONLY: found "\?", expected one of /,
  },
  {
    name: "an address of another machine",
    set: { LOUPE_HOST: "192.0.2.1" },
    says: /^LOUPE_HOST: 192\.0\.2\.1 is not an address of this machine /,
  },
  {
    name: "a folder that cannot be made",
    set: { LOUPE_DATA_DIR: "/proc/loupe" },
    says: /^LOUPE_DATA_DIR: cannot write to \/proc\/loupe \(E\w+\); /,
  },
  {
    name: "a database that does not answer",
    set: { ...SECRETS, DATABASE_URL: "postgresql://u:hunter2@127.0.0.1:1/d" },
    says: /^DATABASE_URL: the database at 127\.0\.0\.1:1\/d did not respond \(ECONNREFUSED\); /,
  },
  {
    name: "a secret missing beside a DATABASE_URL",
    set: { DATABASE_URL: "postgresql://u:hunter2@127.0.0.1:1/d" },
    says: /^NEXTAUTH_SECRET: not set\. With DATABASE_URL, secrets are not generated; /,
  },
  {
    name: "an admin key that anyone could guess",
    set: { LOUPE_ADMIN_KEY: "x" },
    says: /^LOUPE_ADMIN_KEY: found 1 character, expected at least 8; generate a key with: openssl rand -base64 24$/,
  },
  { name: "services that are no JSON", set: { LOUPE_SERVICES: "{" }, says: /LOUPE_SERVICES: / },
  {
    name: "an unknown word",
    args: ["everything"],
    says: /^npm start: unknown mode "everything"; omit the mode, or use one of /,
  },
];

test.each(refusals)("is rejected with one line: $name", async ({ set, prepare, args = [], says }) => {
  const blocker = await prepare?.();
  const started = start([...NODE_START, ...args], { ...environment, ...set });
  expect(await started.exited).toBe(1);
  blocker?.close();
  expect(started.stderr).toMatch(/^loupe: [^\n]+\n$/);
  expect(started.stderr.slice("loupe: ".length, -1)).toMatch(says);
  expect(started.stderr).not.toContain("hunter2");
  expect(roles()).toEqual([]);
});

test.each(["PORT", "LOUPE_SERVICE_PORT"])("a taken %s is noticed before the database is started", async (variable) => {
  const blocker = await listening(environment[variable]);
  const started = start(NODE_START, environment);
  expect(await started.exited).toBe(1);
  blocker.close();
  expect(started.stderr).toContain(`or set ${variable} to a free port`);
  expect(started.stdout).toBe("");
  expect(readdirSync(data).filter((name) => name.startsWith("postgres"))).toEqual([]);
  expect(roles()).toEqual([]);
});

test("with LOUPE_SERVICES the dashboard starts alone, without a link", async () => {
  const services = JSON.stringify([{ name: "Elsewhere", base_url: address }]);
  const started = start(NODE_START, { ...environment, LOUPE_SERVICES: services });
  await untilSays(started, "ready dashboard");
  expect(roles()).toEqual(["dashboard", "launcher"]);
  expect(started.stdout).not.toContain("sign-in#code");
  started.child.kill("SIGTERM");
  expect(await started.exited).toBe(0);
});

test("secrets are generated on the first start, readable only by the owner, and never printed", async () => {
  const { LOUPE_ADMIN_KEY: _given, ...rest } = environment;
  environment = rest;
  const started = await startAll();
  const file = path.join(data, "secrets.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
  expect(kept).toEqual({
    admin_key: expect.stringMatching(/^lp_/),
    nextauth_secret: expect.any(String),
    secret: expect.stringMatching(/^[\w-]{43}$/),
  });
  started.child.kill("SIGTERM");
  await started.exited;
  const logs = ["service.log", "postgres.log"].map((name) => path.join(data, name)).filter((log) => existsSync(log));
  const said = [started.stdout, started.stderr, ...logs.map((log) => readFileSync(log, "utf8"))].join("\n");
  for (const secret of Object.values(kept ?? {})) expect(said).not.toContain(secret);
});
