import { shellWord } from "@/lib/format/shell-word";

import { otlpHeaders } from "./otlp-settings";
import { pythonProgram } from "./python-program";
import { ANSWER, QUESTION, type Snippet, type SnippetTarget } from "./snippet";

/** SDKs of other products, unmodified. */
export function pythonPlatforms(target: SnippetTarget): Snippet[] {
  return [
    { id: "langfuse", label: "Langfuse", code: langfuse(target) },
    { id: "weave", label: "W&B Weave", code: weave(target) },
    { id: "traceloop", label: "Traceloop", code: traceloop(target), modelKey: "OPENAI_API_KEY" },
  ];
}

function langfuse({ baseUrl, projectId }: SnippetTarget): string {
  return pythonProgram({
    packages: ["langfuse"],
    settings: [
      `export LANGFUSE_BASE_URL=${shellWord(baseUrl)}`,
      `export LANGFUSE_PUBLIC_KEY=loupe LANGFUSE_SECRET_KEY="$LOUPE_API_KEY"`,
    ],
    program: `from langfuse import Langfuse, observe

langfuse = Langfuse(additional_headers={"x-project": ${JSON.stringify(projectId)}})

@observe(as_type="generation")
def chat(question):
    langfuse.update_current_generation(
        model="gpt-4o-mini",
        input=[{"role": "user", "content": question}],
        usage_details={"input": 12, "output": 9},
    )
    return "${ANSWER}"

@observe(name="answer-customer")
def answer_customer(question):
    return chat(question)

print(answer_customer("${QUESTION}"))
langfuse.flush()`,
  });
}

function weave({ baseUrl, projectId }: SnippetTarget): string {
  return pythonProgram({
    packages: ["weave"],
    settings: [
      `export WF_TRACE_SERVER_URL=${shellWord(`${baseUrl}/weave`)} WANDB_BASE_URL=${shellWord(baseUrl)}`,
      `export WANDB_API_KEY="$LOUPE_API_KEY"`,
    ],
    program: `import weave

weave.init(${JSON.stringify(projectId)})

@weave.op(kind="llm")
def chat(model, messages):
    return {
        "model": model,
        "choices": [{"message": {"role": "assistant", "content": "${ANSWER}"}}],
        "usage": {"prompt_tokens": 12, "completion_tokens": 9, "total_tokens": 21},
    }

@weave.op(name="answer-customer")
def answer_customer(question):
    reply = chat("gpt-4o-mini", [{"role": "user", "content": question}])
    return reply["choices"][0]["message"]["content"]

print(answer_customer("${QUESTION}"))`,
  });
}

function traceloop(target: SnippetTarget): string {
  return pythonProgram({
    // With opentelemetry-sdk 1.45.2, pip 23 does not finish resolving the dependencies; httpx is not declared.
    packages: ["traceloop-sdk", "openai", "'opentelemetry-sdk<1.45.2' httpx"],
    settings: [
      `export TRACELOOP_BASE_URL=${shellWord(target.baseUrl)}`,
      `export TRACELOOP_HEADERS=${otlpHeaders(target)}`,
    ],
    program: `from openai import OpenAI
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import workflow

Traceloop.init(app_name="first-trace")

@workflow(name="answer-customer")
def answer_customer(question):
    reply = OpenAI().chat.completions.create(
        model="gpt-4o-mini",
        messages=[{"role": "user", "content": question}],
    )
    return reply.choices[0].message.content

print(answer_customer("${QUESTION}"))`,
  });
}
