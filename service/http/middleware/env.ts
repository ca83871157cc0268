import type { Context } from "hono";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { AuditTrail } from "@/service/http/audit/trail";
import type { Identity } from "@/service/people/keys/identity";
import type { Dialect } from "@/service/http/weave/dialect";
import type { RequestSpan } from "@/service/telemetry/tracing";
import type { BodyLease } from "@/service/limits/body-memory";

/** The outcome of a request in the log: `ok`, an error code, or how a stream ended. */
export type Outcome = string;

/** Values that the middleware sets for a request. */
export type ServiceEnv = {
  /** The connection; absent without a server. */
  Bindings: { incoming?: { socket: { remoteAddress?: string } } };
  Variables: {
    requestId: string;
    /** Its span; absent unless traces are exported. */
    span?: RequestSpan;
    endpoint?: Endpoint;
    /** Format of errors outside endpoints. */
    errors?: Endpoint["errors"];
    /** The caller's dialect; absent for the main interface. */
    dialect?: Dialect;
    identity?: Identity;
    /** IP address of the client, empty if unknown; set by the guard. */
    address?: string;
    /** The audit record of the request; absent for endpoints that are not audited. */
    audit?: AuditTrail;
    /** Its signal aborts when the key of a streamed response is revoked; set by the guard. */
    revoked: Pick<AbortController, "signal">;
    /** The request's share of the memory for bodies; set by the guard. */
    bodyLease: BodyLease;
    outcome?: Outcome;
    /** Resolves when a streamed response has ended; absent for a response sent at once. */
    streamEnd?: Promise<Outcome>;
  };
};

export type ServiceContext = Context<ServiceEnv>;
