import { toHeaderText } from "@/lib/contract/header-text";

import { ANSWER, QUESTION, type Snippet, type SnippetTarget } from "./snippet";
import { IMPORTS, otlpProgram, PROVIDER, typescriptProgram } from "./typescript-program";

const OPEN_INFERENCE = "@arizeai/openinference-instrumentation";

/** Frameworks for agents. */
export function typescriptFrameworks(target: SnippetTarget): Snippet[] {
  return [
    {
      id: "langchain-js",
      label: "LangChain.js",
      code: otlpProgram(target, ["langchain", "@langchain/core", `${OPEN_INFERENCE}-langchain`], LANGCHAIN),
    },
    {
      id: "openai-agents-js",
      label: "OpenAI Agents",
      code: otlpProgram(target, ["@openai/agents", "zod", `${OPEN_INFERENCE}-openai-agents`], OPENAI_AGENTS),
      modelKey: "OPENAI_API_KEY",
    },
    { id: "mastra", label: "Mastra", code: mastra(target), modelKey: "OPENAI_API_KEY" },
  ];
}

const LANGCHAIN = `import { LangChainInstrumentation } from "@arizeai/openinference-instrumentation-langchain";
import * as callbacks from "@langchain/core/callbacks/manager";
${IMPORTS}
import { AIMessage, createAgent, fakeModel } from "langchain";

${PROVIDER}
new LangChainInstrumentation({ tracerProvider: provider }).manuallyInstrument(callbacks);

// A stand-in model that needs no account; replace it with yours.
const usage_metadata = { input_tokens: 12, output_tokens: 9, total_tokens: 21 };
const model = fakeModel().respond(new AIMessage({ content: "${ANSWER}", usage_metadata }));
const agent = createAgent({ model, name: "answer-customer" });
const { messages } = await agent.invoke({ messages: [{ role: "user", content: "${QUESTION}" }] });
console.log(messages.at(-1).content);
await provider.shutdown();`;

const OPENAI_AGENTS = `import { OpenAIAgentsInstrumentation } from "@arizeai/openinference-instrumentation-openai-agents";
import * as agents from "@openai/agents";
${IMPORTS}

${PROVIDER}
new OpenAIAgentsInstrumentation({ tracerProvider: provider }).manuallyInstrument(agents);

const agent = new agents.Agent({ name: "answer-customer", instructions: "Answer briefly.", model: "gpt-4o-mini" });
const { finalOutput } = await agents.run(agent, "${QUESTION}");
console.log(finalOutput);
await provider.shutdown();`;

function mastra({ baseUrl, projectId }: SnippetTarget): string {
  return typescriptProgram({
    packages: [
      "@mastra/core",
      "@mastra/observability",
      "@mastra/otel-exporter",
      // The version that Mastra's exporter asks for.
      "@opentelemetry/exporter-trace-otlp-proto@0.218",
    ],
    settings: [],
    program: `import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { Observability } from "@mastra/observability";
import { OtelExporter } from "@mastra/otel-exporter";

const headers = {
  authorization: \`Bearer \${process.env.LOUPE_API_KEY}\`,
  "x-project": ${JSON.stringify(toHeaderText(projectId))},
};
const custom = { endpoint: ${JSON.stringify(baseUrl)}, headers, protocol: "http/protobuf" };
const exporter = new OtelExporter({ provider: { custom }, signals: { logs: false } });
const observability = new Observability({ configs: { loupe: { serviceName: "first-trace", exporters: [exporter] } } });

const name = "answer-customer";
const agent = new Agent({ id: name, name, instructions: "Answer briefly.", model: "openai/gpt-4o-mini" });
new Mastra({ agents: { agent }, observability });
console.log((await agent.generate("${QUESTION}")).text);
await observability.shutdown();`,
  });
}
