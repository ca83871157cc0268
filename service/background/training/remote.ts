import { Readable } from "node:stream";
import { type Dispatcher, request } from "undici";
import { CheckFailed, JobRefused } from "./runner";

const HEAD_TIMEOUT_MS = 60_000;
const BODY_TIMEOUT_MS = 60_000;
const PART_BYTES = 2 ** 18;
/** Longest response that is read; logs are the longest. */
const ANSWER_BYTES = 96 * 2 ** 20;
/** A shorter one may occur in a text by chance. */
const SECRET_CHARS = 8;
const SHOWN_CHARS = 500;
const OK = 200;
const REDIRECT = 300;
const NOT_FOUND = 404;
const KEY_STATUSES = new Set([401, 403]);
/** The code of a connection to an address that the rules refuse. */
const REFUSED_ADDRESS = "LOUPE_REFUSED_ADDRESS";
/** Any other 4xx means that the request is invalid, so that a retry would fail too. */
const TEMPORARY = new Set([408, 425, 429]);

type RemoteRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | AsyncIterable<Uint8Array>;
  signal?: AbortSignal;
};

type More = { dispatcher?: Dispatcher; secrets?: readonly string[] };

export type RemoteAnswer = { status: number; text: string };

/** The response is longer than `ANSWER_BYTES`. */
export class TooLong extends Error {}

/** A server at a base address, with its own headers. Redirects are not followed, since the headers contain keys. */
export class Remote {
  readonly #name: string;
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #secrets: string[];
  readonly #dispatcher: Dispatcher | undefined;

  /**
   * `headers` are sent with every request; neither their values nor other `secrets` appear in errors. `dispatcher`: how
   * connections are made, for an address that must be checked.
   */
  constructor(name: string, base: string, headers: Record<string, string>, { dispatcher, secrets = [] }: More = {}) {
    this.#name = name;
    this.#base = base;
    this.#headers = headers;
    this.#dispatcher = dispatcher;
    const values = Object.values(headers).flatMap((value) => [value, value.replace(/^Bearer /, "")]);
    this.#secrets = [...values, ...secrets].filter((value) => value.length >= SECRET_CHARS);
  }

  /** Rejects if there is no response, with an error that names the server. */
  async ask({ method, path, headers, body, signal }: RemoteRequest): Promise<RemoteAnswer> {
    try {
      const answer = await request(this.#base + path, {
        method,
        headers: { "user-agent": "loupe", ...lengthOf(body), ...headers, ...this.#headers },
        body: body === undefined || typeof body === "string" ? body : Readable.from(inParts(body)),
        signal,
        dispatcher: this.#dispatcher,
        headersTimeout: HEAD_TIMEOUT_MS,
        bodyTimeout: BODY_TIMEOUT_MS,
      });
      return { status: answer.statusCode, text: await readUpTo(answer.body, ANSWER_BYTES, this.#name) };
    } catch (error) {
      if (error instanceof TooLong) throw error;
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (code === REFUSED_ADDRESS)
        throw new Error(`${this.#name} has an address that is not connected to`, { cause: error });
      throw new Error(`${this.#name} did not respond${code && ` (${code})`}`, { cause: error });
    }
  }

  /** Like `ask`, for responses with status 2xx. Rejects with `JobRefused` if a retry cannot help. */
  async requestText(remoteRequest: RemoteRequest): Promise<string> {
    const answer = await this.ask(remoteRequest);
    if (isSuccess(answer)) return answer.text;
    throw this.refusal(answer);
  }

  /** What is wrong with a response to a check, if it is not the expected one. */
  checked({ status, text }: RemoteAnswer, what: string): CheckFailed | undefined {
    if (status >= OK && status < REDIRECT) return undefined;
    const because = `(${status}): ${shorten(this.withoutSecrets(text))}`;
    if (KEY_STATUSES.has(status)) return new CheckFailed(`${this.#name} rejected the key ${because}`, "key");
    if (status === NOT_FOUND) return new CheckFailed(`There is no ${what} at this address (404)`, "address");
    if (status >= REDIRECT && status < 400)
      return new CheckFailed(`The server redirects to another address (${status}), which is not followed`, "address");
    return new CheckFailed(`${this.#name} responded with status ${because}`);
  }

  /** Removes its secrets from a text, since servers may repeat them in errors. */
  withoutSecrets(text: string): string {
    return this.#secrets.reduce((remaining, secret) => remaining.replaceAll(secret, "[key]"), text);
  }

  /** The error for a response: `JobRefused` if a retry cannot help. */
  refusal({ status, text }: RemoteAnswer): Error {
    const message = `${this.#name} responded with status ${status}: ${shorten(this.withoutSecrets(text))}`;
    return status >= REDIRECT && status < 500 && !TEMPORARY.has(status) ? new JobRefused(message) : new Error(message);
  }
}

export const isSuccess = ({ status }: RemoteAnswer): boolean => status >= OK && status < REDIRECT;

/** The value of a text that may not be JSON. */
export function valueOfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const lengthOf = (body: RemoteRequest["body"]) => Buffer.isBuffer(body) && { "content-length": `${body.length}` };

/** Sends a body in parts, since the timeout for the answer restarts with each: a large part might not be sent in time. */
function inParts(body: Buffer | AsyncIterable<Uint8Array>): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (!Buffer.isBuffer(body)) return body;
  const count = Math.ceil(body.length / PART_BYTES);
  return Array.from({ length: count }, (_, part) => body.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
}

async function readUpTo(body: AsyncIterable<Buffer>, most: number, name: string): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes > most) throw new TooLong(`${name} sent a response longer than ${most / 2 ** 20} MiB`);
  }
  return Buffer.concat(parts).toString();
}

/** The last line of a traceback has the reason; of any other text, the beginning. */
function shorten(text: string): string {
  const trimmed = text.trim();
  const lines = trimmed.split("\n").filter((line) => line.trim().length > 1);
  const excerpt = trimmed.startsWith("Traceback") ? (lines.at(-1) ?? "") : trimmed;
  return excerpt.length > SHOWN_CHARS ? `${excerpt.slice(0, SHOWN_CHARS)}…` : excerpt;
}
