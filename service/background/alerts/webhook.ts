import { Agent, request } from "undici";
import { type Resolve, checkedConnector } from "@/lib/network/checked-connector";
import { codeOf } from "@/lib/network/error-code";
import type { OutboundRules } from "@/lib/network/outbound-addresses";

const CONNECT_TIMEOUT_MS = 5_000;
const HEAD_TIMEOUT_MS = 10_000;
/** For everything, from looking up the name to the end of the response; shorter than a claim of a notification. */
const WHOLE_TIMEOUT_MS = 20_000;
/** The response is only read so that its connection can be used again. */
const READ_BYTES = 16 * 1024;
const CONNECTIONS_PER_RECEIVER = 4;

/** All that is told of receivers that have no public address, so that nobody looks around in a network with them. */
const NOT_DELIVERED = "Not delivered";

export type Attempt = {
  isDelivered: boolean;
  /** HTTP status, if there was a response, and at a public address. */
  status?: number;
  /** Why it was not delivered. */
  error?: string;
  /** Whether the receiver has no public address; then not even how long it took is told. */
  isPrivate?: true;
};

type WebhookOptions = OutboundRules & { resolve?: Resolve };

/**
 * Posts to addresses that users have given. Names are looked up, and addresses checked, for each connection; redirects
 * are not followed. Nothing of a response is kept but its status, and that only of public addresses.
 */
export class WebhookClient {
  /** Connects to public addresses only; what it returns comes from one. */
  readonly #open: Agent;
  /** Connects to others, too; undefined if none may be connected to. */
  readonly #closed: Agent | undefined;

  constructor({ publicOnly, ownPort, resolve }: WebhookOptions) {
    this.#open = agentFor({ publicOnly: true, ownPort, resolve });
    this.#closed = publicOnly ? undefined : agentFor({ publicOnly, ownPort, resolve });
  }

  /** Never rejects. */
  async post(url: string, headers: Record<string, string>, body: string): Promise<Attempt> {
    const options = {
      method: "POST",
      headers: { "user-agent": "loupe", "content-type": "application/json", ...headers },
      body,
    } as const;
    const open = await send(this.#open, url, options);
    if (open !== "refused") return open;
    const closed = this.#closed && (await send(this.#closed, url, options));
    if (typeof closed === "object" && closed.isDelivered) return { isDelivered: true, isPrivate: true };
    return { isDelivered: false, error: NOT_DELIVERED, isPrivate: true };
  }

  async close(): Promise<void> {
    await Promise.all([this.#open.destroy(), this.#closed?.destroy()]);
  }
}

function agentFor({ resolve, ...rules }: WebhookOptions): Agent {
  return new Agent({
    connections: CONNECTIONS_PER_RECEIVER,
    headersTimeout: HEAD_TIMEOUT_MS,
    bodyTimeout: HEAD_TIMEOUT_MS,
    connect: checkedConnector({ rules, timeoutMs: CONNECT_TIMEOUT_MS, resolve }),
  });
}

type PostOptions = { method: "POST"; headers: Record<string, string>; body: string };

async function send(dispatcher: Agent, url: string, options: PostOptions): Promise<Attempt | "refused"> {
  try {
    const answer = await request(url, { ...options, dispatcher, signal: AbortSignal.timeout(WHOLE_TIMEOUT_MS) });
    // What follows the head has no effect on the result.
    await answer.body.dump({ limit: READ_BYTES }).catch(() => undefined);
    const status = answer.statusCode;
    const isDelivered = status >= 200 && status < 300;
    return { isDelivered, status, ...(!isDelivered && { error: `The receiver responded with status ${status}` }) };
  } catch (error) {
    if (codeOf(error) === "LOUPE_REFUSED_ADDRESS") return "refused";
    return { isDelivered: false, error: reasonOf(error) };
  }
}

/** The reason without the address, which may contain a secret. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "The receiver did not respond in time";
  const code = codeOf(error);
  return `The receiver did not respond${code === undefined ? "" : ` (${code})`}`;
}
