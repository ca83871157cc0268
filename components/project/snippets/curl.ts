import { shellWord } from "@/lib/format/shell-word";

import { ANSWER, QUESTION, type Snippet, type SnippetTarget } from "./snippet";

export function curlSnippets(target: SnippetTarget): Snippet[] {
  return [
    { id: "otlp", label: "OTLP (/v1/traces)", code: otlpCurl(target) },
    { id: "calls", label: "Calls (/call/upsert_batch)", code: callsCurl(target) },
  ];
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
    {"key": "gen_ai.input.messages", "value": {"stringValue": "[{\\\\"role\\\\":\\\\"user\\\\",\\\\"parts\\\\":[{\\\\"type\\\\":\\\\"text\\\\",\\\\"content\\\\":\\\\"${QUESTION}\\\\"}]}]"}},
    {"key": "gen_ai.output.messages", "value": {"stringValue": "[{\\\\"role\\\\":\\\\"assistant\\\\",\\\\"parts\\\\":[{\\\\"type\\\\":\\\\"text\\\\",\\\\"content\\\\":\\\\"${ANSWER}\\\\"}]}]"}},
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
    "inputs": {"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "${QUESTION}"}]}}}},
  {"mode": "end", "req": {"end": {
    "project_id": ${project}, "id": "$id", "ended_at": "$now",
    "output": {"choices": [{"message": {"role": "assistant", "content": "${ANSWER}"}}]},
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
