import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Started, freePorts, processesOf, start } from "@/scripts/testing/started";

const KEY = "lp_bench_key";
const KIB_PER_MIB = 1024;

/** A Loupe in a temporary folder, started as `npm start` starts it. */
export interface System {
  key: string;
  dataFolder: string;
  dashboardUrl: string;
  serviceUrl: string;
  signInLink: string;
  /** From the command to both processes being ready. */
  startMs: number;
  /** Resident memory of each process now, MiB. */
  memoryMib(): Record<string, number>;
  /** Stops it and starts it again on what it holds. */
  restart(): Promise<System>;
  remove(): Promise<void>;
}

/** Starts a Loupe on nothing, with more variables than it needs. */
export async function startSystem(environment: Record<string, string> = {}): Promise<System> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-bench-")));
  const ports = await freePorts(2);
  return startOn(folder, ports, environment);
}

async function startOn(folder: string, ports: readonly number[], environment: Record<string, string>): Promise<System> {
  const [port = 0, servicePort = 0] = ports;
  const dataFolder = path.join(folder, "data");
  const began = performance.now();
  const started = start([process.execPath, "scripts/start.mjs"], {
    LOUPE_DATA_DIR: dataFolder,
    LOUPE_ADMIN_KEY: KEY,
    PORT: String(port),
    LOUPE_SERVICE_PORT: String(servicePort),
    ...environment,
  });
  const signInLink = await signInLinkOf(started);
  const startMs = performance.now() - began;
  const stop = async () => {
    started.child.kill("SIGTERM");
    await started.exited;
  };
  return {
    key: KEY,
    dataFolder,
    dashboardUrl: `http://127.0.0.1:${port}`,
    serviceUrl: `http://127.0.0.1:${servicePort}`,
    signInLink,
    startMs,
    memoryMib: () => memoryOf(dataFolder),
    restart: async () => {
      await stop();
      return startOn(folder, ports, environment);
    },
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function signInLinkOf(started: Started): Promise<string> {
  for (;;) {
    const link = /^Sign in: (\S+)$/m.exec(started.stdout)?.[1];
    if (link) return link;
    if (started.child.exitCode !== null || !started.child.stdout) throw new Error(started.stdout + started.stderr);
    await Promise.race([once(started.child.stdout, "data"), started.exited]);
  }
}

function memoryOf(dataFolder: string): Record<string, number> {
  const roles = [...processesOf(dataFolder)].filter(([role]) => role === "service" || role === "dashboard");
  return Object.fromEntries(roles.map(([role, pid]) => [role, residentMib(pid)]));
}

function residentMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kib) / KIB_PER_MIB);
}
