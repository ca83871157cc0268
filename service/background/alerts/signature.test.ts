import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newSecret, signatureHeaders } from "./signature";

const body = '{"type":"alert.firing","text":"é 配送"}';
const now = () => Math.floor(Date.now() / 1000);

test("a receiver that follows Standard Webhooks accepts a signature, and only its own", () => {
  const secret = newSecret();
  const headers = signatureHeaders(secret, { id: "msg_1", timestamp: now(), body });
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  for (const [key, text, sent] of [
    [newSecret(), body, headers],
    [secret, `${body} `, headers],
    [secret, body, { ...headers, "webhook-id": "msg_2" }],
    [secret, body, { ...headers, "webhook-timestamp": String(now() - 1) }],
  ] as const)
    expect(() => new Webhook(key).verify(text, sent)).toThrow("No matching signature found");
});

test("secrets are of the length that the specification recommends, and all different", () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) {
    expect(secret.startsWith("whsec_")).toBe(true);
    expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
  }
});
