import { addressMatcher, clientAddress } from "@/lib/network/client-address";
import { PROOF_HEADER, provesForwarded } from "@/lib/network/forwarded-proof";
import type { ServiceContext } from "./env";

const everyone = () => true;

/**
 * Finds the address that a request comes from. `X-Forwarded-For` counts from the proxies of the configuration, and
 * from a dashboard that proves to know the admin key: its readers' failures are then their own.
 */
export function clientAddressFinder({
  trustedProxies,
  adminKey,
}: {
  trustedProxies: readonly string[];
  adminKey: string;
}): (c: ServiceContext) => string {
  const isTrusted = addressMatcher(trustedProxies);
  return (c) => {
    const forwardedFor = c.req.header("x-forwarded-for");
    // Tests ask the app without a server: then there is no environment either.
    const connection: ServiceContext["env"] | undefined = c.env;
    const remote = connection?.incoming?.socket.remoteAddress;
    const proof = c.req.header(PROOF_HEADER);
    if (forwardedFor !== undefined && proof !== undefined && provesForwarded(adminKey, forwardedFor, proof))
      // What it proves is one address, whatever the dashboard's own is.
      return clientAddress({ remote: remote ?? "::1", forwardedFor, isTrusted: everyone });
    return clientAddress({ remote, forwardedFor, isTrusted });
  };
}
