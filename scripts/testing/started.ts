import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

/** `service` supervises the `server` and `background` processes, of which there may be several. */
export type Role = "postgres" | "service" | "server" | "background" | "dashboard" | "launcher" | "npm";

/** A command that was started, with its output so far. */
export interface Started {
  child: ChildProcess;
  stdout: string;
  stderr: string;
  /** Exit code; null when a signal ended it. */
  exited: Promise<number | null>;
}

/** Runs a command with nothing but the given environment, in the repository's root or another folder. */
export function start(command: readonly string[], environment: Record<string, string>, folder?: string): Started {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    cwd: folder,
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });
  const exited = once(child, "close").then(([code]): number | null => (typeof code === "number" ? code : null));
  const started: Started = { child, stdout: "", stderr: "", exited };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (started.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (started.stderr += text));
  return started;
}

/** Unused loopback ports. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

/** A running process of each role of one data folder (real path). Linux only. */
export function processesOf(dataFolder: string): Map<Role, number> {
  return new Map(allProcessesOf(dataFolder));
}

/** All running processes of one data folder (real path), found by their arguments or environment. Linux only. */
export function allProcessesOf(dataFolder: string): [Role, number][] {
  return readdirSync("/proc").flatMap((name) => {
    const role = /^\d+$/.test(name) ? roleOf(`/proc/${name}`, dataFolder) : undefined;
    return role ? [[role, Number(name)] satisfies [Role, number]] : [];
  });
}

function roleOf(place: string, dataFolder: string): Role | undefined {
  const args = read(path.join(place, "cmdline")).split("\0");
  const line = args.join(" ");
  if (args.includes(path.join(dataFolder, "postgres"))) return "postgres";
  const environment = read(path.join(place, "environ")).split("\0");
  if (!environment.includes(`LOUPE_DATA_DIR=${dataFolder}`)) return undefined;
  if (line.includes("dist/service.mjs"))
    return (
      (["server", "background"] as const).find((kind) => environment.includes(`LOUPE_PROCESS=${kind}`)) ?? "service"
    );
  if (line.includes("next")) return "dashboard";
  if (args.includes("scripts/start.mjs")) return "launcher";
  return line.includes("npm") ? "npm" : undefined;
}

/** Empty for a process that has ended, or belongs to another user. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
