import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { StartError } from "@/service/store/start-error";

const fileSchema = z.object({ admin_key: z.string().min(1).optional(), nextauth_secret: z.string().min(1).optional() });
type Kept = z.infer<typeof fileSchema>;

const SECRETS = {
  LOUPE_ADMIN_KEY: {
    field: "admin_key",
    make: () => `lp_${randomBytes(6).toString("hex")}_${randomBytes(24).toString("base64url")}`,
  },
  NEXTAUTH_SECRET: { field: "nextauth_secret", make: () => randomBytes(32).toString("base64url") },
} as const;

export type SecretName = keyof typeof SECRETS;
type Secrets = Partial<Record<SecretName, string>>;

/**
 * The required secrets: as configured, else from `<dataFolder>/secrets.json` (mode 0600), else generated and stored
 * there. Without a data folder none is generated: throws `StartError` that names the missing ones.
 */
export function findSecrets(required: readonly SecretName[], configured: Secrets, dataFolder?: string): Secrets {
  const secrets: Secrets = Object.fromEntries(required.map((name) => [name, configured[name]]));
  const missing = required.filter((name) => configured[name] === undefined);
  if (missing.length === 0) return secrets;
  if (dataFolder === undefined)
    throw new StartError(`${missing.join(", ")}: not set. With DATABASE_URL, secrets are not generated; set each one.`);
  const file = path.join(dataFolder, "secrets.json");
  const stored = existsSync(file) ? read(file) : {};
  const created = missing.filter((name) => stored[SECRETS[name].field] === undefined);
  for (const name of created) stored[SECRETS[name].field] = SECRETS[name].make();
  if (created.length > 0) write(file, stored);
  for (const name of missing) secrets[name] = stored[SECRETS[name].field];
  return secrets;
}

function read(file: string): Kept {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new StartError(`LOUPE_DATA_DIR: ${file} is invalid; fix it, or move it elsewhere to generate new secrets`);
  }
}

/** With a rename, so that a start that is killed midway never leaves an incomplete file. */
function write(file: string, secrets: Kept): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
