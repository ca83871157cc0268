import { context, propagation, trace, type Tracer } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import OpenAI from "openai";
import { afterAll, beforeAll } from "vitest";
import { listen, type Listening, standInModel } from "./test-servers";
import { ADMIN_KEY, useService } from "./test-service";

const PROJECT = "local/sdk";

/** A tool that the model calls when it is offered. */
export const TOOL = {
  type: "function" as const,
  function: {
    name: "get_weather",
    description: "the weather of a city",
    parameters: { type: "object", properties: {} },
  },
};
const question = { role: "user" as const, content: "Weather in Paris?" };

/** What instrumentations of OpenAI's SDK patch; all test files of a process share it. */
const PATCHED = [OpenAI.Chat.Completions, OpenAI.Completions, OpenAI.Embeddings, OpenAI.Images, OpenAI.Responses].map(
  ({ prototype }) => ({ prototype, original: Object.getOwnPropertyDescriptors(prototype) }),
);

/** For tests: an OpenTelemetry SDK that exports to the service, a model to trace, and the resulting calls. */
export function useOtlp() {
  const service = useService();
  const running: { api?: Listening; models?: Listening; provider?: NodeTracerProvider } = {};

  beforeAll(async () => {
    running.models = await standInModel();
    const app = service.app({ allowedHosts: ["127.0.0.1"] });
    running.api = await listen((request) => app.fetch(request));
    const exporter = new OTLPTraceExporter({
      url: `${running.api.url}/v1/traces`,
      headers: { authorization: `Basic ${Buffer.from(`any:${ADMIN_KEY}`).toString("base64")}`, "x-project": PROJECT },
    });
    running.provider = new NodeTracerProvider({
      resource: resourceFromAttributes({ "service.name": "weather", "host.name": "a-machine" }),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    running.provider.register();
  });
  afterAll(async () => {
    await running.provider?.shutdown();
    for (const global of [trace, context, propagation]) global.disable();
    for (const { prototype, original } of PATCHED) Object.defineProperties(prototype, original);
    await Promise.all([running.api?.close(), running.models?.close()]);
  });

  async function post(path: string, body: object): Promise<string> {
    await running.provider?.forceFlush();
    return (await service.post(path, { project_id: PROJECT, ...body })).text();
  }

  async function list(query: object) {
    const lines = await post("/calls/stream_query", query);
    return lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  }

  return {
    tracer: (name: string, version?: string): Tracer => trace.getTracer(name, version),
    get provider(): NodeTracerProvider {
      if (!running.provider) throw new Error("The SDK is started before the first test");
      return running.provider;
    },
    /** `base_url` of the model, as OpenAI's clients take it. */
    get modelUrl(): string {
      return `${running.models?.url}/v1`;
    },
    /** The calls that a filter or a query selects, as the service lists them. */
    list,
    /** Runs an agent on OpenAI's client under one span: a tool call, its answer, a streamed answer and an embedding. */
    async runAgent(): Promise<void> {
      const client = new OpenAI({ apiKey: "none", baseURL: `${running.models?.url}/v1` });
      const model = "stand-in-1";
      await trace
        .getTracer("program")
        .startActiveSpan("agent", { attributes: { "session.id": "s-1" } }, async (span) => {
          const asked = await client.chat.completions.create({
            model,
            temperature: 0.5,
            tools: [TOOL],
            messages: [{ role: "system", content: "be brief" }, question],
          });
          const called = asked.choices.map(({ message }) => message);
          const result = { role: "tool" as const, tool_call_id: "call_1", content: "21 degrees" };
          await client.chat.completions.create({ model, tools: [TOOL], messages: [question, ...called, result] });
          const look = [
            { type: "text" as const, text: "look" },
            { type: "image_url" as const, image_url: { url: "data:image/png;base64,AAAA" } },
          ];
          const stream = await client.chat.completions.create({
            model,
            stream: true,
            messages: [{ role: "user", content: look }],
          });
          for await (const chunk of stream) void chunk;
          await client.embeddings.create({ model: "stand-in-embed", input: "hello", encoding_format: "float" });
          span.end();
        });
    },
    /** The calls of the agent's spans, identified by their content: some start in the same millisecond. */
    async agentCalls() {
      const calls = await list({ include_overview: true });
      const withRole = (role: string) =>
        calls.find(({ inputs }) => inputs.messages?.some((message: { role: string }) => message.role === role));
      return {
        agent: calls.find(({ op_name }) => op_name === "agent"),
        asked: withRole("system"),
        answered: withRole("tool"),
        streamed: calls.find(({ inputs }) => Array.isArray(inputs.messages?.[0].content)),
        embedded: calls.find(({ overview }) => overview.kind === "embedding"),
      };
    },
    read: async (id: string) => JSON.parse(await post("/call/read", { id })).call,
  };
}
