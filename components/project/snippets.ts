import { shellWord } from "@/lib/format/shell-word";

/** Text to paste into a shell in an empty folder; it sends one trace to the project. */
export interface Snippet {
  id: string;
  label: string;
  code: string;
}

export interface SnippetTarget {
  /** The service's address, without a trailing slash. */
  baseUrl: string;
  /** `<entity>/<project>`. */
  projectId: string;
}

const question = "Where is my parcel?";
const answer = "Your order left Lyon this morning.";

/** Ways to send a first trace, the most common one first. None contains a key: each reads `LOUPE_API_KEY`. */
export function firstTraceSnippets(target: SnippetTarget): Snippet[] {
  return [
    { id: "opentelemetry", label: "OpenTelemetry JS", code: openTelemetry(target) },
    { id: "ai-sdk", label: "Vercel AI SDK", code: aiSdk(target) },
    { id: "otlp", label: "OTLP with curl", code: otlpCurl(target) },
    { id: "calls", label: "Calls with curl", code: callsCurl(target) },
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
        { role: "user", parts: [{ type: "text", content: "${question}" }] },
      ]),
      "gen_ai.output.messages": JSON.stringify([
        { role: "assistant", parts: [{ type: "text", content: "${answer}" }], finish_reason: "stop" },
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
// A model that needs no account; put yours in its place.
const model = new MockLanguageModelV3({
  modelId: "mock-model",
  doGenerate: {
    content: [{ type: "text", text: "${answer}" }],
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
  prompt: "${question}",
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

function otlpCurl({ baseUrl, projectId }: SnippetTarget): string {
  return `${ids(`trace=$(hex 16) span=$(hex 8) now=$(date +%s)`)}
curl --fail-with-body ${shellWord(`${baseUrl}/v1/traces`)} \\
  -H "authorization: Bearer $LOUPE_API_KEY" \\
  -H ${shellWord(`x-project: ${projectId}`)} \\
  -H 'content-type: application/json' --data-binary @- <<END
{"resourceSpans": [{"scopeSpans": [{"scope": {"name": "curl"}, "spans": [{
  "traceId": "$trace", "spanId": "$span", "name": "chat gpt-4o-mini", "kind": 3,
  "startTimeUnixNano": "\${now}000000000", "endTimeUnixNano": "\${now}420000000",
  "attributes": [
    {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}},
    {"key": "gen_ai.request.model", "value": {"stringValue": "gpt-4o-mini"}},
    {"key": "gen_ai.input.messages", "value": {"stringValue": "[{\\\\"role\\\\":\\\\"user\\\\",\\\\"parts\\\\":[{\\\\"type\\\\":\\\\"text\\\\",\\\\"content\\\\":\\\\"${question}\\\\"}]}]"}},
    {"key": "gen_ai.output.messages", "value": {"stringValue": "[{\\\\"role\\\\":\\\\"assistant\\\\",\\\\"parts\\\\":[{\\\\"type\\\\":\\\\"text\\\\",\\\\"content\\\\":\\\\"${answer}\\\\"}]}]"}},
    {"key": "gen_ai.usage.input_tokens", "value": {"intValue": "12"}},
    {"key": "gen_ai.usage.output_tokens", "value": {"intValue": "9"}}
  ]
}]}]}]}
END`;
}

function callsCurl({ baseUrl, projectId }: SnippetTarget): string {
  const project = inHereDocument(JSON.stringify(projectId));
  return `${ids(`id=$(hex 16) now=$(date -u +%Y-%m-%dT%H:%M:%SZ)`)}
curl --fail-with-body ${shellWord(`${baseUrl}/call/upsert_batch`)} -u "api:$LOUPE_API_KEY" \\
  -H 'content-type: application/json' --data-binary @- <<END
{"batch": [
  {"mode": "start", "req": {"start": {
    "project_id": ${project}, "id": "$id", "trace_id": "$id",
    "op_name": "answer-customer", "started_at": "$now", "attributes": {},
    "inputs": {"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "${question}"}]}}}},
  {"mode": "end", "req": {"end": {
    "project_id": ${project}, "id": "$id", "ended_at": "$now",
    "output": {"choices": [{"message": {"role": "assistant", "content": "${answer}"}}]},
    "summary": {"usage": {"gpt-4o-mini": {"requests": 1, "prompt_tokens": 12, "completion_tokens": 9}}}}}}
]}
END`;
}

function ids(assignments: string): string {
  return `hex() { od -An -vtx1 -N"$1" /dev/urandom | tr -d ' \\n'; }
${assignments}`;
}

/** Escapes text for a here-document with expansion. */
function inHereDocument(text: string): string {
  return text.replaceAll(/[\\$`]/g, "\\$&");
}
