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
 * The wanted secrets: as given, else as kept in `<dataFolder>/secrets.json` (mode 0600), else made and kept there.
 * Without a data folder none is made: throws `StartError` naming what is missing.
 */
export function findSecrets(wanted: readonly SecretName[], given: Secrets, dataFolder?: string): Secrets {
  const secrets: Secrets = Object.fromEntries(wanted.map((name) => [name, given[name]]));
  const missing = wanted.filter((name) => given[name] === undefined);
  if (missing.length === 0) return secrets;
  if (dataFolder === undefined)
    throw new StartError(
      `${missing.join(", ")}: not set; with DATABASE_URL every secret must be given, none is generated`,
    );
  const file = path.join(dataFolder, "secrets.json");
  const kept = existsSync(file) ? read(file) : {};
  const made = missing.filter((name) => kept[SECRETS[name].field] === undefined);
  for (const name of made) kept[SECRETS[name].field] = SECRETS[name].make();
  if (made.length > 0) write(file, kept);
  for (const name of missing) secrets[name] = kept[SECRETS[name].field];
  return secrets;
}

function read(file: string): Kept {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new StartError(
      `LOUPE_DATA_DIR: ${file} cannot be read as secrets; correct it, or move it away to get new ones`,
    );
  }
}

/** By a rename, so that a start killed midway never leaves half a file. */
function write(file: string, secrets: Kept): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
