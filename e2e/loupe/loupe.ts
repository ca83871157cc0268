import { randomBytes } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { Nginx } from "@/scripts/testing/nginx";
import { type Started, freePorts, processesOf, start } from "@/scripts/testing/started";
import { certificate, isBehindNginx } from "./behind-nginx";

const POLL = { intervals: [50], timeout: 60_000 };

/**
 * One Loupe with its own data folder and ports: started, killed and started again in the same place. With
 * `LOUPE_TEST_PROXY=nginx` it is behind an nginx, and has another time zone than the browser.
 */
export class Loupe {
  /** The admin key; any other text that contains it is a leak. */
  readonly key = `lp_e2e_${randomBytes(16).toString("hex")}`;
  readonly dataFolder: string;
  /** The addresses of dashboard and service for people and programs. */
  readonly url: string;
  readonly serviceUrl: string;
  /** The service's address on this machine. */
  readonly innerServiceUrl: string;
  readonly #folder: string;
  readonly #environment: Record<string, string>;
  readonly #starts: Started[] = [];

  readonly #nginx: Nginx | undefined;

  private constructor(port: number, servicePort: number, nginx: Nginx | undefined) {
    this.#nginx = nginx;
    this.#folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-e2e-")));
    this.dataFolder = path.join(this.#folder, "data");
    this.innerServiceUrl = `http://127.0.0.1:${servicePort}`;
    this.url = nginx?.url ?? `http://127.0.0.1:${port}`;
    this.serviceUrl = nginx?.serviceUrl ?? this.innerServiceUrl;
    this.#environment = {
      LOUPE_DATA_DIR: this.dataFolder,
      LOUPE_ADMIN_KEY: this.key,
      PORT: String(port),
      LOUPE_SERVICE_PORT: String(servicePort),
      // However busy the machine is, a page comes with its rows.
      LOUPE_READ_AHEAD_MS: "20000",
      // Several are tested in scripts/durability.
      LOUPE_SERVICE_PROCESSES: "1",
      TZ: process.env.LOUPE_TEST_SERVICE_TIME_ZONE ?? process.env.TZ ?? "",
      ...(nginx && {
        NEXTAUTH_URL: this.url,
        LOUPE_SERVICE_URL: this.serviceUrl,
        LOUPE_ALLOWED_HOSTS: "127.0.0.1",
        LOUPE_TRUSTED_PROXIES: "127.0.0.1",
        NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS ?? "",
      }),
    };
  }

  /** Prepares one without starting it. */
  static async place(): Promise<Loupe> {
    const [port = 0, servicePort = 0] = await freePorts(2);
    const behind = { dashboards: [port], services: [servicePort], ...certificate() };
    return new Loupe(port, servicePort, isBehindNginx ? await Nginx.start(behind) : undefined);
  }

  /** `npm start`, or `npm run <script>`; resolves when it is ready. */
  async start(script: "start" | "service" = "start", environment: Record<string, string> = {}): Promise<void> {
    const started = start(["npm", "run", script], { ...this.#environment, ...environment });
    this.#starts.push(started);
    const ready = script === "service" ? "ready service" : "ready dashboard";
    await this.#waitForOutput(
      started,
      environment["LOUPE_SERVICES"] || environment["OIDC_ISSUER"] || script === "service" ? ready : "Sign in: ",
    );
  }

  /** The complete output of its processes. */
  get output(): string {
    return this.#starts.map(({ stdout, stderr }) => stdout + stderr).join("");
  }

  /** The link that the last start printed. */
  get signInLink(): string {
    return linkIn(this.output);
  }

  /** A new link, from `npm run sign-in-link`. */
  async newSignInLink(): Promise<string> {
    const asked = start(["npm", "run", "sign-in-link"], this.#environment);
    await asked.exited;
    return linkIn(asked.stdout);
  }

  /** `kill -9` of every process: launcher, service, dashboard and database. */
  async kill(): Promise<void> {
    await expect
      .poll(() => {
        const running = processesOf(this.dataFolder);
        for (const pid of running.values()) process.kill(pid, "SIGKILL");
        return running.size;
      }, POLL)
      .toBe(0);
    await Promise.all(this.#starts.map(({ exited }) => exited));
  }

  /** SIGTERM, as a supervisor would; throws when a process outlives it. */
  async stop(): Promise<void> {
    for (const { child } of this.#starts) child.kill("SIGTERM");
    await Promise.all(this.#starts.map(({ exited }) => exited));
    await expect.poll(() => [...processesOf(this.dataFolder).keys()], POLL).toEqual([]);
  }

  /** Stops it and removes its data. */
  async remove(): Promise<void> {
    await this.stop();
    await this.#nginx?.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #waitForOutput(started: Started, text: string): Promise<void> {
    const hasEnded = () => started.child.exitCode !== null;
    await expect.poll(() => hasEnded() || started.stdout.includes(text), POLL).toBe(true);
    if (!started.stdout.includes(text)) throw new Error(`ended before "${text}":\n${this.output}`);
  }
}

function linkIn(output: string): string {
  const link = output.match(/http\S+#code=\S+/g)?.at(-1);
  if (!link) throw new Error(`no sign-in link was printed:\n${output}`);
  return link;
}
