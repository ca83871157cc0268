import { otlpSettings } from "./otlp-settings";
import { EXPORT_SPANS, OTLP_PACKAGES, pythonProgram } from "./python-program";
import { ANSWER, QUESTION, type Snippet, type SnippetTarget } from "./snippet";

/** OpenTelemetry itself, and the SDKs of model providers. */
export function pythonModels(target: SnippetTarget): Snippet[] {
  return [
    { id: "opentelemetry-python", label: "OpenTelemetry", code: openTelemetry(target) },
    { id: "openai", label: "OpenAI (OpenTelemetry)", code: openAi(target), modelKey: "OPENAI_API_KEY" },
    {
      id: "openai-openinference",
      label: "OpenAI (OpenInference)",
      code: openAiOpenInference(target),
      modelKey: "OPENAI_API_KEY",
    },
    { id: "anthropic", label: "Anthropic", code: anthropic(target), modelKey: "ANTHROPIC_API_KEY" },
    { id: "litellm", label: "LiteLLM", code: liteLlm(target) },
  ];
}

function openTelemetry(target: SnippetTarget): string {
  return pythonProgram({ packages: OTLP_PACKAGES, settings: otlpSettings(target), program: OPEN_TELEMETRY });
}

/** The README has the same program. */
const OPEN_TELEMETRY = `from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
with provider.get_tracer("first-trace").start_as_current_span("answer-customer") as span:
    span.set_attributes({"gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o-mini"})
    span.set_attribute("gen_ai.input.messages", '[{"role":"user","parts":[{"type":"text","content":"${QUESTION}"}]}]')
    span.set_attribute("gen_ai.output.messages", '[{"role":"assistant","parts":[{"type":"text","content":"${ANSWER}"}]}]')
    span.set_attributes({"gen_ai.usage.input_tokens": 12, "gen_ai.usage.output_tokens": 9})`;

const askOpenAi = `reply = OpenAI().chat.completions.create(
    model="gpt-4o-mini",
    messages=[{"role": "user", "content": "${QUESTION}"}],
)
print(reply.choices[0].message.content)`;

function openAi(target: SnippetTarget): string {
  return pythonProgram({
    packages: [
      "openai",
      "opentelemetry-instrumentation-openai-v2",
      // Two dependencies that version 2.4b0 does not declare, or not correctly.
      "'opentelemetry-util-genai<=1.1b0' httpx",
      ...OTLP_PACKAGES,
    ],
    settings: [
      ...otlpSettings(target),
      "export OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental",
      "export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY",
    ],
    program: `from openai import OpenAI
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
${EXPORT_SPANS}
OpenAIInstrumentor().instrument()

${askOpenAi}`,
  });
}

function openAiOpenInference(target: SnippetTarget): string {
  return pythonProgram({
    packages: ["openai", "openinference-instrumentation-openai", ...OTLP_PACKAGES],
    settings: otlpSettings(target),
    program: `from openai import OpenAI
from openinference.instrumentation.openai import OpenAIInstrumentor
${EXPORT_SPANS}
OpenAIInstrumentor().instrument()

${askOpenAi}`,
  });
}

function anthropic(target: SnippetTarget): string {
  return pythonProgram({
    packages: ["anthropic", ...OTLP_PACKAGES],
    settings: [...otlpSettings(target), "export ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content"],
    program: `from anthropic import Anthropic
${EXPORT_SPANS}
reply = Anthropic().messages.create(
    model="claude-haiku-4-5",
    max_tokens=1000,
    messages=[{"role": "user", "content": "${QUESTION}"}],
)
print(reply.content[0].text)`,
  });
}

function liteLlm(target: SnippetTarget): string {
  return pythonProgram({
    packages: ["litellm", ...OTLP_PACKAGES],
    settings: otlpSettings(target),
    program: `import litellm
from litellm.integrations.opentelemetry import OpenTelemetry, OpenTelemetryConfig
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

litellm.callbacks = [OpenTelemetry(OpenTelemetryConfig(exporter=OTLPSpanExporter()))]

reply = litellm.completion(
    model="gpt-4o-mini",
    messages=[{"role": "user", "content": "${QUESTION}"}],
    mock_response="${ANSWER}",  # Remove this line to call the model.
)
print(reply.choices[0].message.content)`,
  });
}
