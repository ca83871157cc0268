import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { type Role, type Started, freePorts, processesOf, start } from "@/scripts/testing/started";

export const KEY = "lp_test_durability";
/** Seals what alerts and model servers need to be kept secret, as that which `npm start` generates. */
const SECRET = Buffer.alloc(32, "durability").toString("base64");
// Long, since other test files use the same cores: these are timeouts for tests that hang.
export const WAIT = { timeout: 60_000, interval: 20 };

/** What sends requests to a service. */
export type Asking = Pick<ServiceProcess, "ask">;

/** For tests: the built service in its own process, which may be killed and started again on the same data. */
export class ServiceProcess {
  readonly data: string;
  readonly #parent: string;
  #environment: Record<string, string> = {};
  #started: Started | undefined;

  /** Its data folder is in a new folder within `place`. */
  constructor(place = tmpdir()) {
    this.#parent = realpathSync(mkdtempSync(path.join(place, "loupe-durability-")));
    this.data = path.join(this.#parent, "data");
  }

  /** Starts it on a free port and waits until it is ready. */
  async start(more: Record<string, string> = {}): Promise<void> {
    const [port] = await freePorts(1);
    this.#environment = {
      LOUPE_DATA_DIR: this.data,
      LOUPE_SERVICE_PORT: String(port),
      LOUPE_ADMIN_KEY: KEY,
      LOUPE_SECRET: SECRET,
      ...more,
    };
    const started = start([process.execPath, "dist/service.mjs"], this.#environment);
    this.#started = started;
    await vi.waitFor(() => {
      if (started.child.exitCode === null && !started.stdout.includes("ready service")) throw new Error("not ready");
    }, WAIT);
    if (!started.stdout.includes("ready service")) throw new Error(`the service did not start: ${started.stderr}`);
  }

  /** Its address. */
  get address(): string {
    return `http://127.0.0.1:${this.#environment.LOUPE_SERVICE_PORT}`;
  }

  /** What it has written to its standard output. */
  get output(): string {
    return this.#started?.stdout ?? "";
  }

  /** The lines of its log about errors that it did not expect. */
  get unexpectedErrors(): string[] {
    return this.#started?.stdout.split("\n").filter((line) => line.includes('"unexpected error"')) ?? [];
  }

  /** POSTs JSON (or GETs without a body), by default with the admin key. */
  async ask(place: string, body?: unknown, key = KEY, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.address}${place}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /** Kills processes at once, as in a crash. */
  kill(...roles: Role[]): void {
    const running = processesOf(this.data);
    for (const role of roles) {
      const pid = running.get(role);
      if (pid !== undefined) process.kill(pid, "SIGKILL");
    }
  }

  /** Stops it and waits; returns its exit code. */
  async stop(): Promise<number | null> {
    this.#started?.child.kill("SIGTERM");
    return this.exited();
  }

  /** Waits for the end of the service's own process. */
  async exited(): Promise<number | null> {
    return (await this.#started?.exited) ?? null;
  }

  /** Kills all processes and removes everything. */
  async remove(): Promise<void> {
    await vi.waitFor(() => {
      this.kill("service", "postgres");
      if (processesOf(this.data).size > 0) throw new Error("still running");
    }, WAIT);
    rmSync(this.#parent, { recursive: true, force: true });
  }
}
