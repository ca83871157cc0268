import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { StartError } from "@/service/store/start-error";

const text = z.string().min(1).optional();
const schema = z.object({
  admin_key: text,
  nextauth_secret: text,
  /** Seals the keys of model servers; 32 bytes in base64url. */
  secret: text,
  /** The one before, which values may still be sealed with, also those of a backup. */
  secret_old: text,
});

/** The generated secrets of an instance. */
export type KeptSecrets = z.infer<typeof schema>;

/** The file of a data folder that has its generated secrets; only its owner can read it. */
export const secretsFile = (dataFolder: string) => path.join(dataFolder, "secrets.json");

/** None if there is no file. Throws `StartError` for a file that is not valid. */
export function readSecretsFile(file: string): KeptSecrets {
  if (!existsSync(file)) return {};
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new StartError(`LOUPE_DATA_DIR: ${file} is invalid; fix it, or move it elsewhere to generate new secrets`);
  }
}

/**
 * With a rename, so that a process that is killed midway never leaves an incomplete file. Its owner stays: a command may
 * run as another user than the service.
 */
export function writeSecretsFile(file: string, secrets: KeptSecrets): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  const owner = existsSync(file) ? statSync(file) : undefined;
  if (owner && process.getuid?.() === 0) chownSync(draft, owner.uid, owner.gid);
  renameSync(draft, file);
}
