import { describe, expect, test } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { componentSchemas, schemaRef } from "./openapi-schemas";
import { validate } from "@/lib/contract/validate";
import { curlOf, exampleOf } from "./example";

const schemas = componentSchemas();
const withRequest = Object.entries<Endpoint>(endpoints).filter(([, { request }]) => request);

test.each(withRequest.filter(([, { requestType }]) => !requestType))(
  "the example of %s is a body that it takes",
  (_name, { request }) => {
    if (!request) throw new Error("These endpoints take a body");
    const body = JSON.stringify(exampleOf(schemaRef(request), schemas));
    expect(() => validate(request, parseJson(body, slicePlan(request)))).not.toThrow();
  },
);

const commandFor = (endpoint: Endpoint) => curlOf(endpoint, endpoint.request && schemaRef(endpoint.request), schemas);

describe("as a command", () => {
  test.each<[string, Endpoint, string]>([
    ["a question", endpoints.health, 'curl "$LOUPE_URL/health"'],
    [
      "a body that fits a line",
      endpoints.keysSelf,
      `curl -u "api:$LOUPE_API_KEY" "$LOUPE_URL/keys/self" \\
  -H 'content-type: application/json' \\
  -d '{}'`,
    ],
    [
      "a longer one, answered in lines",
      { ...endpoints.callsStreamQuery, request: endpoints.callRead.request },
      `curl -N -u "api:$LOUPE_API_KEY" "$LOUPE_URL/calls/stream_query" \\
  -H 'content-type: application/json' \\
  -d '{
  "project_id": "acme/support",
  "id": "019aa0f2-6f6e-7a41-9d5e-4c1c7f1f9a10"
}'`,
    ],
    [
      "a file",
      endpoints.fileCreate,
      `curl -u "api:$LOUPE_API_KEY" "$LOUPE_URL/file/create" \\
  -F 'project_id=acme/support' \\
  -F 'file=@answer.py'`,
    ],
    [
      "an export of spans",
      endpoints.otlpTraces,
      `curl -u "api:$LOUPE_API_KEY" "$LOUPE_URL/v1/traces" \\
  -H 'content-type: application/x-protobuf' \\
  --data-binary @spans.pb`,
    ],
  ])("%s", (_what, endpoint, command) => expect(commandFor(endpoint)).toBe(command));

  test("a quote in a value ends no shell word", () => {
    const schema = { type: "object", properties: { a: { const: "it's" } }, required: ["a"] } as const;
    expect(curlOf(endpoints.callRead, { ...schema, required: ["a"] }, {})).toContain(`-d '{"a":"it'\\''s"}'`);
  });
});
