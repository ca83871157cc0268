import { type buildConnector, Pool } from "undici";
import { AppError } from "@/lib/contract/app-error";
import type { ConnectionSource } from "@/lib/contract/connections";
import { covers } from "@/lib/contract/grants";
import { UPSTREAM_CONNECT_MS } from "@/lib/contract/limits";
import { codeOf } from "@/lib/network/error-code";
import type { Leave } from "@/service/store/connections/fair-queue";
import { KeyFilter } from "./key-filter";
import { type LimitedServer, type SharedPlaces, ownPlaces } from "./places";
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

export type UpstreamOptions = {
  /** Where it is configured, by default in the environment. */
  source?: ConnectionSource;
  /** The id of a stored one. */
  id?: string;
  /** How connections are made, for an address that must be checked. */
  connect?: buildConnector.connector;
  /** Where requests wait if it has a limit. */
  places?: SharedPlaces;
};

/** One model server: its connections, and how many requests it is answering. */
export class Upstream {
  readonly config: UpstreamConfig;
  readonly source: ConnectionSource;
  readonly id: string | undefined;
  readonly #pool: Pool;
  readonly #basePath: string;
  readonly #headers: Record<string, string>;
  readonly #secrets: string[];
  readonly #places: SharedPlaces;
  readonly #limited: LimitedServer | undefined;
  #load = 0;
  #isRetired = false;
  readonly #retired: Promise<void>;
  #endRetirement = () => {};

  constructor(config: UpstreamConfig, options: UpstreamOptions = {}) {
    const { source = "environment", id, connect, places = ownPlaces() } = options;
    const { origin, pathname } = new URL(config.base_url);
    this.config = config;
    this.source = source;
    this.id = id;
    // The reader sets the timeouts: a first token may take longer than any later one.
    this.#pool = new Pool(origin, {
      connections: CONNECTIONS,
      connect: connect ?? { timeout: UPSTREAM_CONNECT_MS },
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#basePath = pathname === "/" ? "" : pathname;
    this.#headers = { ...Object.fromEntries(additionalHeaders(config)), ...keyHeader(config) };
    this.#secrets = secretsOf(config);
    this.#places = places;
    this.#limited = limitOf(config, id);
    this.#retired = new Promise((resolve) => (this.#endRetirement = resolve));
  }

  get name(): string {
    return this.config.name;
  }

  /** How many requests it has: those whose answers are not complete, and those that wait for a place. */
  get load(): number {
    return this.#load;
  }

  /** Whether this process alone sends it the most requests that it may have. */
  get isFull(): boolean {
    return this.#limited !== undefined && this.#load >= this.#limited.limit;
  }

  /** Whether requests of a project may be sent to it. */
  isFor(project: string): boolean {
    return this.config.projects?.some((pattern) => covers(pattern, project)) ?? true;
  }

  /**
   * Takes the place of one request, which is left when its answer has ended; waits for one if the server has the most
   * requests that it may have, unless it must be free `now`. Throws `too_many_requests`, and the signal's reason.
   */
  async take(project: string, signal: AbortSignal, options: { now?: boolean } = {}): Promise<Leave> {
    this.#load += 1;
    try {
      const leave = this.#limited && (await this.#places.enter(this.#limited, project, signal, options));
      return () => {
        leave?.();
        this.#endRequest();
      };
    } catch (error) {
      this.#endRequest();
      throw error;
    }
  }

  /** Sends a request to the server; redirects are not followed. */
  ask({ method, path, body, headers }: UpstreamRequest): UpstreamAnswer {
    const answer = new UpstreamAnswer(KeyFilter.of(this.#secrets));
    const request = {
      method,
      path: this.#basePath + path,
      body: body ?? null,
      headers: { ...this.#headers, "user-agent": "loupe", ...headers },
    };
    this.#pool.dispatch(request, answer);
    return answer;
  }

  /** The error for a server that did not respond; it contains the server's name, never its address. */
  unanswered(cause: unknown): Unanswered {
    const code = codeOf(cause);
    if (code === "LOUPE_REFUSED_ADDRESS")
      return new Unanswered("bad_gateway", `The model server ${this.name} has an address that is not connected to`, {
        cause,
      });
    const suffix = code === undefined ? "" : ` (${code})`;
    return new Unanswered(
      code !== undefined && TIMEOUT_CODES.includes(code) ? "gateway_timeout" : "bad_gateway",
      `The model server ${this.name} did not respond${suffix}`,
      { cause },
    );
  }

  /** Removes this server's key and secret headers from a text, since servers may repeat them in errors. */
  withoutKey(text: string): string {
    return this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, "[key]"), text);
  }

  /** Whether it gets no further requests. */
  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** Closes its connections once the last request has ended; resolves then. */
  async retire(): Promise<void> {
    this.#isRetired = true;
    this.#closeIfIdle();
    await this.#retired;
  }

  /** Closes its connections now. */
  async close(): Promise<void> {
    await this.#pool.destroy();
    this.#endRetirement();
  }

  #endRequest(): void {
    this.#load -= 1;
    if (this.#isRetired) this.#closeIfIdle();
  }

  #closeIfIdle(): void {
    // It fails if the connections have been closed meanwhile.
    if (this.#load === 0) void this.#pool.close().then(this.#endRetirement, this.#endRetirement);
  }
}

const limitOf = ({ name, max_parallel }: UpstreamConfig, id: string | undefined): LimitedServer | undefined =>
  max_parallel === undefined ? undefined : { key: `${id ?? name} ${max_parallel}`, name, limit: max_parallel };

const additionalHeaders = ({ headers = [] }: UpstreamConfig) =>
  headers.map(({ name, value }): [string, string] => [name, value]);

function keyHeader({ api_key, key_header }: UpstreamConfig): Record<string, string> {
  if (api_key === undefined) return {};
  return { [key_header]: key_header === "authorization" ? `Bearer ${api_key}` : api_key };
}

/** Additional headers whose names suggest a secret are handled like the key, unless they are too short for one. */
const SECRET_NAME = /auth|cookie|credential|key|password|secret|signature|token/;
const SECRET_HEADER_CHARS = 8;

function secretsOf({ api_key, headers = [] }: UpstreamConfig): string[] {
  const values = headers
    .filter(({ name, value }) => SECRET_NAME.test(name) && value.length >= SECRET_HEADER_CHARS)
    .map(({ value }) => value);
  // Longer ones first: one may contain another.
  return [...(api_key === undefined ? [] : [api_key]), ...values].toSorted((one, other) => other.length - one.length);
}
