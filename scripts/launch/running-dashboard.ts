import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { isAlive } from "@/service/store/embedded/postmaster";

const schema = z.object({
  /** Of the launcher. */
  pid: z.int().positive(),
  /** For browsers. */
  url: z.string().min(1),
  /** On this machine. */
  local_url: z.string().min(1),
});

/** Where the dashboard of a data folder runs. */
export type RunningDashboard = z.infer<typeof schema>;

const fileOf = (dataFolder: string) => path.join(dataFolder, "dashboard.json");

/** Notes that this process runs the dashboard of a data folder, for commands in other shells. */
export function noteDashboard(dataFolder: string, urls: Omit<RunningDashboard, "pid">): void {
  const draft = `${fileOf(dataFolder)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ pid: process.pid, ...urls })}\n`, { mode: 0o600 });
  renameSync(draft, fileOf(dataFolder));
}

/** Removes what this process has noted; the note of a later start stays. */
export function forgetDashboard(dataFolder: string): void {
  if (readNote(dataFolder)?.pid === process.pid) rmSync(fileOf(dataFolder), { force: true });
}

/** Undefined if none was noted, or the process that did so has ended. */
export function findDashboard(dataFolder: string): RunningDashboard | undefined {
  const note = readNote(dataFolder);
  return note && isAlive(note.pid) ? note : undefined;
}

function readNote(dataFolder: string): RunningDashboard | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(fileOf(dataFolder), "utf8")));
  } catch {
    return undefined;
  }
}
