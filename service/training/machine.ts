import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";

/** Where the files of training jobs lie, once there are any. */
export const trainingPath = (dataFolder: string): string => path.resolve(dataFolder, "training");

/** The same, made where it is not there; whoever reads the data folder's owner's files may read them. */
export function trainingFolder(dataFolder: string): string {
  const folder = trainingPath(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** A name for this machine and this data folder: who shares it sees the same processes and files. */
export function machineName(folder: string): string {
  const file = path.join(folder, "machine");
  try {
    writeFileSync(file, randomUUID(), { flag: "wx", mode: 0o600 });
  } catch {
    // Named before.
  }
  return `${hostname()} ${readFileSync(file, "utf8")}`;
}
