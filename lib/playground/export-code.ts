import { PROMPT_HEADER } from "@/lib/contract/chat-wire";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { shellWord } from "@/lib/format/shell-word";

export interface CodeTarget {
  /** The service's address, without a trailing slash. */
  baseUrl: string;
  /** `<entity>/<project>`, in which the usage is counted and the answer recorded. */
  projectId: string;
  /** The ref of the version of a prompt that the messages are from, which is recorded with the answer. */
  promptRef?: string | undefined;
}

export interface Program {
  id: "curl" | "python" | "typescript";
  label: string;
  code: string;
}

/** A request as programs to copy. None contains a key: each reads `LOUPE_API_KEY`. Numbers keep their digits. */
export function programsOf(body: JsonText, target: CodeTarget): Program[] {
  const root = JsonNode.parse(body);
  return [
    { id: "curl", label: "curl", code: curl(root, target) },
    { id: "python", label: "Python", code: python(root, target) },
    { id: "typescript", label: "TypeScript", code: typescript(root, target) },
  ];
}

function curl(body: JsonNode, { baseUrl, projectId, promptRef }: CodeTarget): string {
  return `curl --no-buffer ${shellWord(`${baseUrl}/v1/chat/completions/`)} \\
  -H "authorization: Bearer $LOUPE_API_KEY" \\
  -H ${shellWord(`client-project: ${projectId}`)} \\
${promptRef === undefined ? "" : `  -H ${shellWord(`${PROMPT_HEADER}: ${promptRef}`)} \\\n`}  -H 'content-type: application/json' --data-binary @- <<'END'
${writeLiteral(body, json)}
END
`;
}

/** The arguments that the Python SDK's `create` names; all others go into `extra_body`. */
const PYTHON_ARGUMENTS = new Set(
  (
    "model messages frequency_penalty logit_bias logprobs top_logprobs max_tokens max_completion_tokens n " +
    "presence_penalty response_format seed stop stream stream_options temperature top_p tools tool_choice " +
    "parallel_tool_calls user"
  ).split(" "),
);

function python(body: JsonNode, { baseUrl, ...target }: CodeTarget): string {
  const members = [...body.entries()];
  const own = members.filter(([name]) => PYTHON_ARGUMENTS.has(name));
  const extra = members.filter(([name]) => !PYTHON_ARGUMENTS.has(name));
  const lines = own.map(([name, node]) => `    ${name}=${writeLiteral(node, pythonWords, "    ")},\n`);
  if (extra.length > 0) {
    const inside = extra.map(([name, node]) => {
      const value = writeLiteral(node, pythonWords, "        ");
      return `        ${JSON.stringify(name)}: ${value},\n`;
    });
    lines.push(`    extra_body={\n${inside.join("")}    },\n`);
  }
  return `# pip install openai
import os

from openai import OpenAI

client = OpenAI(
    base_url=${JSON.stringify(`${baseUrl}/v1`)},
    api_key=os.environ["LOUPE_API_KEY"],
    default_headers=${headersOf(target)},
)
answer = client.chat.completions.create(
${lines.join("")})
${
  isStreamed(body)
    ? `for chunk in answer:
    for choice in chunk.choices:
        print(choice.delta.content or "", end="", flush=True)
print()
`
    : `print(answer.choices[0].message)
`
}`;
}

function typescript(body: JsonNode, { baseUrl, ...target }: CodeTarget): string {
  const streams = isStreamed(body);
  const type = streams ? "ChatCompletionCreateParamsStreaming" : "ChatCompletionCreateParamsNonStreaming";
  return `// npm install openai
import OpenAI from "openai";

const client = new OpenAI({
  baseURL: ${JSON.stringify(`${baseUrl}/v1`)},
  apiKey: process.env["LOUPE_API_KEY"],
  defaultHeaders: ${headersOf(target, " ")},
});
const request: unknown = ${writeLiteral(body, typescriptWords)};
const answer = await client.chat.completions.create(request as OpenAI.${type});
${
  streams
    ? `for await (const chunk of answer)
  for (const choice of chunk.choices) process.stdout.write(choice.delta.content ?? "");
console.log();
`
    : `console.log(answer.choices[0]?.message);
`
}`;
}

/** An object with the headers, which is a literal of both languages. */
function headersOf({ projectId, promptRef }: Omit<CodeTarget, "baseUrl">, pad = ""): string {
  const headers = [["Client-Project", projectId], ...(promptRef === undefined ? [] : [[PROMPT_HEADER, promptRef]])];
  const members = headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{${pad}${members.join(", ")}${pad}}`;
}

function isStreamed(body: JsonNode): boolean {
  return body.get("stream")?.boolean() === true;
}

interface Language {
  /** A number from its JSON text. */
  number: (text: string) => string;
  true: string;
  false: string;
  null: string;
  trailingComma: boolean;
}

const json: Language = { number: (text) => text, true: "true", false: "false", null: "null", trailingComma: false };
const pythonWords: Language = { ...json, true: "True", false: "False", null: "None", trailingComma: true };
const typescriptWords: Language = { ...json, number: exactNumber, trailingComma: true };

/** A double would change the digits of a long number, so `JSON.rawJSON` (Node 22 or later) writes them. */
function exactNumber(text: string): string {
  const isInteger = /^-?\d+$/.test(text);
  return isInteger && !Number.isSafeInteger(Number(text)) ? `JSON.rawJSON(${JSON.stringify(text)})` : text;
}

function writeLiteral(node: JsonNode, language: Language, indent = ""): string {
  switch (node.kind) {
    case "object":
    case "array": {
      const inner = `${indent}  ${language === pythonWords ? "  " : ""}`;
      const isList = node.kind === "array";
      const items = isList
        ? [...node.items()].map((item) => inner + writeLiteral(item, language, inner))
        : [...node.entries()].map(
            ([name, value]) => `${inner}${JSON.stringify(name)}: ${writeLiteral(value, language, inner)}`,
          );
      const [open, close] = isList ? "[]" : "{}";
      if (items.length === 0) return `${open}${close}`;
      return `${open}\n${items.join(",\n")}${language.trailingComma ? "," : ""}\n${indent}${close}`;
    }
    case "string":
      // Re-encoded, because an escaped surrogate pair is one character in JSON but two in Python.
      return JSON.stringify(node.string());
    case "number":
      return language.number(node.raw);
    case "boolean":
      return node.boolean() ? language.true : language.false;
    case "null":
      return language.null;
  }
}
