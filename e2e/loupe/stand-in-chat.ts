import { once } from "node:events";
import { type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as z from "zod";

/** Each has one behavior; any other model answers with text. */
const MODELS = ["talker", "reasoner", "caller", "measured", "endless", "refusing", "hostile"];

const request = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string() })),
  stream: z.boolean().optional(),
  n: z.number().optional(),
  response_format: z.looseObject({ type: z.string() }).optional(),
});
type Request = z.infer<typeof request>;

export interface StandInChat {
  /** `base_url` of an OpenAI-compatible server. */
  url: string;
  /** Bodies of requests for completions, as received. */
  arrived: string[];
  /** Number of answers in progress. */
  readonly open: number;
  close(): Promise<void>;
}

const usage = {
  prompt_tokens: 12,
  completion_tokens: 4,
  total_tokens: 16,
  prompt_tokens_details: { cached_tokens: 2 },
};
const hostileAnswer = [
  "<script>window.hacked = true</script><img src=x onerror='window.hacked = true'>",
  "![pixel](http://attacker.test/pixel.png) [click](javascript:window.hacked=true)\n\n",
  "\ud83d",
  "x".repeat(5_000_000),
];
const weatherCall = { name: "get_weather", pieces: ['{"ci', 'ty":"Par', 'is"}'] };
const tokens: [token: string, logprob: number, other: string][] = [
  ["Paris", -0.05, "Lyon"],
  [" is", -0.9, " was"],
  [" sunny", -3.2, " grey"],
];

/** Stands in for a model server that streams; with a `key`, it refuses requests without that key. */
export async function standInChat(models: readonly string[] = MODELS, key?: string): Promise<StandInChat> {
  const arrived: string[] = [];
  let open = 0;
  const server = createServer((message, response) => {
    void text(message).then((body) => {
      if (key !== undefined && message.headers.authorization !== `Bearer ${key}`) {
        response.writeHead(401, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: "Incorrect API key provided", code: "invalid_api_key" } }));
        return;
      }
      if (message.url?.endsWith("/models")) {
        response.setHeader("content-type", "application/json");
        const data = models.map((id) => ({ id, object: "model", created: 1_795_000_000, owned_by: "lab" }));
        response.end(JSON.stringify({ object: "list", data }));
        return;
      }
      arrived.push(body);
      open += 1;
      response.once("close", () => (open -= 1));
      answer(request.parse(JSON.parse(body)), response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    arrived,
    get open() {
      return open;
    },
    async close() {
      server.closeAllConnections();
      if (server.listening) await once(server.close(), "close");
    },
  };
}

function answer(asked: Request, response: ServerResponse): void {
  if (asked.model === "refusing") {
    response.writeHead(400, { "content-type": "application/json" });
    const error = {
      message: "temperature must be in [0, 2], got 3",
      type: "invalid_request_error",
      param: "temperature",
    };
    response.end(JSON.stringify({ error: { ...error, code: null } }));
    return;
  }
  const choices = deltasOf(asked);
  if (asked.stream !== true) {
    response.setHeader("content-type", "application/json");
    const content = choices.map(({ delta }) => delta.content ?? "").join("");
    const message = { role: "assistant", content };
    response.end(
      JSON.stringify({
        ...head(asked.model),
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason: "stop" }],
        usage,
      }),
    );
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (choice: object[], more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ ...head(asked.model), object: "chat.completion.chunk", choices: choice, ...more })}\n\n`,
    );
  const all = Array.from({ length: asked.n ?? 1 }, (_none, index) => index);
  for (const one of choices) send(all.map((index) => ({ index, finish_reason: null, ...one })));
  // It continues until it is stopped.
  if (asked.model === "endless") return;
  const finish_reason = isCalling(asked) ? "tool_calls" : "stop";
  send(all.map((index) => ({ index, delta: {}, finish_reason })));
  send([], { usage });
  response.end("data: [DONE]\n\n");
}

function head(model: string) {
  return { id: "chatcmpl-1", created: 1_795_000_000, model, system_fingerprint: "fp_lab", service_tier: "default" };
}

function isCalling({ model, messages }: Request): boolean {
  return model === "caller" && !messages.some(({ role }) => role === "tool");
}

interface Piece {
  delta: { content?: string; reasoning_content?: string; tool_calls?: object[] };
  logprobs?: object;
}

function deltasOf(asked: Request): Piece[] {
  if (asked.response_format) return said('{"city":"Paris",', '"celsius":18.0}');
  if (isCalling(asked)) {
    const begin = { index: 0, id: "call_1", type: "function", function: { name: weatherCall.name, arguments: "" } };
    const pieces = weatherCall.pieces.map((piece) => ({ index: 0, function: { arguments: piece } }));
    return [begin, ...pieces].map((piece) => ({ delta: { tool_calls: [piece] } }));
  }
  switch (asked.model) {
    case "reasoner":
      return [{ delta: { reasoning_content: "Rivers first." } }, ...said("On the Seine.")];
    case "caller":
      return said("It is 18 °C in Paris.");
    case "measured":
      return tokens.map(([token, logprob, other]) => ({
        delta: { content: token },
        logprobs: { content: [{ token, logprob, bytes: null, top_logprobs: [top(token, logprob), top(other, -4.5)] }] },
      }));
    case "hostile":
      return said(...hostileAnswer);
    default:
      return said("Paris is the ", "**capital** ", "of France.");
  }
}

function said(...pieces: string[]): Piece[] {
  return pieces.map((content) => ({ delta: { content } }));
}

function top(token: string, logprob: number) {
  return { token, logprob, bytes: null };
}
