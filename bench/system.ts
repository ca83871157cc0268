import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Role, type Started, allProcessesOf, freePorts, start } from "@/scripts/testing/started";
import { residentMib } from "./process-use";

const KEY = "lp_bench_key";
const MEASURED: Role[] = ["service", "server", "background", "dashboard"];

/** The last line it prints at start, with or without its dashboard. */
const UP = { all: /^Sign in: (\S+)$/m, service: /^ready service (\S+)$/m };
type Mode = keyof typeof UP;

/** A Loupe in a temporary folder, started as `npm start` starts it. */
export interface System {
  key: string;
  dataFolder: string;
  dashboardUrl: string;
  serviceUrl: string;
  /** Empty if there is no dashboard. */
  signInLink: string;
  /** From the command until both processes are ready. */
  startMs: number;
  /** Current resident memory of all processes but the database's, MiB. */
  memoryMib(): number;
  /** The processes that currently have these roles. */
  processesOf(...roles: Role[]): number[];
  /** Stops it and starts it again on its data. */
  restart(): Promise<System>;
  /** Stops it; its data stays. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a Loupe without data, or only its service, with additional variables. */
export async function startSystem(environment: Record<string, string> = {}, mode: Mode = "all"): Promise<System> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-bench-")));
  return startOn(folder, await freePorts(2), environment, mode);
}

/** Starts only the service, on the data that an earlier run left in a folder, if there is any. */
export async function startServiceIn(folder: string): Promise<System> {
  mkdirSync(folder, { recursive: true });
  // Whatever ends this process also ends the service, which would otherwise keep the folder.
  return startOn(realpathSync(folder), await freePorts(2), { npm_lifecycle_event: "bench" }, "service");
}

async function startOn(
  folder: string,
  ports: readonly number[],
  environment: Record<string, string>,
  mode: Mode,
): Promise<System> {
  const [port = 0, servicePort = 0] = ports;
  const dataFolder = path.join(folder, "data");
  const began = performance.now();
  const started = start([process.execPath, "scripts/start.mjs", ...(mode === "all" ? [] : [mode])], {
    LOUPE_DATA_DIR: dataFolder,
    LOUPE_ADMIN_KEY: KEY,
    PORT: String(port),
    LOUPE_SERVICE_PORT: String(servicePort),
    ...environment,
  });
  const said = await saidBy(started, UP[mode]);
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
    signInLink: mode === "all" ? said : "",
    startMs,
    memoryMib: () => memoryOf(dataFolder),
    processesOf: (...roles) => allProcessesOf(dataFolder).flatMap(([role, pid]) => (roles.includes(role) ? [pid] : [])),
    restart: async () => {
      await stop();
      return startOn(folder, ports, environment, mode);
    },
    stop,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function saidBy(started: Started, wanted: RegExp): Promise<string> {
  for (;;) {
    const said = wanted.exec(started.stdout)?.[1];
    if (said) return said;
    if (started.child.exitCode !== null || !started.child.stdout) throw new Error(started.stdout + started.stderr);
    await Promise.race([once(started.child.stdout, "data"), started.exited]);
  }
}

function memoryOf(dataFolder: string): number {
  return allProcessesOf(dataFolder)
    .filter(([role]) => MEASURED.includes(role))
    .reduce((sum, [, pid]) => sum + residentMib(pid), 0);
}
