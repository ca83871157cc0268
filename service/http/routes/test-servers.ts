import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";

export type Listening = { url: string; close(): Promise<unknown> };

/** For tests: serves requests on a free port of the loopback address. */
export function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<Listening> {
  return new Promise((resolve) => {
    const server = serve({ fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, close: () => new Promise((closed) => server.close(closed)) }),
    );
  });
}

/** The tokens of every answer of the model. */
const MODEL_USAGE = {
  prompt_tokens: 11,
  completion_tokens: 5,
  total_tokens: 16,
  prompt_tokens_details: { cached_tokens: 4 },
};
export const MODEL_ANSWER = "It is 21 degrees in Paris.";
export const MODEL_TOOL_CALL = {
  id: "call_1",
  type: "function",
  function: { name: "get_weather", arguments: '{"city":"Paris"}' },
};

/**
 * For tests: a fake OpenAI-compatible model server. It calls the tool when one is offered, answers when it has the tool's
 * result or no tool, streams on request, and embeds.
 */
export function standInModel(): Promise<Listening> {
  const model = new Hono()
    .post("/v1/embeddings", async (c) => {
      const data = [{ object: "embedding", index: 0, embedding: [0.25, -0.5, 1] }];
      return c.json({ object: "list", data, model: "stand-in-embed", usage: { prompt_tokens: 3, total_tokens: 3 } });
    })
    .post("/v1/chat/completions", async (c) => {
      const { messages, tools = [], stream } = await c.req.json();
      const asks = tools.length > 0 && !messages.some(({ role }: { role: string }) => role === "tool");
      const common = { id: "c1", created: 1_795_000_000, model: "stand-in-1" };
      if (stream) {
        return streamSSE(c, async (out) => {
          const object = "chat.completion.chunk";
          for (const word of MODEL_ANSWER.split(/(?= )/)) {
            const choices = [{ index: 0, delta: { role: "assistant", content: word }, finish_reason: null }];
            await out.writeSSE({ data: JSON.stringify({ ...common, object, choices }) });
          }
          const choices = [{ index: 0, delta: {}, finish_reason: "stop" }];
          await out.writeSSE({ data: JSON.stringify({ ...common, object, choices, usage: MODEL_USAGE }) });
          await out.writeSSE({ data: "[DONE]" });
        });
      }
      const message = {
        role: "assistant",
        ...(asks ? { content: null, tool_calls: [MODEL_TOOL_CALL] } : { content: MODEL_ANSWER }),
      };
      const choices = [{ index: 0, message, finish_reason: asks ? "tool_calls" : "stop" }];
      return c.json({ ...common, object: "chat.completion", choices, usage: MODEL_USAGE });
    });
  return listen((request) => model.fetch(request));
}
