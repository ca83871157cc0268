import { type Http2Bindings, type HttpBindings, type ServerType, serve } from "@hono/node-server";
import { setTimeout as pause } from "node:timers/promises";
import { listenError } from "./listening";

type Fetch = (request: Request, connection: HttpBindings | Http2Bindings) => Response | Promise<Response>;

/** A client may be slow, but only up to this. Connections stay open longer than those in the SDKs' pools. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  // Enough for the largest training job at little more than a megabit per second.
  requestTimeout: 30 * 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};
const CONNECTIONS = 10_000;
const IDLE_CHECK_MS = 50;

/** A listening server. */
export type Serving = {
  port: number;
  /** Answers requests for so long, but each as the last one of its connection. */
  drain(drainMs: number): Promise<void>;
  /** Stops accepting, lets requests in flight finish, then closes the connections that are left. */
  stop(finishMs: number): Promise<void>;
};

/** Answers requests at an address. Throws `StartError` when it cannot listen there. */
export async function startServing(fetch: Fetch, host: string, port: number): Promise<Serving> {
  let stopping = false;
  const answer: Fetch = async (request, connection) => {
    const response = await fetch(request, connection);
    // Otherwise the client sends its next request on a connection that is about to close.
    if (stopping) response.headers.set("connection", "close");
    return response;
  };
  const server = await listen(answer, host, port);
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    async drain(drainMs) {
      stopping = true;
      await pause(drainMs);
    },
    async stop(finishMs) {
      stopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      if (!("closeAllConnections" in server)) return void (await closed);
      // A stream that began earlier keeps its connection, which is idle once the stream has ended.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
      const cut = setTimeout(() => server.closeAllConnections(), finishMs);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

async function listen(fetch: Fetch, host: string, port: number): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: host, port, serverOptions: TIMEOUTS });
    server.maxConnections = CONNECTIONS;
    server.once("listening", () => resolve(server));
    server.once("error", (error) => reject(listenError("LOUPE_SERVICE_PORT", host, port, error)));
  });
}
