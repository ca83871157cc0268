import { html } from "hono/html";
import { endpoints } from "@/lib/contract/endpoints";
import type { Listed } from "./endpoint-section";
import type { Html } from "./prose";

const PROJECT = "local/first";

// The last line reads the key, so that no other pasted line is read as the key.
const connect = (origin: string) => `export LOUPE_URL='${origin}'
printf 'API key: ' && read -rs LOUPE_API_KEY && export LOUPE_API_KEY`;

const send = `now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
curl -u "api:$LOUPE_API_KEY" "$LOUPE_URL${endpoints.callsComplete.path}" \\
  -H 'content-type: application/json' -d @- <<END
{"batch": [{
  "project_id": "${PROJECT}", "id": "hello-$now", "op_name": "hello",
  "started_at": "$now", "ended_at": "$now",
  "attributes": {}, "inputs": {"question": "Where is my parcel?"},
  "output": "It left Lyon this morning.",
  "summary": {"usage": {"gpt-4o": {"prompt_tokens": 12, "completion_tokens": 7}}}
}]}
END`;

const read = `curl -u "api:$LOUPE_API_KEY" "$LOUPE_URL${endpoints.callsStreamQuery.path}" \\
  -H 'content-type: application/json' \\
  -d '{"project_id": "${PROJECT}", "limit": 1, "sort_by": [{"field": "started_at", "direction": "desc"}]}'`;

/** Shell commands that send a first call and read it; undefined if the service does not have the endpoints. */
export function firstRequest(listed: readonly Listed[], origin: string): Html | undefined {
  const isServed = (name: keyof typeof endpoints) => listed.some(([one]) => one === name);
  if (!isServed("callsComplete") || !isServed("callsStreamQuery")) return undefined;
  return html`<h2 id="first-request">First request</h2>
    <p>Set the address and an API key in your shell. All examples on this page use both.</p>
    ${shell(connect(origin))}
    <p>
      Send a call: one step of a program, with its input, output and tokens. The first call creates the project. Your
      key needs the member role on it.
    </p>
    ${shell(send)}
    <p>Read it back. The dashboard lists it under Traces.</p>
    ${shell(read)}`;
}

function shell(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}
