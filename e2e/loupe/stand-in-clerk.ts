import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as z from "zod";

export const CLERK = "clerk-1";
/** Tokens of every answer, unless others are chosen. */
const CLERK_TOKENS: Tokens = [10, 2];

/** Of the prompt and of the answer. */
export type Tokens = readonly [prompt: number, completion: number];

const request = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.string() })) });
type Messages = z.infer<typeof request>["messages"];

export interface StandInClerk {
  /** `base_url` of an OpenAI-compatible server. */
  url: string;
  /** The messages of each request, as received. */
  asked: Messages[];
  /** Answers nothing until `release`. */
  hold: () => void;
  release: () => void;
  close: () => Promise<void>;
}

/** A stand-in for a model server. It sends what `answer` returns for the messages, or an error if that is undefined. */
export async function standInClerk(
  answer: (messages: Messages) => string | undefined,
  tokensOf: (messages: Messages) => Tokens = () => CLERK_TOKENS,
): Promise<StandInClerk> {
  const asked: Messages[] = [];
  let held: (() => void)[] | undefined;
  const server = createServer((message, response) => {
    if (message.url?.endsWith("/models")) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [{ id: CLERK, object: "model", owned_by: "here" }] }));
      return;
    }
    void text(message).then((body) => {
      const { messages } = request.parse(JSON.parse(body));
      asked.push(messages);
      const send = () => reply(response, answer(messages), tokensOf(messages));
      if (held) held.push(send);
      else send();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    hold: () => (held ??= []),
    release: () => {
      for (const send of held ?? []) send();
      held = undefined;
    },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

function reply(response: ServerResponse, content: string | undefined, [prompt_tokens, completion_tokens]: Tokens) {
  response.setHeader("content-type", "application/json");
  if (content === undefined) {
    const error = {
      message: "this parcel is not in the files",
      type: "invalid_request_error",
      param: null,
      code: null,
    };
    response.writeHead(400).end(JSON.stringify({ error }));
    return;
  }
  const choice = { index: 0, message: { role: "assistant", content }, finish_reason: "stop" };
  const head = { id: "chatcmpl-1", object: "chat.completion", created: 1_795_000_000, model: CLERK };
  const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
  response.end(JSON.stringify({ ...head, choices: [choice], usage }));
}
