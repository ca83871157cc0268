import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import { codeOf } from "@/lib/network/error-code";
import { OWN_TELEMETRY, REFUSED, TELEMETRY_HEADER } from "./names";

const TIMEOUT_MS = 10_000;
const CONNECT_MS = 3_000;
/** Pauses before further attempts of one export; the time limit is for all of them together. */
const RETRIES_MS = [500, 1_000, 2_000];
const RETRIED = [429, 502, 503, 504];
const OK = 200;
const REDIRECT = 300;
const ANSWER_BYTES = 64 * 1024;

export type TelemetryLog = { info(text: string): void; warn(text: string): void };

type Outcome = { isSent: boolean; answer?: Uint8Array; problem?: string; isFinal?: boolean };

/** Where telemetry is sent. A failure is logged once, until it works again; it never says what was sent, or with which key. */
export class Receiver {
  readonly #endpoint: string;
  readonly #headers: Record<string, string>;
  readonly #log: TelemetryLog;
  readonly #agent = new Agent({ connections: 2, connect: { timeout: CONNECT_MS } });
  readonly #failing = new Set<string>();
  readonly #closing = new AbortController();
  #isOff = false;

  constructor(endpoint: string, headers: Record<string, string>, installation: string, log: TelemetryLog) {
    this.#endpoint = endpoint;
    this.#headers = {
      "user-agent": "loupe",
      ...headers,
      "content-type": "application/x-protobuf",
      [TELEMETRY_HEADER]: installation,
    };
    this.#log = log;
  }

  /** Sends an export of one signal, `traces` or `metrics`, and returns the answer; undefined if it was not accepted. */
  async send(signal: string, body: Uint8Array): Promise<Uint8Array | undefined> {
    if (this.#isOff) return undefined;
    const until = AbortSignal.timeout(TIMEOUT_MS);
    let outcome = await this.#attempt(signal, body, until);
    for (const wait of RETRIES_MS) {
      if (outcome.isSent || outcome.isFinal || this.#closing.signal.aborted) break;
      const ending = AbortSignal.any([until, this.#closing.signal]);
      await pause(wait, undefined, { signal: ending, ref: false }).catch(() => undefined);
      if (until.aborted) break;
      outcome = await this.#attempt(signal, body, until);
    }
    this.#note(signal, outcome);
    return outcome.isSent ? outcome.answer : undefined;
  }

  /** Lets the attempts in progress end, but begins no others after them. */
  stopRetrying(): void {
    this.#closing.abort();
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #attempt(signal: string, body: Uint8Array, until: AbortSignal): Promise<Outcome> {
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(`${this.#endpoint}/v1/${signal}`, {
        method: "POST",
        headers: this.#headers,
        body,
        dispatcher: this.#agent,
        signal: until,
      });
      if (statusCode >= OK && statusCode < REDIRECT) return { isSent: true, answer: await readUpTo(answer) };
      await answer.dump();
      if (headers[TELEMETRY_HEADER] === REFUSED) this.#turnOff();
      return { isSent: false, problem: `status ${statusCode}`, isFinal: !RETRIED.includes(statusCode) };
    } catch (error) {
      return { isSent: false, problem: until.aborted ? "no answer in time" : (codeOf(error) ?? "no answer") };
    }
  }

  #turnOff(): void {
    if (!this.#isOff) this.#log.warn(`${OWN_TELEMETRY}. Nothing is exported until the next start.`);
    this.#isOff = true;
  }

  #note(signal: string, { isSent, problem }: Outcome): void {
    if (this.#isOff) return;
    if (isSent && this.#failing.delete(signal)) {
      this.#log.info(`LOUPE_OTLP_ENDPOINT: the receiver accepts ${signal} again`);
    } else if (!isSent && !this.#failing.has(signal)) {
      this.#failing.add(signal);
      this.#log.warn(
        `LOUPE_OTLP_ENDPOINT: the receiver does not accept ${signal} (${problem}); they are lost until it does`,
      );
    }
  }
}

/** The first bytes of an answer; the rest is not needed. */
async function readUpTo(answer: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
