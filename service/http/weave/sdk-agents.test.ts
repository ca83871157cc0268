import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { ADMIN_KEY, useService } from "@/service/http/routes/test-service";

const service = useService();
const FIXTURES = path.join(import.meta.dirname, "../../ingest/otlp/fixtures/python");

/** Sends what Weave's SDK exported, in order. */
async function send(project_id: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const response = await service.app().request("/weave/agents/otel/v1/traces", {
      method: "POST",
      body: new Uint8Array(readFileSync(path.join(FIXTURES, name))),
      headers: { "content-type": "application/x-protobuf", project_id, authorization: `Bearer ${ADMIN_KEY}` },
    });
    expect(response.status).toBe(200);
  }
}

async function callsOf(project_id: string): Promise<CallRow[]> {
  const body = { project_id, include_overview: true, include_costs: true };
  const lines = await (await service.post("/calls/stream_query", body)).text();
  return lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

const question = { role: "user", content: "Weather in Paris?" };
const answer = { choices: [{ message: { role: "assistant", content: "It is sunny in Paris." } }] };
const system = { role: "system", content: expect.stringContaining("Be brief.") };

// Recorded from weave 0.54.0: one run each of an agent that calls a tool once, against a stand-in model.
describe.each([
  {
    // openai-agents 0.24.0. It does not export the agent's instructions.
    sdk: "openai-agents",
    fixtures: ["weave-agents.bin"],
    llm: "chat",
    model: "gpt-5-mini-2025-08-07",
    tool: "execute_tool weather",
    returned: "sunny in Paris",
    usages: [
      { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, cached_tokens: 64, reasoning_tokens: 8 },
      { prompt_tokens: 120, completion_tokens: 20, total_tokens: 140, cached_tokens: 64, reasoning_tokens: 8 },
    ],
    first: [question],
    // 92 new, 128 cached and 40 output tokens.
    cost: 0.0001062,
  },
  {
    // google-adk 2.13.0, after `patch_google_adk`; without it, ADK exports no messages.
    sdk: "google-adk",
    fixtures: ["weave-google-adk.bin"],
    llm: "generate_content",
    model: "gemini-2.5-flash",
    tool: "execute_tool weather",
    returned: { weather: "sunny in Paris" },
    usages: [
      { prompt_tokens: 90, completion_tokens: 17, total_tokens: 107, cached_tokens: 40, reasoning_tokens: 5 },
      { prompt_tokens: 110, completion_tokens: 17, total_tokens: 127, cached_tokens: 40, reasoning_tokens: 5 },
    ],
    first: [system, question],
    cost: 0.0001234,
  },
  {
    // claude-agent-sdk 0.2.189. It reports the tokens of the whole run at its end.
    sdk: "claude-agent-sdk",
    fixtures: ["weave-claude-agents-1.bin", "weave-claude-agents-2.bin"],
    llm: "chat",
    model: "claude-sonnet-4-5",
    tool: "execute_tool mcp__w__weather",
    returned: "sunny in Paris",
    usages: [
      undefined,
      {
        prompt_tokens: 460,
        completion_tokens: 30,
        total_tokens: 490,
        cached_tokens: 200,
        cache_write_tokens: 200,
      },
    ],
    first: undefined,
    cost: 0.00144,
  },
])("what Weave's Python SDK exports of $sdk", ({ sdk, fixtures, llm, model, tool, returned, usages, first, cost }) => {
  const project = `acme/${sdk}`;
  const found: { calls: CallRow[] } = { calls: [] };
  beforeAll(async () => {
    await send(project, fixtures);
    found.calls = await callsOf(project);
  });
  const models = () => found.calls.filter(({ op_name }) => op_name?.startsWith(llm));

  test("has the model calls with model, tokens and messages", () => {
    expect(models().map(({ overview }) => overview?.model)).toEqual([model, model]);
    expect(models().map(({ overview }) => overview?.usage)).toEqual(usages);
    expect(models()[0]?.inputs).toMatchObject({ model, ...(first && { messages: first }) });
    expect(models()[0]?.output).toMatchObject({
      choices: [{ message: { tool_calls: [{ function: { name: expect.stringContaining("weather") } }] } }],
    });
    expect(models()[1]?.inputs).toMatchObject({
      messages: expect.arrayContaining([expect.objectContaining({ role: "tool" })]),
    });
    expect(models()[1]?.output).toMatchObject(answer);
  });

  test("is one tree with its tool call", () => {
    const roots = found.calls.filter(({ parent_id }) => !parent_id);
    expect(roots).toHaveLength(1);
    const ids = new Set(found.calls.map(({ id }) => id));
    for (const { parent_id } of found.calls) expect(!parent_id || ids.has(parent_id)).toBe(true);
    expect(found.calls.find(({ op_name }) => op_name === tool)).toMatchObject({
      inputs: { city: "Paris" },
      output: returned,
    });
    expect(new Set(found.calls.map(({ thread_id }) => thread_id)).size).toBe(1);
  });

  test("has the cost of the run on its root", () => {
    const [root] = found.calls.filter(({ parent_id }) => !parent_id);
    expect(root?.overview).toMatchObject({ model, total_cost: { USD: cost } });
  });
});
