import { StartError } from "@/service/store/start-error";
import type { SecretsSource } from "./secrets";
import { secretsFile } from "./secrets-file";

type Variables = { LOUPE_SECRET?: Buffer; LOUPE_SECRET_OLD?: Buffer; DATABASE_URL?: string; LOUPE_DATA_DIR: string };

/** Where the secrets of an instance come from. Throws `StartError` if only the earlier one is set. */
export function secretsSource({
  LOUPE_SECRET,
  LOUPE_SECRET_OLD,
  DATABASE_URL,
  LOUPE_DATA_DIR,
}: Variables): SecretsSource {
  if (LOUPE_SECRET_OLD && !LOUPE_SECRET)
    throw new StartError("LOUPE_SECRET: not set, although LOUPE_SECRET_OLD is; set it to the secret that replaces it");
  return {
    current: LOUPE_SECRET,
    old: LOUPE_SECRET_OLD,
    file: DATABASE_URL === undefined ? secretsFile(LOUPE_DATA_DIR) : undefined,
  };
}
