import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new secret to sign webhooks with. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

/**
 * The headers that prove who sent a webhook, as Standard Webhooks specifies
 * (github.com/standard-webhooks/standard-webhooks); `timestamp` is the time of the attempt in Unix seconds.
 */
export function signatureHeaders(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const signature = new Webhook(secret).sign(id, new Date(timestamp * 1000), body);
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signature };
}
