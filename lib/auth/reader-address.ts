import "server-only";
import { addressMatcher, clientAddress } from "@/lib/network/client-address";
import { forwardedProof, PROOF_HEADER } from "@/lib/network/forwarded-proof";
import { adminKey, dashboardConfig } from "./config";

/** Set for each request by scripts/start/remote-address.mjs, over what a client sent under that name. */
export const REMOTE_ADDRESS_HEADER = "x-loupe-remote-address";

/** The address of the dashboard's client; empty where it is unknown. */
export function readerAddress(header: (name: string) => string | undefined): string {
  return clientAddress({
    remote: header(REMOTE_ADDRESS_HEADER),
    forwardedFor: header("x-forwarded-for"),
    isTrusted: addressMatcher(dashboardConfig().trustedProxies),
  });
}

/**
 * Forwards the client's address to a service, so that one user's wrong keys do not slow down others. Loupe's own
 * service trusts it by the proof; others according to their configuration.
 */
export function forwardedHeaders(address: string): Record<string, string> {
  if (address === "") return {};
  const key = dashboardConfig().isBuiltIn ? adminKey() : undefined;
  return { "x-forwarded-for": address, ...(key && { [PROOF_HEADER]: forwardedProof(key, address) }) };
}
