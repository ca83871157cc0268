import { randomBytes } from "node:crypto";
import { readSecretsFile, secretsFile, writeSecretsFile } from "@/service/secrets/secrets-file";
import { StartError } from "@/service/store/start-error";

const SECRETS = {
  LOUPE_ADMIN_KEY: {
    field: "admin_key",
    make: () => `lp_${randomBytes(6).toString("hex")}_${randomBytes(24).toString("base64url")}`,
  },
  NEXTAUTH_SECRET: { field: "nextauth_secret", make: () => randomBytes(32).toString("base64url") },
  LOUPE_SECRET: { field: "secret", make: () => randomBytes(32).toString("base64url") },
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
  const file = secretsFile(dataFolder);
  const stored = readSecretsFile(file);
  const created = missing.filter((name) => stored[SECRETS[name].field] === undefined);
  for (const name of created) stored[SECRETS[name].field] = SECRETS[name].make();
  if (created.length > 0) writeSecretsFile(file, stored);
  for (const name of missing) secrets[name] = stored[SECRETS[name].field];
  return secrets;
}
