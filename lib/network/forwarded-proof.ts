import { createHmac, timingSafeEqual } from "node:crypto";

/** Header with which the dashboard proves to its own service whose address it puts into `X-Forwarded-For`. */
export const PROOF_HEADER = "x-loupe-forwarded-proof";

/** A proof for one address that only who holds the admin key can make; the key cannot be read out of it. */
export function forwardedProof(adminKey: string, address: string): string {
  return createHmac("sha256", adminKey).update(`forwarded-for ${address}`).digest("base64url");
}

export function provesForwarded(adminKey: string, address: string, proof: string): boolean {
  const [wanted, given] = [Buffer.from(forwardedProof(adminKey, address)), Buffer.from(proof)];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
