import { Agent, request } from "undici";
import { type Resolve, checkedConnector } from "@/lib/network/checked-connector";
import { codeOf } from "@/lib/network/error-code";

const CONNECT_TIMEOUT_MS = 5_000;
const HEAD_TIMEOUT_MS = 10_000;
/** For everything, from looking up the name to the end of the response; shorter than a claim of a notification. */
const WHOLE_TIMEOUT_MS = 20_000;
/** The response is only read so that its connection can be used again. */
const READ_BYTES = 16 * 1024;
const CONNECTIONS_PER_RECEIVER = 4;

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

  constructor({ publicOnly, resolve }: { publicOnly: boolean; resolve?: Resolve }) {
    this.#agent = new Agent({
      connections: CONNECTIONS_PER_RECEIVER,
      headersTimeout: HEAD_TIMEOUT_MS,
      bodyTimeout: HEAD_TIMEOUT_MS,
      connect: checkedConnector({ rules: { publicOnly }, timeoutMs: CONNECT_TIMEOUT_MS, resolve }),
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

/** The reason without the address, which may contain a secret. */
function failureOf(error: unknown): Attempt {
  const code = codeOf(error);
  if (code === "LOUPE_REFUSED_ADDRESS")
    return { error: "The receiver has an address that notifications are not sent to", isFinal: true };
  if (error instanceof Error && error.name === "TimeoutError") return { error: "The receiver did not respond in time" };
  return { error: `The receiver did not respond${code === undefined ? "" : ` (${code})`}` };
}
