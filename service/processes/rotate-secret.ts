import { randomBytes } from "node:crypto";
import { counted } from "@/lib/format/number";
import { receiverField } from "@/service/background/alerts/receiver";
import { headersField, keyField } from "@/service/inference/open-connection";
import { tokensField } from "@/service/people/session-tokens";
import { SealError, type SealedField } from "@/service/secrets/seal";
import { Secrets, type SecretsSource } from "@/service/secrets/secrets";
import { readSecretsFile, writeSecretsFile } from "@/service/secrets/secrets-file";
import type { Reseal, Resealed, SealedColumn } from "@/service/store/maintenance/reseal";
import { StartError } from "@/service/store/start-error";
import { runnerField } from "@/service/background/training/stored-runner";

const SECRET_BYTES = 32;
const LIST = new Intl.ListFormat("en-GB");

/**
 * Seals the keys of all model servers and training runners, the addresses of alerts' channels and the tokens of all sessions
 * with a new secret: a generated
 * one, which replaces that of the file, or `LOUPE_SECRET`, which replaces `LOUPE_SECRET_OLD`. A rotation that was
 * interrupted is finished first. Returns what was done; throws `StartError` if there is nothing to rotate.
 */
export async function rotateSecret(
  source: SecretsSource,
  resealAll: (reseal: Reseal) => Promise<Resealed>,
): Promise<string> {
  if (source.current) {
    if (!source.old)
      throw new StartError(
        "LOUPE_SECRET_OLD: not set; set it to the present secret and LOUPE_SECRET to a new one, restart all replicas with both, then run this again",
      );
    const done = await resealAll(resealerOf(source));
    return `${summary(done)}; LOUPE_SECRET_OLD is only needed for earlier backups now`;
  }
  if (source.file === undefined) throw new StartError("LOUPE_SECRET: not set, so nothing is stored that it encrypts");
  const kept = readSecretsFile(source.file);
  if (kept.secret !== undefined) await resealAll(resealerOf(source));
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  writeSecretsFile(source.file, { ...kept, secret, secret_old: kept.secret });
  return `${summary(await resealAll(resealerOf(source)))}; the new secret is in ${source.file}`;
}

/** What the value of a column is sealed for. */
const FIELDS: Record<SealedColumn, (id: string) => SealedField> = {
  sealed_key: keyField,
  sealed_headers: headersField,
  sealed_secrets: runnerField,
  sealed_receiver: receiverField,
  sealed_tokens: tokensField,
};

function resealerOf(source: SecretsSource): Reseal {
  const secrets = new Secrets(source);
  return (sealed, { id, column }) => {
    const field = FIELDS[column](id);
    try {
      return secrets.seal(secrets.open(sealed, field), field);
    } catch (error) {
      if (error instanceof SealError) return undefined;
      throw error;
    }
  };
}

function summary({ counts, left, ended }: Resealed): string {
  const sealed = [
    `the keys of ${counted(counts.model_servers, "model server")}`,
    ...(counts.training_runners === 0 ? [] : [counted(counts.training_runners, "training runner")]),
    ...(counts.alert_channels === 0 ? [] : [`the addresses of ${counted(counts.alert_channels, "channel")} of alerts`]),
    ...(counts.person_sessions === 0 ? [] : [`the tokens of ${counted(counts.person_sessions, "session")}`]),
  ];
  return [
    `sealed ${LIST.format(sealed)} with the new secret`,
    ...(left.length === 0
      ? []
      : [`enter those of ${[...new Set(left)].join(", ")} again, which no known secret opens`]),
    ...(ended === 0 ? [] : [`ended ${counted(ended, "session")}, whose tokens no known secret opens`]),
  ].join("; ");
}
