import "server-only";
import { addressMatcher, clientAddress } from "@/lib/network/client-address";
import { forwardedProof, PROOF_HEADER } from "@/lib/network/forwarded-proof";
import { adminKey, dashboardConfig } from "./config";

/** Set for each request by scripts/start/remote-address.mjs, over what a client sent under that name. */
export const REMOTE_ADDRESS_HEADER = "x-loupe-remote-address";

/** The address of who asks the dashboard; empty where nothing is known of it. */
export function readerAddress(header: (name: string) => string | undefined): string {
  return clientAddress({
    remote: header(REMOTE_ADDRESS_HEADER),
    forwardedFor: header("x-forwarded-for"),
    isTrusted: addressMatcher(dashboardConfig().trustedProxies),
  });
}

/**
 * Says to a service for whom the dashboard asks, so that a reader's wrong keys do not slow down the others. Its own
 * service believes it by the proof; others as their configuration has it.
 */
export function forwardedHeaders(address: string): Record<string, string> {
  if (address === "") return {};
  const key = dashboardConfig().isBuiltIn ? adminKey() : undefined;
  return { "x-forwarded-for": address, ...(key && { [PROOF_HEADER]: forwardedProof(key, address) }) };
}
