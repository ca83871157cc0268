// A program as a user writes it: an agent traced by the OpenTelemetry SDK whose model calls use the AI SDK. Prints the
// spans it sent, as the SDK recorded them, in one JSON line. With `FAILS`, its search finds nothing and its tool fails.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { generateText, stepCountIs, tool } from "ai";
import * as z from "zod";

const { SERVICE_URL, LOUPE_API_KEY, PROJECT = "", MODEL_URL = "", QUESTION = "" } = process.env;
const { AGENT = "answer-customer", THREAD = "thread-a1", USER_ID, FAILS } = process.env;

const LOOK_UP_MS = 1_250;

const recorded = new InMemorySpanExporter();
const exporter = new OTLPTraceExporter({
  url: `${SERVICE_URL}/v1/traces`,
  headers: { authorization: `Bearer ${LOUPE_API_KEY}`, "x-project": PROJECT },
});
const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ "service.name": "customer-agent" }),
  spanProcessors: [new SimpleSpanProcessor(recorded), new BatchSpanProcessor(exporter)],
});
provider.register();
const tracer = trace.getTracer("customer-agent", "1.0.0");
const microseconds = ([seconds, nanoseconds]: [number, number]) => seconds * 1e6 + Math.floor(nanoseconds / 1e3);
const message = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: "text", content }] }]);

const started = Date.now() - LOOK_UP_MS;
await tracer.startActiveSpan(AGENT, { startTime: started }, async (agent) => {
  agent.setAttributes({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.input.messages": message("user", QUESTION),
    ...(THREAD && { "gen_ai.conversation.id": THREAD }),
    ...(USER_ID && { "user.id": USER_ID }),
  });
  const lookUp = tracer.startSpan("look up customer", { startTime: started });
  lookUp.setAttributes({ "customer.id": 42, "customer.city": "Lyon" });
  lookUp.end(started + LOOK_UP_MS);
  if (FAILS) {
    const search = tracer.startSpan("search_policies");
    search.setAttributes({
      "openinference.span.kind": "RETRIEVER",
      "input.value": QUESTION,
      "output.value": "[]",
      "output.mime_type": "application/json",
    });
    search.end();
  }
  const { text } = await generateText({
    model: createOpenAICompatible({ name: "stand-in", baseURL: MODEL_URL })("stand-in-1"),
    system: "Be brief.",
    prompt: QUESTION,
    temperature: 0.2,
    maxOutputTokens: 256,
    tools: {
      track_parcel: tool({
        description: "Where a parcel is",
        inputSchema: z.object({ order: z.string() }),
        execute: ({ order }) => {
          if (FAILS) throw new Error("The carrier does not answer");
          return { order, place: "Lyon", scans: 3 };
        },
      }),
    },
    stopWhen: stepCountIs(2),
    experimental_telemetry: { isEnabled: true, functionId: "track-and-answer" },
  });
  agent.setAttribute("gen_ai.output.messages", message("assistant", text));
  agent.end();
});

await provider.forceFlush();
const spans = recorded.getFinishedSpans().map((span) => ({
  name: span.name,
  id: span.spanContext().spanId,
  traceId: span.spanContext().traceId,
  parentId: span.parentSpanContext?.spanId,
  durationMs: (microseconds(span.endTime) - microseconds(span.startTime)) / 1e3,
}));
await provider.shutdown();
console.log(JSON.stringify(spans));
