// A program as a user writes it: with W&B Weave's SDK, it publishes a prompt in two versions and calls an op with them;
// with Langfuse's SDK, it creates a prompt in two versions and links its generations to them. Prints the digests of
// Weave's in one JSON line.
import { LangfuseClient } from "@langfuse/client";
import { startObservation } from "@langfuse/tracing";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import * as weave from "weave";

const { PROJECT = "", SERVICE_URL = "", LOUPE_API_KEY = "" } = process.env;
const client = await weave.init(PROJECT);

const publish = (content: string) => client.publish(new weave.StringPrompt({ name: "support", content }));
const first = await publish("Answer {question} in three sentences.");
const second = await publish("Answer {question} in one sentence.");

const complete = weave.op(
  async function complete(question: string) {
    return { text: `${question} In Lyon.` };
  },
  { summarize: () => ({ usage: { "priced-1": { requests: 1, prompt_tokens: 1000, completion_tokens: 100 } } }) },
);
const answer = weave.op(
  async function answer({ question }: { prompt: string; question: string }) {
    if (question === "") throw new Error("no question");
    return complete(question);
  },
  { parameterNames: "useParam0Object" },
);
for (const question of ["Where is parcel 1?", "Where is parcel 2?"]) await answer({ prompt: first.uri(), question });
await answer({ prompt: first.uri(), question: "" }).catch(() => undefined);
await answer({ prompt: second.uri(), question: "Where is parcel 3?" });
await client.waitForBatchProcessing();

const langfuse = new LangfuseClient({ publicKey: "pk", secretKey: LOUPE_API_KEY, baseUrl: SERVICE_URL });
const create = (prompt: string) => langfuse.prompt.create({ name: "greeting", type: "text", prompt });
const greetings = [await create("Greet {{name}}."), await create("Greet {{name}} kindly.")];
const exporter = new OTLPTraceExporter({
  url: `${SERVICE_URL}/v1/traces`,
  headers: { authorization: `Bearer ${LOUPE_API_KEY}`, "x-project": PROJECT },
});
const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
provider.register();
for (const [place, tokens] of [
  [0, 200],
  [1, 300],
  [1, 500],
] as const) {
  const chain = startObservation("welcome", { input: { name: "Ada" } });
  const generation = chain.startObservation(
    "greet",
    {
      model: "priced-1",
      input: [{ role: "user", content: greetings[place]?.compile({ name: "Ada" }) ?? "" }],
      output: { role: "assistant", content: "Hello, Ada!" },
      usageDetails: { input: tokens, output: 10 },
      prompt: { name: "greeting", version: greetings[place]?.version ?? 0, isFallback: false },
    },
    { asType: "generation" },
  );
  generation.end();
  chain.end();
}
await provider.shutdown();
await langfuse.shutdown();
process.stdout.write(`${JSON.stringify({ prompts: [first.digest, second.digest] })}\n`);
