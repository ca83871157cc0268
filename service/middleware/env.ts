import type { Context } from "hono";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { Identity } from "@/service/auth/identity";

/** How an answer ended, as the log has it: `ok`, an error code, or what happened to a stream. */
export type Outcome = string;

/** What the middleware notes of a request for those that come after. */
export type ServiceEnv = {
  Variables: {
    requestId: string;
    endpoint?: Endpoint;
    identity?: Identity;
    outcome?: Outcome;
    /** Resolves when a streamed answer has ended; absent for an answer sent at once. */
    streamEnd?: Promise<Outcome>;
  };
};

export type ServiceContext = Context<ServiceEnv>;
