import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { Agent } from "undici";
import { vi } from "vitest";
import { type Asking, KEY, WAIT } from "./service-process";
import { nothing, readOne, writeOne } from "./writers";

const WRITERS = 3;
const READERS = 2;
const VIEWERS = 2;
const STREAMS = 2;
/** How often a monitor asks whether replicas are ready. */
const READY_EVERY_MS = 250;

interface Target {
  /** The addresses of dashboard and service behind the proxy, and the certificate that it shows. */
  url: string;
  serviceUrl: string;
  certificate: string;
  /** A model that the service has, and the number of words that it says. */
  model: string;
  words: number;
}

/** Clients of dashboard and service that send one request after another, and note each that fails. */
export class Load implements Asking {
  readonly acknowledged = nothing("acme/rolling");
  /** Whatever was not answered as it should be. */
  readonly failures: string[] = [];
  readonly #target: Target;
  readonly #agent: Agent;
  /** How often each client got something. */
  readonly #progress = new Map<string, number>();
  #cookie = "";
  #isStopped = false;

  constructor(target: Target) {
    this.#target = target;
    this.#agent = new Agent({ connect: { ca: readFileSync(target.certificate) }, bodyTimeout: 0 });
  }

  /** Signs in at the dashboard with a key. */
  async signIn(key: string): Promise<void> {
    const csrf = await this.#fetch(`${this.#target.url}/api/auth/csrf`);
    const { csrfToken } = await csrf.json();
    this.#cookie = cookiesOf(csrf);
    const form = new URLSearchParams({ csrfToken, service: "Behind", password: key, json: "true" });
    const signed = await this.#fetch(`${this.#target.url}/api/auth/callback/service`, { method: "POST", body: form });
    this.#cookie = cookiesOf(signed);
    if (!this.#cookie.includes("session-token")) throw new Error(`not signed in: ${signed.status}`);
  }

  /** Keeps all clients at work until `stop`. */
  async run(): Promise<void> {
    const many = (count: number, kind: string, once: (name: string, turn: number) => Promise<void>) =>
      Array.from({ length: count }, async (_, at) => this.#repeat(`${kind}-${at}`, once));
    await Promise.all([
      ...many(WRITERS, "writer", async (name, turn) => void (await writeOne(this, name, turn, this.acknowledged))),
      ...many(READERS, "reader", async (_name, turn) => {
        if (!(await readOne(this, turn, this.acknowledged))) throw new Error("a list was cut off");
      }),
      ...many(VIEWERS, "viewer", async (_name, turn) => this.#view(turn)),
      ...many(STREAMS, "stream", async (name) => this.#stream(name)),
      ...many(1, "monitor", async () => {
        for (const place of [`${this.#target.url}/api/ready`, `${this.#target.serviceUrl}/ready`])
          await this.#ok(place);
        await pause(READY_EVERY_MS);
      }),
    ]);
  }

  /** Lets all clients finish what they have begun. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Waits until each client has got something since now. */
  async untilAllProgress(): Promise<void> {
    const before = new Map(this.#progress);
    await vi.waitFor(() => {
      const waiting = [...this.#progress].filter(([name, count]) => count === before.get(name));
      if (this.#progress.size === 0 || waiting.length > 0) throw new Error(`no progress: ${waiting.join()}`);
    }, WAIT);
  }

  async ask(place: string, body?: unknown, key = KEY, headers: Record<string, string> = {}): Promise<Response> {
    return this.#ok(`${this.#target.serviceUrl}${place}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
  }

  async #repeat(name: string, once: (name: string, turn: number) => Promise<void>): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn += 1) {
      try {
        await once(name, turn);
        this.#note(name);
      } catch (error) {
        // With its cause, such as a connection that broke.
        this.failures.push(`${name}: ${inspect(error)}`);
      }
    }
  }

  /** What a browser requests: a page with data of the service, and the relay. */
  async #view(turn: number): Promise<void> {
    const { url } = this.#target;
    const { project: project_id } = this.acknowledged;
    const headers = { cookie: this.#cookie, origin: url, "content-type": "application/json" };
    const answer =
      turn % 2 === 0
        ? await this.#ok(`${url}/${project_id}/calls`, { headers, redirect: "manual" })
        : await this.#ok(`${url}/api/service/calls/query_stats`, {
            method: "POST",
            headers,
            body: JSON.stringify({ project_id }),
          });
    await answer.text();
  }

  /** A streamed answer of a model, to its last word. */
  async #stream(name: string): Promise<void> {
    const { model, words } = this.#target;
    const messages = [{ role: "user", content: "Count." }];
    const answer = await this.ask("/v1/chat/completions", { model, messages, stream: true });
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      this.#note(name);
    }
    const said = text.match(/"content":"\d+ "/g)?.length ?? 0;
    if (said !== words || !text.includes("data: [DONE]")) throw new Error(`a stream ended after ${said} words`);
  }

  async #ok(address: string, init: RequestInit = {}): Promise<Response> {
    const answer = await this.#fetch(address, init);
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
    return answer;
  }

  async #fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookie && !headers.has("authorization")) headers.set("cookie", this.#cookie);
    const asked: RequestInit & { dispatcher: Agent } = { ...init, headers, dispatcher: this.#agent };
    return fetch(address, asked);
  }

  #note(name: string): void {
    this.#progress.set(name, (this.#progress.get(name) ?? 0) + 1);
  }
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
