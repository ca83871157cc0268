import type { Context } from "hono";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { Identity } from "@/service/auth/identity";
import type { Dialect } from "@/service/weave/dialect";
import type { BodyLease } from "./body-memory";

/** How an answer ended, as the log has it: `ok`, an error code, or what happened to a stream. */
export type Outcome = string;

/** What the middleware notes of a request for those that come after. */
export type ServiceEnv = {
  /** The connection; absent where no server is. */
  Bindings: { incoming?: { socket: { remoteAddress?: string } } };
  Variables: {
    requestId: string;
    endpoint?: Endpoint;
    /** In which shape an error is answered where no endpoint says. */
    errors?: Endpoint["errors"];
    /** How the caller speaks; absent when as the interface has it. */
    dialect?: Dialect;
    identity?: Identity;
    /** Its signal aborts when the key of a request whose answer is streamed was revoked; there behind every guard. */
    revoked: Pick<AbortController, "signal">;
    /** What the request holds of the memory for bodies; there behind every guard. */
    bodyLease: BodyLease;
    outcome?: Outcome;
    /** Resolves when a streamed answer has ended; absent for an answer sent at once. */
    streamEnd?: Promise<Outcome>;
  };
};

export type ServiceContext = Context<ServiceEnv>;
