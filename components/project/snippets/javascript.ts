import { ANSWER, QUESTION, type Snippet, type SnippetTarget } from "./snippet";

export function javascriptSnippets(target: SnippetTarget): Snippet[] {
  return [
    { id: "opentelemetry-js", label: "OpenTelemetry", code: openTelemetry(target) },
    { id: "ai-sdk", label: "Vercel AI SDK", code: aiSdk(target) },
  ];
}

function openTelemetry(target: SnippetTarget): string {
  return nodeProgram(
    ["@opentelemetry/api", "@opentelemetry/sdk-trace-node", "@opentelemetry/exporter-trace-otlp-proto"],
    `import { trace } from "@opentelemetry/api";
${exportTo(target)}
const tracer = trace.getTracer("first-trace");
await tracer.startActiveSpan("answer-customer", async (agent) => {
  agent.setAttribute("gen_ai.operation.name", "invoke_agent");
  await tracer.startActiveSpan("chat gpt-4o-mini", async (chat) => {
    chat.setAttributes({
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "gpt-4o-mini",
      "gen_ai.input.messages": JSON.stringify([
        { role: "user", parts: [{ type: "text", content: "${QUESTION}" }] },
      ]),
      "gen_ai.output.messages": JSON.stringify([
        { role: "assistant", parts: [{ type: "text", content: "${ANSWER}" }], finish_reason: "stop" },
      ]),
      "gen_ai.usage.input_tokens": 12,
      "gen_ai.usage.output_tokens": 9,
    });
    chat.end();
  });
  agent.end();
});
await provider.shutdown();`,
  );
}

function aiSdk(target: SnippetTarget): string {
  return nodeProgram(
    ["ai@6", "zod", "@opentelemetry/api", "@opentelemetry/sdk-trace-node", "@opentelemetry/exporter-trace-otlp-proto"],
    `import { generateText } from "ai";
import { MockLanguageModelV3 } from "ai/test";
${exportTo(target)}
// A stand-in model that needs no account; replace it with yours.
const model = new MockLanguageModelV3({
  modelId: "mock-model",
  doGenerate: {
    content: [{ type: "text", text: "${ANSWER}" }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: {
      inputTokens: { total: 12, noCache: 12, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 9, text: 9, reasoning: 0 },
    },
    warnings: [],
  },
});
const { text } = await generateText({
  model,
  prompt: "${QUESTION}",
  experimental_telemetry: { isEnabled: true, functionId: "answer-customer" },
});
console.log(text);
await provider.shutdown();`,
  );
}

/** The part of a program that sends its spans to the service. */
function exportTo({ baseUrl, projectId }: SnippetTarget): string {
  return `import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";

const exporter = new OTLPTraceExporter({
  url: ${JSON.stringify(`${baseUrl}/v1/traces`)},
  headers: {
    authorization: \`Bearer \${process.env.LOUPE_API_KEY}\`,
    "x-project": ${JSON.stringify(projectId)},
  },
});
const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
provider.register();
`;
}

function nodeProgram(packages: readonly string[], program: string): string {
  return `npm init -y > /dev/null && npm install \\
  ${packages.join(" \\\n  ")}
cat > first-trace.mjs <<'END'
${program}
END
node first-trace.mjs`;
}
