import { createHmac, timingSafeEqual } from "node:crypto";

/** Header with which the dashboard proves to its own service that it set the address in `X-Forwarded-For`. */
export const PROOF_HEADER = "x-loupe-forwarded-proof";

/** A proof for one address that can only be made with the admin key and does not reveal it. */
export function forwardedProof(adminKey: string, address: string): string {
  return createHmac("sha256", adminKey).update(`forwarded-for ${address}`).digest("base64url");
}

export function provesForwarded(adminKey: string, address: string, proof: string): boolean {
  const [expected, received] = [Buffer.from(forwardedProof(adminKey, address)), Buffer.from(proof)];
  return expected.length === received.length && timingSafeEqual(expected, received);
}
