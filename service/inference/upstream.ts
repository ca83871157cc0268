import { Pool } from "undici";
import { AppError } from "@/lib/contract/app-error";
import { UPSTREAM_CONNECT_MS } from "@/lib/contract/limits";
import { KeyFilter } from "./key-filter";
import { UpstreamAnswer } from "./upstream-answer";
import type { UpstreamConfig } from "./upstream-config";

/** Connections to one model server; each carries one request at a time. */
const CONNECTIONS = 512;
const TIMEOUT_CODES = ["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"];

type UpstreamRequest = {
  method: "GET" | "POST";
  /** Relative to the base address. */
  path: string;
  body?: string;
  headers?: Record<string, string>;
};

/** The server sent no byte of an answer, so another one may be tried. */
export class Unanswered extends AppError {}

/** One model server: its connections, and how many requests it is answering. */
export class Upstream {
  readonly config: UpstreamConfig;
  /** Number of requests whose answers are not complete. */
  inFlight = 0;
  readonly #pool: Pool;
  readonly #basePath: string;
  readonly #authorization: Record<string, string>;

  constructor(config: UpstreamConfig) {
    const { origin, pathname } = new URL(config.base_url);
    this.config = config;
    // The reader sets the timeouts: a first token may take longer than any later one.
    this.#pool = new Pool(origin, {
      connections: CONNECTIONS,
      connect: { timeout: UPSTREAM_CONNECT_MS },
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#basePath = pathname === "/" ? "" : pathname;
    this.#authorization = config.api_key === undefined ? {} : { authorization: `Bearer ${config.api_key}` };
  }

  get name(): string {
    return this.config.name;
  }

  /** Sends a request to the server; redirects are not followed. */
  ask({ method, path, body, headers }: UpstreamRequest): UpstreamAnswer {
    const answer = new UpstreamAnswer(KeyFilter.of(this.config.api_key));
    const request = {
      method,
      path: this.#basePath + path,
      body: body ?? null,
      headers: { "user-agent": "loupe", ...headers, ...this.#authorization },
    };
    this.#pool.dispatch(request, answer);
    return answer;
  }

  /** The error for a server that did not respond; it contains the server's name, never its address. */
  unanswered(cause: unknown): Unanswered {
    const code = codeOf(cause);
    const suffix = code === undefined ? "" : ` (${code})`;
    return new Unanswered(
      code !== undefined && TIMEOUT_CODES.includes(code) ? "gateway_timeout" : "bad_gateway",
      `The model server ${this.name} did not respond${suffix}`,
      { cause },
    );
  }

  /** Removes this server's key from a text, since servers may repeat it in errors. */
  withoutKey(text: string): string {
    const { api_key } = this.config;
    return api_key === undefined ? text : text.replaceAll(api_key, "[key]");
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}
