import type { MiddlewareHandler } from "hono";
import { AppError } from "@/lib/contract/app-error";
import type { Endpoint } from "@/lib/contract/endpoint";
import { OPEN_REQUEST_BYTES } from "@/lib/contract/limits";
import type { FailedAttempts } from "@/lib/network/failed-attempts";
import { type Identity, requireRole } from "@/service/people/keys/identity";
import { watchKey } from "@/service/people/keys/live-key";
import { diskFull } from "@/service/store/connections/database-error";
import type { ServiceContext, ServiceEnv } from "./env";
import type { BodyMemory } from "@/service/limits/body-memory";
import { slowDown } from "./wrong-keys";

const NO_KEY = "The API key is missing or unknown; send a valid key in the Authorization header";

const NOT_IDENTIFIED = {
  basic: NO_KEY,
  bearer: NO_KEY,
  signed: "The signature of this URL is invalid or has expired; request a new URL",
};

/** Whether an endpoint stores what it receives; changes and removals are allowed on a full disk. */
function stores({ role, unknownFields, storesNothing }: Endpoint): boolean {
  return unknownFields !== "refuse" && role !== "viewer" && !storesNothing;
}

/** Finds who sends a request from an address, by its key or its signature. */
export type IdentifyRequest = (c: ServiceContext, address: string) => Promise<Identity | undefined>;

/**
 * Runs before every endpoint: identifies the key or rejects the request, limits the memory of its requests, and ends a
 * streamed response whose key is revoked. The project of a request is in its body and is checked by the route.
 */
export function guard(
  endpoint: Endpoint,
  identify: IdentifyRequest,
  bounds: { bodyMemory: BodyMemory; diskIsFull: () => boolean },
  wrongKeys: { attempts: FailedAttempts; addressOf: (c: ServiceContext) => string },
): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    c.set("endpoint", endpoint);
    const address = wrongKeys.addressOf(c);
    c.set("address", address);
    if (endpoint.auth === "none") return next();
    const findIdentity = async () => identify(c, address);
    const identity = await findIdentity();
    if (!identity) {
      await slowDown(c, wrongKeys.attempts, address);
      c.header("www-authenticate", endpoint.auth === "basic" ? 'Basic realm="Loupe", charset="UTF-8"' : "Bearer");
      throw new AppError("unauthenticated", NOT_IDENTIFIED[endpoint.auth]);
    }
    c.set("identity", identity);
    // Default deny: an endpoint that requires a key must name a role.
    if (endpoint.role === "none") throw new AppError("forbidden", "This endpoint does not define a role");
    requireRole(identity, endpoint.role);
    if (stores(endpoint) && bounds.diskIsFull())
      throw diskFull("The database's disk is full, so nothing more can be stored; free disk space, then try again");
    const revoked = new AbortController();
    // Not its signal, which is created on demand.
    c.set("revoked", revoked);
    const lease = bounds.bodyMemory.lease(identity.keyId, () => c.req.raw.signal);
    c.set("bodyLease", lease);
    try {
      await lease.take(OPEN_REQUEST_BYTES);
      await next();
    } finally {
      const streamEnd = c.get("streamEnd");
      if (!streamEnd) lease.release();
      else {
        const stopWatching = watchKey(identity, findIdentity, () => revoked.abort());
        void streamEnd.then(stopWatching).then(() => lease.release());
      }
    }
  };
}
