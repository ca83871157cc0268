// Stands in for a model server without thinking time: the same answer to every request, whole or streamed.
import { createServer } from "node:http";

const MODEL = "bench";
const words = "The parcel left the warehouse in Lyon on Tuesday and should arrive within two days. ".repeat(4);
const common = { id: "chatcmpl-1", created: 1_795_000_000, model: MODEL };
const usage = { prompt_tokens: 220, completion_tokens: 80, total_tokens: 300 };
const choice = { index: 0, message: { role: "assistant", content: words }, finish_reason: "stop" };
const answer = Buffer.from(JSON.stringify({ ...common, object: "chat.completion", choices: [choice], usage }));
const list = Buffer.from(JSON.stringify({ object: "list", data: [{ id: MODEL, object: "model" }] }));

const server = createServer((request, response) => {
  request.resume().once("end", () => {
    const body = request.method === "GET" ? list : answer;
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => console.log("ready"));
process.once("SIGTERM", () => process.exit());
