// A program as a user writes it: it publishes a chat prompt in two versions with W&B Weave's SDK, and another one with
// Langfuse's SDK. Prints the digests of Weave's in one JSON line.
import { LangfuseClient } from "@langfuse/client";
import * as weave from "weave";

const { PROJECT = "", SERVICE_URL = "", LOUPE_API_KEY = "" } = process.env;
const client = await weave.init(PROJECT);

const publish = (tone: string, question: string) =>
  client.publish(
    new weave.MessagesPrompt({
      name: "support",
      messages: [
        { role: "system", content: `You are a ${tone} support agent for {company}. Reply as {{"answer": "…"}}.` },
        { role: "user", content: question },
      ],
    }),
  );
const first = await publish("friendly", "{question}");
const second = await publish("patient", "{question}");
await client.waitForBatchProcessing();

const langfuse = new LangfuseClient({ publicKey: "pk", secretKey: LOUPE_API_KEY, baseUrl: SERVICE_URL });
await langfuse.prompt.create({
  name: "greeting",
  type: "chat",
  prompt: [
    { role: "system", content: "You greet {{name}} in {{language}}." },
    { type: "placeholder", name: "history" },
  ],
  config: { model: "m-1", temperature: 0.5, tools: [{ type: "function", function: { name: "find_name" } }] },
  tags: ["demo"],
  commitMessage: "Greet in any language",
});
await langfuse.shutdown();
process.stdout.write(`${JSON.stringify({ prompts: [first.digest, second.digest] })}\n`);
