import * as z from "zod";
import type { SealedField } from "@/service/secrets/seal";
import type { Secrets } from "@/service/secrets/secrets";

const tokens = z.object({
  refresh_token: z.string().optional(),
  access_token: z.string(),
  /** Names the session when a person signs out at the provider. */
  id_token: z.string(),
});

/** A provider's tokens of a session. */
export type Tokens = z.infer<typeof tokens>;

/** What the tokens of a session are sealed for. */
export const tokensField = (id: string): SealedField => ({ id, field: "person_sessions.tokens" });

/** The tokens of a session as they are stored. Throws `NoSecretError`. */
export function sealTokens(given: Tokens, sessionId: string, secrets: Secrets): string {
  return secrets.seal(JSON.stringify(given), tokensField(sessionId));
}

/** Throws `SealError`. */
export function openTokens(sealed: string, sessionId: string, secrets: Secrets): Tokens {
  return tokens.parse(JSON.parse(secrets.open(sealed, tokensField(sessionId))));
}
