import { type LookupAddress, type LookupOptions, lookup as lookUpName } from "node:dns";
import { type LookupFunction, isIP } from "node:net";
import { Agent, buildConnector, request } from "undici";
import { mayReceive } from "./receiver-addresses";

const CONNECT_TIMEOUT_MS = 5_000;
const HEAD_TIMEOUT_MS = 10_000;
/** For everything, from looking up the name to the end of the response; shorter than a claim of a notification. */
const WHOLE_TIMEOUT_MS = 20_000;
/** The response is only read so that its connection can be used again. */
const READ_BYTES = 16 * 1024;
const CONNECTIONS_PER_RECEIVER = 4;

type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** The receiver has an address that notifications are not sent to. */
class RefusedAddress extends Error {
  readonly code = "LOUPE_REFUSED_ADDRESS";
}

export type Attempt = {
  /** HTTP status, if there was a response. */
  status?: number;
  /** Why there was none. */
  error?: string;
  /** Set if it will not be different next time. */
  isFinal?: true;
};

/**
 * Posts to addresses that users have given. Names are looked up, and addresses checked, for each connection; redirects
 * are not followed. Nothing of a response is kept but its status.
 */
export class WebhookClient {
  readonly #agent: Agent;

  constructor({ publicOnly, resolve = lookUpName }: { publicOnly: boolean; resolve?: Resolve }) {
    const isRefused = (address: string) => !mayReceive(address, { publicOnly });
    const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: checkedLookup(resolve, isRefused) });
    this.#agent = new Agent({
      connections: CONNECTIONS_PER_RECEIVER,
      headersTimeout: HEAD_TIMEOUT_MS,
      bodyTimeout: HEAD_TIMEOUT_MS,
      connect(options, callback) {
        // A name is looked up by the function above, an address by none.
        if (isIP(options.hostname) !== 0 && isRefused(options.hostname)) return callback(refused(), null);
        connect(options, (...[error, socket]) => {
          if (error) return callback(error, null);
          if (!isRefused(socket.remoteAddress ?? "")) return callback(null, socket);
          socket.destroy();
          callback(refused(), null);
        });
      },
    });
  }

  /** Never rejects. */
  async post(url: string, headers: Record<string, string>, body: string): Promise<Attempt> {
    try {
      const answer = await request(url, {
        method: "POST",
        headers: { "user-agent": "loupe", "content-type": "application/json", ...headers },
        body,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(WHOLE_TIMEOUT_MS),
      });
      // What follows the head has no effect on the result.
      await answer.body.dump({ limit: READ_BYTES }).catch(() => undefined);
      return { status: answer.statusCode };
    } catch (error) {
      return failureOf(error);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

const refused = () => new RefusedAddress("The receiver has an address that notifications are not sent to");

/** Looks a name up; fails if any of its addresses is refused, since the client may connect to any. */
function checkedLookup(resolve: Resolve, isRefused: (address: string) => boolean): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) return done(error, []);
      if (!first || addresses.some(({ address }) => isRefused(address))) return done(refused(), []);
      if (options.all) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
}

/** The reason without the address, which may contain a secret. */
function failureOf(error: unknown): Attempt {
  const code = codeOf(error);
  if (code === "LOUPE_REFUSED_ADDRESS")
    return { error: "The receiver has an address that notifications are not sent to", isFinal: true };
  if (error instanceof Error && error.name === "TimeoutError") return { error: "The receiver did not respond in time" };
  return { error: `The receiver did not respond${code === undefined ? "" : ` (${code})`}` };
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}
