import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();

// Recorded from @traceloop/node-server-sdk 0.27.0: a workflow, an agent in it, its task with a tool, and its model
// call.
const RECORDED = path.join(import.meta.dirname, "../../ingest/otlp/fixtures/traceloop.bin");
const project_id = "local/workflow";

test("a recorded workflow of Traceloop's SDK is one trace, each part of its kind, its tokens counted once", async () => {
  const sent = await service.app().request("/v1/traces", {
    method: "POST",
    headers: {
      authorization: `Bearer ${ADMIN_KEY}`,
      "content-type": "application/x-protobuf",
      "x-project": project_id,
    },
    body: new Uint8Array(readFileSync(RECORDED)),
  });
  expect([sent.status, (await sent.arrayBuffer()).byteLength]).toEqual([200, 0]);

  const listed = await service.post("/calls/stream_query", { project_id, include_overview: true });
  const calls = (await listed.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const names = new Map(calls.map(({ id, op_name }) => [id, op_name]));
  const found = calls.map(({ op_name, display_name, parent_id, thread_id, overview }) => ({
    op_name,
    display_name,
    parent: names.get(parent_id),
    thread_id,
    kind: overview.kind,
    user_id: overview.user_id,
    tokens: overview.usage?.total_tokens,
    all: overview.total_usage?.total_tokens,
  }));
  const shared = { thread_id: "s-1", user_id: "u-1", tokens: undefined, all: undefined };
  expect(found.toSorted((a, b) => (a.op_name < b.op_name ? -1 : 1))).toEqual([
    {
      ...shared,
      op_name: "chat stand-in-1",
      display_name: undefined,
      parent: "forecaster.agent",
      kind: "llm",
      tokens: 16,
    },
    { ...shared, op_name: "forecaster.agent", display_name: "forecaster", parent: "weather.workflow", kind: "agent" },
    { ...shared, op_name: "get_weather.tool", display_name: "get_weather", parent: "look up.task", kind: "tool" },
    { ...shared, op_name: "look up.task", display_name: "look up", parent: "forecaster.agent", kind: "chain" },
    {
      ...shared,
      op_name: "weather.workflow",
      display_name: "weather",
      parent: undefined,
      kind: "chain",
      all: 16,
    },
  ]);
});
