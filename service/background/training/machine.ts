import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";

/** The folder of training jobs' files, which may not exist yet. */
export const trainingPath = (dataFolder: string): string => path.resolve(dataFolder, "training");

/** Like `trainingPath`, but creates the folder if it does not exist; readable only by the owner of the data folder. */
export function trainingFolder(dataFolder: string): string {
  const folder = trainingPath(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** A name for this machine and this data folder: services with the same name see the same processes and files. */
export function machineName(folder: string): string {
  const file = path.join(folder, "machine");
  try {
    writeFileSync(file, randomUUID(), { flag: "wx", mode: 0o600 });
  } catch {
    // The file already exists.
  }
  return `${hostname()} ${readFileSync(file, "utf8")}`;
}
