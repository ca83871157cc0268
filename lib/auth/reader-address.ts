import "server-only";
import { addressMatcher, clientAddress } from "@/lib/network/client-address";
import { forwardedProof, PROOF_HEADER } from "@/lib/network/forwarded-proof";
import { dashboardConfig, forwardingKey } from "./config";

/** Set for each request by scripts/start/remote-address.mjs, which overwrites a header of that name from the client. */
const REMOTE_ADDRESS_HEADER = "x-loupe-remote-address";

/** The address of the dashboard's client; empty when unknown. */
export function readerAddress(header: (name: string) => string | undefined): string {
  return clientAddress({
    remote: header(REMOTE_ADDRESS_HEADER),
    forwardedFor: header("x-forwarded-for"),
    isTrusted: addressMatcher(dashboardConfig().trustedProxies),
  });
}

/**
 * Forwards the client's address to a service, so that one user's wrong keys do not slow down others. Loupe's own
 * service trusts it because of the proof, other services according to their configuration.
 */
export function forwardedHeaders(address: string): Record<string, string> {
  if (address === "") return {};
  const key = dashboardConfig().isBuiltIn ? forwardingKey() : undefined;
  return { "x-forwarded-for": address, ...(key && { [PROOF_HEADER]: forwardedProof(key, address) }) };
}
