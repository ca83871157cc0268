import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ADMIN_KEY, useService } from "@/service/http/routes/test-service";

const service = useService();
const FIXTURES = path.join(import.meta.dirname, "../../ingest/otlp/fixtures/python");

// Recorded from weave 0.54.0 with openai-agents 0.24.0: one run with a tool.
test("the spans that Weave's Python SDK sends of agents are calls of its project", async () => {
  const response = await service.app().request("/weave/agents/otel/v1/traces", {
    method: "POST",
    body: new Uint8Array(readFileSync(path.join(FIXTURES, "weave-agents.bin"))),
    headers: {
      "content-type": "application/x-protobuf",
      project_id: "acme/agents",
      authorization: `Bearer ${ADMIN_KEY}`,
    },
  });
  expect(response.status).toBe(200);
  const lines = await (await service.post("/calls/stream_query", { project_id: "acme/agents" })).text();
  const calls = lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  expect(calls.map((call) => call.op_name)).toEqual(
    expect.arrayContaining(["workflow Agent workflow", "invoke_agent helper", "execute_tool weather"]),
  );
  expect(calls.find((call) => call.op_name === "execute_tool weather")).toMatchObject({
    inputs: { city: "Paris" },
    output: "sunny in Paris",
  });
});
