import { toHeaderText } from "@/lib/contract/header-text";
import { shellWord } from "@/lib/format/shell-word";

import { ANSWER, QUESTION, type Snippet, type SnippetTarget } from "./snippet";
import { typescriptProgram } from "./typescript-program";

/** SDKs of other products, unmodified. */
export function typescriptPlatforms(target: SnippetTarget): Snippet[] {
  return [
    { id: "langfuse-js", label: "Langfuse", code: langfuse(target) },
    { id: "weave-js", label: "W&B Weave", code: weave(target) },
  ];
}

function langfuse({ baseUrl, projectId }: SnippetTarget): string {
  return typescriptProgram({
    packages: ["@langfuse/otel", "@langfuse/tracing", "@opentelemetry/sdk-trace-node"],
    settings: [
      `export LANGFUSE_BASE_URL=${shellWord(baseUrl)}`,
      `export LANGFUSE_PUBLIC_KEY=loupe LANGFUSE_SECRET_KEY="$LOUPE_API_KEY"`,
    ],
    program: `import { LangfuseSpanProcessor } from "@langfuse/otel";
import { startObservation } from "@langfuse/tracing";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

const additionalHeaders = { "x-project": ${JSON.stringify(toHeaderText(projectId))} };
const provider = new NodeTracerProvider({ spanProcessors: [new LangfuseSpanProcessor({ additionalHeaders })] });
provider.register();

const input = [{ role: "user", content: "${QUESTION}" }];
const output = "${ANSWER}";
const chat = { model: "gpt-4o-mini", input, output, usageDetails: { input: 12, output: 9 } };
startObservation("answer-customer", chat, { asType: "generation" }).end();
await provider.shutdown();`,
  });
}

function weave({ baseUrl, projectId }: SnippetTarget): string {
  return typescriptProgram({
    packages: ["weave"],
    settings: [
      `export WF_TRACE_SERVER_URL=${shellWord(`${baseUrl}/weave`)} WANDB_BASE_URL=${shellWord(baseUrl)}`,
      `export WANDB_API_KEY="$LOUPE_API_KEY"`,
    ],
    program: `import * as weave from "weave";

const client = await weave.init(${JSON.stringify(projectId)});
async function chat({ model, messages }) {
  const message = { role: "assistant", content: "${ANSWER}" };
  return { model, choices: [{ message }], usage: { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21 } };
}
const summarize = ({ model, usage }) => ({ usage: { [model]: usage } });
const answerCustomer = weave.op(chat, { name: "answer-customer", parameterNames: "useParam0Object", summarize });
await answerCustomer({ model: "gpt-4o-mini", messages: [{ role: "user", content: "${QUESTION}" }] });
await client.waitForBatchProcessing();`,
  });
}
