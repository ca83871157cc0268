import { createHmac, timingSafeEqual } from "node:crypto";

/** Header with which the dashboard proves to its own service that it set the address in `X-Forwarded-For`. */
export const PROOF_HEADER = "x-loupe-forwarded-proof";

/** What proofs are made with: derived from the admin key, which it neither reveals nor replaces. */
export function forwardedKey(adminKey: string): string {
  return createHmac("sha256", adminKey).update("key of forwarded-for").digest("base64url");
}

/** A proof for one address, made with `forwardedKey`. */
export function forwardedProof(key: string, address: string): string {
  return createHmac("sha256", key).update(`forwarded-for ${address}`).digest("base64url");
}

export function provesForwarded(key: string, address: string, proof: string): boolean {
  const [expected, received] = [Buffer.from(forwardedProof(key, address)), Buffer.from(proof)];
  return expected.length === received.length && timingSafeEqual(expected, received);
}
