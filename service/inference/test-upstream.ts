import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach } from "vitest";
import type { UpstreamConfig } from "./upstream-config";

/** A request that a model server received. */
type Arrived = { path: string; headers: IncomingHttpHeaders; body: string };
type Answer = (response: ServerResponse, request: Arrived) => void | Promise<void>;

/** For tests: a model server with configured answers that records its requests. */
export type TestUpstream = {
  config: UpstreamConfig;
  /** Requests for completions so far. */
  arrived: Arrived[];
  /** Number of requests that are neither answered nor broken off. */
  readonly open: number;
  close(): Promise<void>;
};

export const MODEL = "model-1";
const COMPLETION = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_795_000_000,
  model: MODEL,
  choices: [{ index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, prompt_tokens_details: { cached_tokens: 1 } },
};

export const answerJson =
  (value: unknown = COMPLETION, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof value === "string" || value instanceof Uint8Array ? value : JSON.stringify(value));
  };

/** Answers with these texts, each written separately. */
export const answerEvents =
  (...parts: (string | Uint8Array)[]): Answer =>
  async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const part of parts) await new Promise((written) => response.write(part, written));
    response.end();
  };

/** One event of a streamed answer that says `content`. */
export const chunkOf = (content: string) =>
  `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", model: MODEL, choices: [{ index: 0, delta: { content } }] })}\n\n`;
export const DONE = "data: [DONE]\n\n";

const running: TestUpstream[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((upstream) => upstream.close()));
});

/** Starts one that stops when the test has ended. */
export async function startUpstream(
  answer: Answer = answerJson(),
  more: Partial<UpstreamConfig> & { list?: unknown } = {},
): Promise<TestUpstream> {
  const { list = { object: "list", data: [{ id: MODEL }] }, ...config } = more;
  const arrived: Arrived[] = [];
  let open = 0;
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await buffer(request)).toString();
    if (request.url?.endsWith("/models")) return answerJson(list)(response, { path: "", headers: {}, body });
    const one = { path: request.url ?? "", headers: request.headers, body };
    arrived.push(one);
    open += 1;
    response.once("close", () => (open -= 1));
    await answer(response, one);
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const upstream: TestUpstream = {
    config: {
      name: "first",
      base_url: `http://127.0.0.1:${port}/v1`,
      key_header: "authorization",
      supports_priority: false,
      deny_params: [],
      request_id: "header",
      ...config,
    },
    arrived,
    get open() {
      return open;
    },
    async close() {
      server.closeAllConnections();
      if (server.listening) await once(server.close(), "close");
    },
  };
  running.push(upstream);
  return upstream;
}
