import { ANSWER, QUESTION, type Snippet, type SnippetTarget } from "./snippet";
import { IMPORTS, otlpProgram, PROVIDER } from "./typescript-program";

/** OpenTelemetry itself, and the SDKs that call models. */
export function typescriptModels(target: SnippetTarget): Snippet[] {
  return [
    { id: "opentelemetry-js", label: "OpenTelemetry", code: otlpProgram(target, [], OPEN_TELEMETRY) },
    { id: "ai-sdk", label: "Vercel AI SDK", code: otlpProgram(target, ["ai@6", "zod"], AI_SDK) },
    {
      id: "openai-js",
      label: "OpenAI",
      code: otlpProgram(target, ["openai", "@arizeai/openinference-instrumentation-openai"], OPEN_AI),
      modelKey: "OPENAI_API_KEY",
    },
  ];
}

/** The README has the same program. */
const OPEN_TELEMETRY = `${IMPORTS}

${PROVIDER}
const span = provider.getTracer("first-trace").startSpan("answer-customer");
span.setAttributes({ "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o-mini" });
span.setAttribute("gen_ai.input.messages", '[{"role":"user","parts":[{"type":"text","content":"${QUESTION}"}]}]');
span.setAttribute("gen_ai.output.messages", '[{"role":"assistant","parts":[{"type":"text","content":"${ANSWER}"}]}]');
span.setAttributes({ "gen_ai.usage.input_tokens": 12, "gen_ai.usage.output_tokens": 9 });
span.end();
await provider.shutdown();`;

const AI_SDK = `${IMPORTS}
import { generateText } from "ai";
import { MockLanguageModelV3 } from "ai/test";

${PROVIDER}
provider.register();

// A stand-in model that needs no account; replace it with yours.
const inputTokens = { total: 12, noCache: 12, cacheRead: 0, cacheWrite: 0 };
const usage = { inputTokens, outputTokens: { total: 9, text: 9, reasoning: 0 } };
const content = [{ type: "text", text: "${ANSWER}" }];
const doGenerate = { content, usage, finishReason: { unified: "stop", raw: "stop" }, warnings: [] };
const model = new MockLanguageModelV3({ modelId: "mock-model", doGenerate });
const experimental_telemetry = { isEnabled: true, functionId: "answer-customer" };
const { text } = await generateText({ model, prompt: "${QUESTION}", experimental_telemetry });
console.log(text);
await provider.shutdown();`;

const OPEN_AI = `import { OpenAIInstrumentation } from "@arizeai/openinference-instrumentation-openai";
${IMPORTS}
import OpenAI from "openai";

${PROVIDER}
new OpenAIInstrumentation({ tracerProvider: provider }).manuallyInstrument(OpenAI);

const messages = [{ role: "user", content: "${QUESTION}" }];
const reply = await new OpenAI().chat.completions.create({ model: "gpt-4o-mini", messages });
console.log(reply.choices[0].message.content);
await provider.shutdown();`;
