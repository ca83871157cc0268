import { addressMatcher, clientAddress } from "@/lib/network/client-address";
import { PROOF_HEADER, forwardedKey, provesForwarded } from "@/lib/network/forwarded-proof";
import type { ServiceContext } from "./env";

const everyone = () => true;

/**
 * Finds the address that a request comes from. `X-Forwarded-For` is trusted from the configured proxies, and from a
 * dashboard that proves that it has a key derived from the admin key, so that failures count for each of its users.
 */
export function clientAddressFinder({
  trustedProxies,
  adminKey,
}: {
  trustedProxies: readonly string[];
  adminKey: string;
}): (c: ServiceContext) => string {
  const isTrusted = addressMatcher(trustedProxies);
  const key = forwardedKey(adminKey);
  return (c) => {
    const forwardedFor = c.req.header("x-forwarded-for");
    // Tests call the app without a server, so there is no environment.
    const connection: ServiceContext["env"] | undefined = c.env;
    const remote = connection?.incoming?.socket.remoteAddress;
    const proof = c.req.header(PROOF_HEADER);
    if (forwardedFor !== undefined && proof !== undefined && provesForwarded(key, forwardedFor, proof))
      // The proof covers this one address, whatever the dashboard's own is.
      return clientAddress({ remote: remote ?? "::1", forwardedFor, isTrusted: everyone });
    return clientAddress({ remote, forwardedFor, isTrusted });
  };
}
