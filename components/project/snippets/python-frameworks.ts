import { otlpSettings } from "./otlp-settings";
import { EXPORT_SPANS, OTLP_PACKAGES, pythonProgram } from "./python-program";
import { ANSWER, QUESTION, type Snippet, type SnippetTarget } from "./snippet";

/** Frameworks for agents. */
export function pythonFrameworks(target: SnippetTarget): Snippet[] {
  return [
    { id: "langchain", label: "LangChain and LangGraph", code: langChain(target) },
    { id: "llamaindex", label: "LlamaIndex", code: llamaIndex(target) },
    { id: "pydantic-ai", label: "Pydantic AI", code: pydanticAi(target) },
    { id: "openai-agents", label: "OpenAI Agents", code: openAiAgents(target), modelKey: "OPENAI_API_KEY" },
    { id: "google-adk", label: "Google ADK", code: googleAdk(target), modelKey: "GOOGLE_API_KEY" },
    { id: "strands", label: "Strands", code: strands(target), modelKey: "OPENAI_API_KEY" },
  ];
}

function langChain(target: SnippetTarget): string {
  return pythonProgram({
    packages: ["langchain", "openinference-instrumentation-langchain", ...OTLP_PACKAGES],
    settings: otlpSettings(target),
    program: `from langchain.agents import create_agent
from langchain_core.language_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage
from openinference.instrumentation.langchain import LangChainInstrumentor
${EXPORT_SPANS}
LangChainInstrumentor().instrument()

# A stand-in model that needs no account; replace it with yours.
usage = {"input_tokens": 12, "output_tokens": 9, "total_tokens": 21}
answer = AIMessage("${ANSWER}", usage_metadata=usage)
model = FakeMessagesListChatModel(responses=[answer], metadata={"ls_model_name": "fake-model"})
agent = create_agent(model, name="answer-customer")
result = agent.invoke({"messages": [{"role": "user", "content": "${QUESTION}"}]})
print(result["messages"][-1].content)`,
  });
}

function llamaIndex(target: SnippetTarget): string {
  return pythonProgram({
    packages: ["llama-index-core", "openinference-instrumentation-llama-index", ...OTLP_PACKAGES],
    settings: otlpSettings(target),
    program: `from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import MockLLM
from openinference.instrumentation.llama_index import LlamaIndexInstrumentor
${EXPORT_SPANS}
LlamaIndexInstrumentor().instrument()

# A model that repeats the prompt and counts no tokens; put yours in its place.
engine = SimpleChatEngine.from_defaults(llm=MockLLM())
print(engine.chat("${QUESTION}"))`,
  });
}

function pydanticAi(target: SnippetTarget): string {
  return pythonProgram({
    packages: ["pydantic-ai-slim", ...OTLP_PACKAGES],
    settings: otlpSettings(target),
    program: `from pydantic_ai import Agent
from pydantic_ai.models.test import TestModel
${EXPORT_SPANS}
Agent.instrument_all()

# A stand-in model that needs no account; replace it with yours.
model = TestModel(custom_output_text="${ANSWER}")
agent = Agent(model, name="answer-customer")
print(agent.run_sync("${QUESTION}").output)`,
  });
}

function openAiAgents(target: SnippetTarget): string {
  return pythonProgram({
    packages: ["openai-agents", "openinference-instrumentation-openai-agents", ...OTLP_PACKAGES],
    settings: otlpSettings(target),
    program: `from agents import Agent, Runner
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor
${EXPORT_SPANS}
OpenAIAgentsInstrumentor().instrument()

agent = Agent(name="answer-customer", instructions="Answer briefly.", model="gpt-4o-mini")
print(Runner.run_sync(agent, "${QUESTION}").final_output)`,
  });
}

function googleAdk(target: SnippetTarget): string {
  return pythonProgram({
    packages: ["google-adk", ...OTLP_PACKAGES],
    settings: [
      ...otlpSettings(target),
      "export OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental",
      "export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY",
    ],
    program: `import asyncio
from google.adk.agents import LlmAgent
from google.adk.runners import InMemoryRunner
${EXPORT_SPANS}
agent = LlmAgent(name="answer_customer", model="gemini-2.5-flash", instruction="Answer briefly.")
asyncio.run(InMemoryRunner(agent).run_debug("${QUESTION}"))`,
  });
}

function strands(target: SnippetTarget): string {
  return pythonProgram({
    packages: ["'strands-agents[openai,otel]'"],
    settings: [...otlpSettings(target), "export OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental"],
    program: `from strands import Agent
from strands.models.openai import OpenAIModel
from strands.telemetry import StrandsTelemetry

StrandsTelemetry().setup_otlp_exporter()

agent = Agent(OpenAIModel(model_id="gpt-4o-mini"), name="answer-customer")
agent("${QUESTION}")`,
  });
}
