import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { KEY, ServiceProcess, WAIT } from "../durability/service-process";
import { ensureBuilt } from "../start/build.mjs";
import { commandLine, commandOnTerminal, runCommandLine } from "../testing/command-line";

vi.setConfig({ testTimeout: 300_000 });

const service = new ServiceProcess();
const home = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-login-")));
const environment = { XDG_CONFIG_HOME: home, NO_COLOR: "1" };
const personal: NodeJS.ProcessEnv = { NODE_ENV: "production", PATH: process.env.PATH, HOME: home, ...environment };
const file = path.join(home, "loupe", "login.json");

beforeAll(async () => {
  await ensureBuilt("service");
  await service.start();
}, 300_000);
afterAll(async () => {
  await service.remove();
  rmSync(home, { recursive: true, force: true });
});

interface Session {
  child: ChildProcess;
  shown: () => string;
  /** Waits for a text on the terminal, and then types a line. */
  answer: (question: string, line: string) => Promise<void>;
  status: Promise<unknown>;
}

/** `loupe` on a terminal, as a person uses it. */
function onTerminal(...args: string[]): Session {
  const [program = "", ...rest] = commandOnTerminal(args);
  const child = spawn(program, rest, { env: personal });
  onTestFinished(() => void child.kill("SIGKILL"));
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (shown += text));
  return {
    child,
    shown: () => shown,
    answer: async (question, line) => {
      await vi.waitFor(() => expect(shown).toContain(question), WAIT);
      child.stdin.write(line);
    },
    status: once(child, "close").then(([status]: unknown[]) => status),
  };
}

test("a person signs in on a terminal: the key is not shown, is stored for its owner only, and is used from then on", async () => {
  const login = onTerminal("login");
  await login.answer("Address of the service", `${service.address}\r`);
  await login.answer("API key (not shown): ", `x${KEY}\u0001\u001B[3~\r`);
  expect(await login.status).toBe(0);
  expect(login.shown()).toContain(`Signed in to ${service.address} as admin`);
  expect(login.shown()).not.toContain(KEY.slice(0, 6));
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const own = await runCommandLine(["whoami"], environment);
  expect([own.status, own.stdout]).toEqual([0, expect.stringContaining(`Service  ${service.address}\n`)]);
  expect(own.stdout + own.stderr).not.toContain(KEY);
  const elsewhere = await runCommandLine(["whoami", "--url", "http://127.0.0.1:9"], environment);
  expect(elsewhere).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`The stored key is for ${service.address}`),
  });

  expect((await runCommandLine(["logout"], environment)).status).toBe(0);
  expect(existsSync(file)).toBe(false);
  expect(await runCommandLine(["traces"], environment)).toMatchObject({
    status: 2,
    stdout: "",
    stderr: "loupe: There is no API key; run `loupe login`, or set LOUPE_URL and LOUPE_API_KEY.\n",
  });
});

test("a key that the service does not accept is not stored, and neither is one that is interrupted", async () => {
  const wrong = onTerminal("login", "--url", service.address);
  await wrong.answer("API key (not shown): ", "lp_wrong_key\r");
  expect(await wrong.status).toBe(3);
  expect(wrong.shown()).toContain(`loupe: ${service.address} does not accept this API key, so it was not stored; `);
  expect(wrong.shown()).not.toContain("lp_wrong_key");
  const interrupted = onTerminal("login", "--url", service.address);
  await interrupted.answer("API key (not shown): ", "lp_\u0003");
  expect(await interrupted.status).toBe(130);
  expect(existsSync(file)).toBe(false);
});

test("an address where there is no Loupe is asked for no key", async () => {
  const nowhere = onTerminal("login", "--url", "http://127.0.0.1:9");
  expect(await nowhere.status).toBe(3);
  expect(nowhere.shown()).toMatch(/did not respond; check the address/);
  expect(nowhere.shown()).not.toContain("API key (not shown)");
});

test("a program signs in with the key on standard input", async () => {
  const [program = "", ...args] = commandLine(["login", "--url", service.address]);
  const child = spawn(program, args, { env: personal });
  child.stdin.end(`${KEY}\n`);
  const [status] = await once(child, "close");
  expect(status).toBe(0);
  expect(readFileSync(file, "utf8")).toContain(KEY);
});
