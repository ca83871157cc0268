import { afterEach, expect, test, vi } from "vitest";

import { standInRelay } from "@/lib/client/test-relay";
import { createQueryClient } from "@/lib/queries/query-client";

import { openedCall } from "./opened-call";

const call = (id: string, kind: string, inputs: object, parent?: string) => ({
  id,
  project_id: "acme/bot",
  trace_id: "t",
  parent_id: parent,
  op_name: id,
  started_at: "2026-11-20T10:00:00.000000Z",
  ended_at: "2026-11-20T10:00:01.000000Z",
  attributes: {},
  inputs,
  overview: { status: "success", kind },
});
const calls = [
  call("agent", "agent", { question: "Where is it?" }),
  call("track", "tool", { parcel: 9913 }, "agent"),
  call("chat", "llm", { model: "small-1", messages: [{ role: "system", content: "Be brief." }] }, "agent"),
];

afterEach(() => void vi.unstubAllGlobals());

function standInTrace() {
  standInRelay({
    "/call/read": ({ body }) => ({ call: calls.find(({ id }) => id === JSON.parse(body).id) ?? {} }),
    "/calls/query_stats": { count: calls.length, latest: "2026-11-20T10:00:02.000000Z" },
    "/calls/stream_query": new Response(calls.map((row) => `${JSON.stringify(row)}\n`).join("")),
  });
}

test("a root opens with the model and the prompt of the first call of a model below it", async () => {
  standInTrace();
  const { document, title } = await openedCall(createQueryClient(false), "acme/bot", "agent");
  expect(title).toBe("Opened from chat");
  expect(JSON.stringify(document)).toContain("Be brief.");
  expect(JSON.stringify(document)).toContain("small-1");
});

test("a tool opens the call of a model that asked for it", async () => {
  standInTrace();
  expect((await openedCall(createQueryClient(false), "acme/bot", "track")).title).toBe("Opened from chat");
});

test("a call of a model opens itself", async () => {
  standInTrace();
  const { title } = await openedCall(createQueryClient(false), "acme/bot", "chat");
  expect(title).toBe("Opened from call");
});
