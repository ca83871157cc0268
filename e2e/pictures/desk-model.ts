import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { EXAMPLES } from "./desk";

/** The models that the stand-in answers as; the third is the judge. */
export const DESK_MODELS = ["gpt-5.4-mini", "claude-haiku-4-5", "gpt-5.4"] as const;
const JUDGE = DESK_MODELS[2];

const request = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ content: z.string() })),
  stream: z.boolean().nullish(),
});

/** How long the stand-in takes for an answer, by model. */
const TAKES_MS: Readonly<Record<string, number>> = { "gpt-5.4-mini": 420, "claude-haiku-4-5": 260 };
const CHUNK_MS = 12;

/** Stands in for a model server, so that the pictures need no key of a provider. */
export async function deskModel(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((message, response) => {
    if (message.url?.endsWith("/models")) {
      const data = DESK_MODELS.map((id) => ({ id, object: "model", created: 1_795_000_000, owned_by: "desk" }));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data }));
      return;
    }
    void text(message).then(async (body) => {
      const { model, messages, stream } = request.parse(JSON.parse(body));
      const prompt = messages.map(({ content }) => content).join("\n");
      const answer = model === JUDGE ? verdictOn(prompt) : answerTo(prompt, model);
      const usage = usageOf(prompt, answer);
      await wait(TAKES_MS[model] ?? 150);
      if (stream === true) await streamAnswer(response, model, answer, usage);
      else sendAnswer(response, model, answer, usage);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

/** The larger model names the policy; the smaller one leaves out what some questions are about. */
function answerTo(prompt: string, model: string): string {
  const place = EXAMPLES.findIndex(({ question }) => prompt.includes(question));
  const example = EXAMPLES[place];
  if (!example)
    return model === DESK_MODELS[0]
      ? "Your parcel is in Lyon and should arrive on Friday before noon. If it is not there by Monday, we will have it searched for and send you a replacement."
      : "It is on its way and arrives on Friday. I will let you know if anything changes.";
  if (model === DESK_MODELS[1] && place % 3 === 1) return "Please contact the shop; it depends on the order.";
  return `${example.policy} I will write to you as soon as there is news.`;
}

function verdictOn(prompt: string): string {
  const isVague = prompt.includes("it depends on the order");
  const reasoning = isVague
    ? "The policy answers the question, but the answer sends the customer away."
    : "The answer gives what the policy says and what happens next.";
  return JSON.stringify({ reasoning, score: isVague ? 2 : 5 });
}

/** Tokens, at about four characters each. */
function usageOf(prompt: string, answer: string) {
  const [prompt_tokens, completion_tokens] = [prompt, answer].map(({ length }) => Math.ceil(length / 4));
  return { prompt_tokens, completion_tokens, total_tokens: (prompt_tokens ?? 0) + (completion_tokens ?? 0) };
}

const head = (model: string) => ({ id: "chatcmpl-1", created: 1_795_000_000, model });

function sendAnswer(response: ServerResponse, model: string, content: string, usage: object): void {
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ ...head(model), object: "chat.completion", choices, usage }));
}

async function streamAnswer(response: ServerResponse, model: string, content: string, usage: object): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (choices: object[], more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ ...head(model), object: "chat.completion.chunk", choices, ...more })}\n\n`,
    );
  for (const piece of content.match(/\S+\s*/g) ?? []) {
    send([{ index: 0, delta: { content: piece }, finish_reason: null }]);
    await wait(CHUNK_MS);
  }
  send([{ index: 0, delta: {}, finish_reason: "stop" }]);
  send([], { usage });
  response.end("data: [DONE]\n\n");
}
