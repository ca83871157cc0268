import { afterEach, expect, test, vi } from "vitest";
import { JsonText } from "@/lib/json/text";
import { openChat, recordedCosts } from "./chat";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const body = new JsonText('{"model":"m","messages":[],"seed":9223372036854775807,"temperature":1.0}');
const open = () => openChat(body, { projectId: "acme/bot", signal: new AbortController().signal });

afterEach(() => vi.unstubAllGlobals());

test("a chat request is sent as its exact text, for its project, and returns its recorded call and its server", async () => {
  const headers = { "x-loupe-call-id": "call-1", "x-loupe-upstream": "lab" };
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(new Response("data: [DONE]\n\n", { headers })));
  vi.stubGlobal("fetch", fetch);
  expect(await open()).toMatchObject({ callId: "call-1", server: "lab" });
  const [address, init] = fetch.mock.calls[0] ?? [];
  expect(address).toBe("/api/service/v1/chat/completions/");
  expect(init?.body).toBe(body.text);
  expect(new Headers(init?.headers).get("client-project")).toBe("acme/bot");
});

test("an error names the field and its recorded call, and nothing is retried automatically", async () => {
  const error = { message: "too hot", type: "invalid_request_error", param: "temperature", code: null };
  const refusal = { status: 502, headers: { "x-loupe-call-id": "call-1", "x-loupe-upstream": "lab" } };
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({ error }, refusal)));
  vi.stubGlobal("fetch", fetch);
  await expect(open()).rejects.toMatchObject({
    message: "too hot",
    errors: [{ path: "temperature" }],
    callId: "call-1",
    upstream: "lab",
  });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("the costs of an answer are looked for until the end of its call has been written", async () => {
  vi.useFakeTimers();
  try {
    const start =
      '"id":"call-1","project_id":"acme/bot","op_name":"chat","trace_id":"t","started_at":"2026-11-20T08:00:00Z"';
    const end = '"ended_at":"2026-11-20T08:00:01Z","summary":{"costs":{"m":{"priced":true,"total_cost":{"USD":0.5}}}}';
    const answers = [
      404,
      `{"call":{${start},"attributes":{},"inputs":{}}}`,
      `{"call":{${start},${end},"attributes":{},"inputs":{}}}`,
    ];
    const { client, asked } = testClient(() => answers.shift() ?? 500);
    const found = createQueryClient().fetchQuery(recordedCosts("acme/bot", "call-1", client));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await found).toEqual({ models: [{ priced: true, total_cost: { USD: 0.5 } }] });
    expect(asked).toHaveLength(3);
    expect(asked[0]?.body).toMatchObject({ include_costs: true });
  } finally {
    vi.useRealTimers();
  }
});
