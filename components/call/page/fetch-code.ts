import { shellWord } from "@/lib/format/shell-word";

export interface FetchTarget {
  /** The service's address, without a trailing slash. */
  baseUrl: string;
  projectId: string;
  callId: string;
  traceId: string | undefined;
}

export interface FetchProgram {
  id: "curl" | "python" | "typescript";
  label: string;
  code: string;
}

/**
 * Programs that read a call, and its trace if known. None contains a key: each reads `LOUPE_API_KEY`. Each prints the
 * response as the service sent it, with every digit.
 */
export function fetchPrograms(target: FetchTarget): FetchProgram[] {
  return [
    { id: "curl", label: "curl", code: curl(target) },
    { id: "python", label: "Python", code: python(target) },
    { id: "typescript", label: "TypeScript", code: typescript(target) },
  ];
}

function callBody({ projectId, callId }: FetchTarget): string {
  return JSON.stringify({ project_id: projectId, id: callId, include_costs: true });
}

function traceBody({ projectId, traceId = "" }: FetchTarget): string {
  return JSON.stringify({
    project_id: projectId,
    filter: { trace_ids: [traceId] },
    sort_by: [{ field: "started_at", direction: "asc" }],
  });
}

function curl(target: FetchTarget): string {
  const post = (path: string, body: string) => `curl --fail-with-body ${shellWord(target.baseUrl + path)} \\
  -u "api:$LOUPE_API_KEY" -H 'content-type: application/json' \\
  -d ${shellWord(body)}
`;
  return `# The call
${post("/call/read", callBody(target))}${
    target.traceId === undefined
      ? ""
      : `
# All calls of its trace, one JSON object per line
${post("/calls/stream_query", traceBody(target))}`
  }`;
}

function python(target: FetchTarget): string {
  // JSON's strings are valid in Python too; of its literals only true, false and null differ, and of those the bodies
  // contain only true.
  const body = (text: string) => `json.dumps(${text.replace(/:true\b/g, ": True")})`;
  const read = (path: string, text: string) => `post(${JSON.stringify(path)}, ${body(text)})`;
  return `import base64
import json
import os
import urllib.request


def post(path, body):
    key = base64.b64encode(("api:" + os.environ["LOUPE_API_KEY"]).encode()).decode()
    request = urllib.request.Request(
        ${JSON.stringify(target.baseUrl)} + path,
        data=body.encode(),
        headers={"authorization": "Basic " + key, "content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        return response.read().decode()


# The call
print(${read("/call/read", callBody(target))})
${
  target.traceId === undefined
    ? ""
    : `
# All calls of its trace, one JSON object per line
for line in ${read("/calls/stream_query", traceBody(target))}.splitlines():
    print(json.loads(line)["op_name"])
`
}`;
}

function typescript(target: FetchTarget): string {
  return `const key = Buffer.from(\`api:\${process.env["LOUPE_API_KEY"]}\`).toString("base64");

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(${JSON.stringify(target.baseUrl)} + path, {
    method: "POST",
    headers: { authorization: \`Basic \${key}\`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}

// The call
console.log(await post("/call/read", ${callBody(target)}));
${
  target.traceId === undefined
    ? ""
    : `
// All calls of its trace, one JSON object per line
for (const line of (await post("/calls/stream_query", ${traceBody(target)})).split("\\n")) {
  if (line !== "") console.log(JSON.parse(line).op_name);
}
`
}`;
}
