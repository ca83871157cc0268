import { PROMPT_HEADER } from "@/lib/contract/chat-wire";
import { type ReadVersion, readWithCurl } from "@/lib/format/read-object-code";
import { shellWord } from "@/lib/format/shell-word";
import type { StoredForm } from "./prompt";

/** A version of a prompt that a program sends to a model. */
export interface SentPrompt extends ReadVersion {
  form: StoredForm;
  /** The ref of the version without its digest, which the program appends. */
  ref: string;
}

/** Used where a prompt names no model. */
const ANY_MODEL = "MODEL";
const NAME = { python: String.raw`[^\W\d][\w.-]*`, typescript: String.raw`[\p{L}_][\p{L}\p{N}_.-]*` };

/** Matches variables; without a group, it matches a doubled brace. */
function markOf({ format }: StoredForm, name: string): string {
  if (format === "mustache") return String.raw`\{\{\s*(${name})\s*\}\}`;
  return format === "f-string" ? String.raw`\{\{|\}\}|\{(${name})\}` : String.raw`\{(${name})\}`;
}

/** The values of the variables to fill in, and messages for the placeholders, as JSON. */
function valuesOf({ variables, placeholders = [] }: StoredForm): string {
  const values = [
    ...variables.map((name) => `${JSON.stringify(name)}: "…"`),
    ...placeholders.map((name) => `${JSON.stringify(name)}: []`),
  ];
  return values.length === 0 ? "{}" : `{ ${values.join(", ")} }`;
}

const modelOf = ({ model }: StoredForm) => JSON.stringify(model ?? ANY_MODEL);

/**
 * A Python program that asks a model with the prompt, and fills in its variables; needs no package. The prompt is read
 * again only if it has changed, and the recorded call is linked to the version that was read.
 */
export function askWithPython({ serviceUrl, projectId, name, digest, form, ref }: SentPrompt): string {
  const messages = pythonMessages(form);
  return `import json
import os
import re
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVICE = ${JSON.stringify(serviceUrl)}
VARIABLE = re.compile(r"${markOf(form, NAME.python)}")
last = {}


def post(path, body, headers):
    headers = {
        "authorization": "Bearer " + os.environ["LOUPE_API_KEY"],
        "content-type": "application/json",
        **headers,
    }
    return urlopen(Request(SERVICE + path, json.dumps(body).encode(), headers), timeout=600)


def read_prompt():
    body = {"project_id": ${JSON.stringify(projectId)}, "object_id": ${JSON.stringify(name)}, "digest": ${JSON.stringify(digest)}}
    try:
        with post("/obj/read", body, {"if-none-match": last.get("etag", '""')}) as response:
            last.update(etag=response.headers["etag"], version=json.load(response)["obj"])
    except HTTPError as error:
        if error.code != 304:  # 304: the prompt is still the same
            raise
    return last["version"]


def fill(node, values):
    if isinstance(node, list):
        return [fill(item, values) for item in node]
    if isinstance(node, dict):
        return {key: fill(item, values) for key, item in node.items()}
    if not isinstance(node, str):
        return node
    return VARIABLE.sub(lambda found: values.get(found[1], found[0]) if found[1] else found[0][0], node)


${form.placeholders ? EXPAND_PYTHON : ""}def ask(values):
    version = read_prompt()
    value = version["val"]
    messages = ${messages}
    body = {"model": ${modelOf(form)}, **(value.get("config") or {}), "messages": messages}
    headers = {"client-project": ${JSON.stringify(projectId)}, "${PROMPT_HEADER}": ${JSON.stringify(ref)} + version["digest"]}
    with post("/v1/chat/completions", body, headers) as response:
        return json.load(response)["choices"][0]["message"]["content"]


print(ask(${valuesOf(form)}))
`;
}

function pythonMessages({ kind, member, placeholders }: StoredForm): string {
  const stored = `value[${JSON.stringify(member)}]`;
  if (kind === "text") return `[{"role": "user", "content": fill(${stored}, values)}]`;
  return placeholders ? `expand(${stored}, values)` : `fill(${stored}, values)`;
}

const EXPAND_PYTHON = `def expand(messages, values):
    sent = []
    for message in messages:
        if message.get("type") == "placeholder":
            sent += values.get(message["name"], [])
        else:
            sent.append(fill({key: item for key, item in message.items() if key != "type"}, values))
    return sent


`;

/** The same program in TypeScript, for Node.js and other runtimes with `fetch`. */
export function askWithTypeScript({ serviceUrl, projectId, name, digest, form, ref }: SentPrompt): string {
  const messages = typescriptMessages(form);
  const type = form.placeholders ? "string | unknown[]" : "string";
  return `interface Version {
  digest: string;
  val: Record<string, unknown>;
}

const VARIABLE = /${markOf(form, NAME.typescript)}/gu;
let last: { etag: string; version: Version } | undefined;

function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(${JSON.stringify(serviceUrl)} + path, {
    method: "POST",
    headers: {
      authorization: \`Bearer \${process.env.LOUPE_API_KEY}\`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

async function readPrompt(): Promise<Version> {
  const body = { project_id: ${JSON.stringify(projectId)}, object_id: ${JSON.stringify(name)}, digest: ${JSON.stringify(digest)} };
  const response = await post("/obj/read", body, { "if-none-match": last?.etag ?? '""' });
  // 304: the prompt is still the same
  if (response.status === 304 && last) return last.version;
  if (!response.ok) throw new Error(await response.text());
  last = { etag: response.headers.get("etag") ?? "", version: (await response.json()).obj };
  return last.version;
}

function fill(node: unknown, values: Record<string, ${type}>): unknown {
  if (Array.isArray(node)) return node.map((item) => fill(item, values));
  if (typeof node === "object" && node !== null)
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, fill(item, values)]));
  if (typeof node !== "string") return node;
  return node.replaceAll(VARIABLE, (found: string, name?: string) =>
    name === undefined ? found.charAt(0) : ${form.placeholders ? "String(values[name] ?? found)" : "(values[name] ?? found)"},
  );
}

${form.placeholders ? EXPAND_TYPESCRIPT : ""}async function ask(values: Record<string, ${type}>): Promise<string> {
  const { digest, val: value } = await readPrompt();
  const messages = ${messages};
  const body = { model: ${modelOf(form)}, ...(value["config"] ?? {}), messages };
  const headers = { "client-project": ${JSON.stringify(projectId)}, "${PROMPT_HEADER}": ${JSON.stringify(ref)} + digest };
  const response = await post("/v1/chat/completions", body, headers);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).choices[0].message.content;
}

console.log(await ask(${valuesOf(form)}));
`;
}

function typescriptMessages({ kind, member, placeholders }: StoredForm): string {
  const stored = `value[${JSON.stringify(member)}]`;
  if (kind === "text") return `[{ role: "user", content: fill(${stored}, values) }]`;
  return placeholders ? `expand(${stored}, values)` : `fill(${stored}, values)`;
}

const EXPAND_TYPESCRIPT = `function expand(messages: unknown, values: Record<string, string | unknown[]>): unknown[] {
  return (messages as Record<string, unknown>[]).flatMap(({ type, ...message }) =>
    type === "placeholder" ? (values[String(message["name"])] ?? []) : [fill(message, values)],
  );
}

`;

/** The same as shell commands: jq fills in the variables of the version that was read, and curl sends it. */
export function askWithCurl({ form, ref, ...read }: SentPrompt): string {
  const { serviceUrl, projectId } = read;
  const header = (text: string) => `-H ${shellWord(text)}`;
  return `# needs jq
prompt=$(${readWithCurl(read)}) &&
printf '%s' "$prompt" |
  jq --argjson values ${shellWord(valuesOf(form))} ${shellWord(jqProgram(form))} |
  curl --fail-with-body ${shellWord(`${serviceUrl}/v1/chat/completions`)} -H "authorization: Bearer $LOUPE_API_KEY" \\
    ${header(`client-project: ${projectId}`)} ${header(`${PROMPT_HEADER}: ${ref}`)}"$(printf '%s' "$prompt" | jq -r .obj.digest)" \\
    ${header("content-type: application/json")} --data-binary @-`;
}

function jqProgram(form: StoredForm): string {
  const { kind, member, format, placeholders } = form;
  const stored = `.[${JSON.stringify(member)}]`;
  const mark = JSON.stringify(`(?<all>${markOf(form, NAME.typescript).replace("(", "(?<name>")})`);
  // Without a name, it matched a doubled brace.
  const value =
    format === "f-string" ? "if .name then $values[.name] // .all else .all[:1] end" : "$values[.name] // .all";
  const messages = placeholders
    ? `[${stored}[] | if .type == "placeholder" then $values[.name] // [] | .[] else del(.type) | fill end]`
    : kind === "text"
      ? `[{role: "user", content: ${stored} | fill}]`
      : `${stored} | fill`;
  return `
    def fill: walk(if type == "string" then gsub(${mark}; ${value}) else . end);
    .obj.val | {model: ${modelOf(form)}} + (.config // {}) + {messages: (${messages})}`;
}
