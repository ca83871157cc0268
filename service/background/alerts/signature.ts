import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new secret to sign webhooks with. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/**
 * The headers that prove who sent a webhook, as Standard Webhooks specifies
 * (github.com/standard-webhooks/standard-webhooks); `timestamp` is the time of the attempt in Unix seconds.
 */
export function signatureHeaders(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": `v1,${signature}` };
}
