import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

const MODEL = "stand-in-1";

export interface StandInModel {
  /** `base_url` of an OpenAI-compatible server. */
  url: string;
  close(): Promise<void>;
}

const toolCall = { id: "call_1", type: "function", function: { name: "track_parcel", arguments: '{"order":"9913"}' } };

/**
 * Stands in for a model server: calls one tool (40 + 12 tokens), and answers with `answer` once it has its result (70 +
 * 9), or at once if it is asked for JSON.
 */
export async function standInModel(answer: string): Promise<StandInModel> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const hasResult = body.includes('"role":"tool"') || body.includes('"response_format":');
      const message = hasResult ? { content: answer } : { content: null, tool_calls: [toolCall] };
      const [prompt_tokens, completion_tokens] = hasResult ? [70, 9] : [40, 12];
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          id: "chatcmpl-1",
          object: "chat.completion",
          created: 1_795_000_000,
          model: MODEL,
          choices: [
            { index: 0, message: { role: "assistant", ...message }, finish_reason: hasResult ? "stop" : "tool_calls" },
          ],
          usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
        }),
      );
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
