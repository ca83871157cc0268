import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePorts } from "./started";

/** The configuration that users have. */
const DOCUMENTED = path.resolve(import.meta.dirname, "../../deploy/nginx/loupe.conf");
/** The path of the service in it. */
const SERVICE_PREFIX = "/loupe-service";
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 20;

interface Behind {
  /** Ports of the replicas. */
  dashboards: readonly number[];
  services: readonly number[];
  /** Paths of the files. */
  certificate: string;
  key: string;
}

/** nginx with the documented configuration in front of replicas of Loupe, in a folder of its own. */
export class Nginx {
  /** The addresses of dashboard and service behind it. */
  readonly url: string;
  readonly serviceUrl: string;
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.url = `https://127.0.0.1:${port}`;
    this.serviceUrl = this.url + SERVICE_PREFIX;
    const options = ["-p", folder, "-c", path.join(folder, "nginx.conf"), "-e", path.join(folder, "error.log")];
    this.#child = spawn("nginx", options, { stdio: "inherit" });
    this.#ended = once(this.#child, "close");
  }

  /** Starts it; the replicas need not run yet. */
  static async start(behind: Behind): Promise<Nginx> {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-nginx-")));
    const [port = 0, plainPort = 0] = await freePorts(2);
    writeFileSync(path.join(folder, "loupe.conf"), filledIn(behind, port, plainPort));
    writeFileSync(path.join(folder, "nginx.conf"), around(folder));
    const nginx = new Nginx(folder, port);
    const end = Date.now() + PATIENCE_MS;
    while ((await statusOf(`http://127.0.0.1:${plainPort}/`)) !== 301) {
      if (nginx.#child.exitCode !== null || Date.now() > end) {
        const why = nginx.errors;
        await nginx.remove();
        throw new Error(`nginx did not start: ${why}`);
      }
      await pause(LOOK_EVERY_MS);
    }
    return nginx;
  }

  /** Its log of errors. */
  get errors(): string {
    return readFileSync(path.join(this.#folder, "error.log"), "utf8");
  }

  /** How many requests each replica has answered. */
  usesOf(ports: readonly number[]): number[] {
    const lines = readFileSync(path.join(this.#folder, "access.log"), "utf8").split("\n");
    return ports.map((port) => lines.filter((line) => line.endsWith(`:${port}`)).length);
  }

  /** Stops it and removes its files. */
  async remove(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function statusOf(url: string): Promise<number | undefined> {
  return fetch(url, { redirect: "manual" }).then(
    ({ status }) => status,
    () => undefined,
  );
}

/** What surrounds the documented configuration; all files are in the folder. */
function around(folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 1024; }
http {
  log_format replicas "$status $request_uri $upstream_addr";
  access_log ${folder}/access.log replicas;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  include ${folder}/loupe.conf;
}
`;
}

/** The documented configuration with other addresses and files. */
function filledIn({ dashboards, services, certificate, key }: Behind, port: number, plainPort: number): string {
  const replicas = (ports: readonly number[], rest: string) =>
    ports.map((one) => `server 127.0.0.1:${one} ${rest}`).join("\n    ");
  const rest = "max_fails=1 fail_timeout=5s;";
  const changes = [
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`],
    ["/etc/nginx/certificates/loupe.crt", certificate],
    ["/etc/nginx/certificates/loupe.key", key],
    [`server 127.0.0.1:3000 ${rest}`, replicas(dashboards, rest)],
    [`server 127.0.0.1:3001 ${rest}`, replicas(services, rest)],
  ] as const;
  return changes.reduce(
    (text, [documented, own]) => {
      if (!text.includes(documented)) throw new Error(`${DOCUMENTED} has no "${documented}"`);
      return text.replace(documented, own);
    },
    readFileSync(DOCUMENTED, "utf8"),
  );
}
