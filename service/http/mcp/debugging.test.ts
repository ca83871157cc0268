import type { Client } from "@modelcontextprotocol/client";
import { afterAll, expect, test } from "vitest";
import { callRef } from "@/lib/contract/refs";
import { realTokens } from "@/lib/trace-text/test-tokens";
import { makeKey, postTo } from "@/service/http/routes/test-seed";
import { useService } from "@/service/http/routes/test-service";
import { agentRun, article, lookups, modelCall, steps, toolCall } from "./test-failures";
import { answerOf, connect, serve } from "./test-mcp";
import { rawTraces, type SeededCall, seedTrace } from "./test-traces";

const service = useService();

/** What a reader spends at most, as a share of the tokens of the traces as JSON. */
const SHARE = 0.1;
const figures: Record<string, string | number>[] = [];

/** Calls of tools, with the tokens of their arguments and answers. */
class Investigation {
  tokens = 0;
  calls = 0;

  constructor(
    readonly client: Client,
    readonly project: string,
  ) {}

  async ask(name: string, args: Record<string, unknown>): Promise<string> {
    const text = await answerOf(this.client, name, args);
    this.calls += 1;
    this.tokens += realTokens(JSON.stringify({ name, arguments: args })) + realTokens(text);
    return text;
  }

  /** The script is finished: its tokens as a share of those of the traces as JSON. */
  async end(task: string, traceIds: readonly string[]): Promise<number> {
    const raw = realTokens(await rawTraces(service, this.project, traceIds));
    const share = this.tokens / raw;
    figures.push({
      task,
      calls: this.calls,
      tokens: this.tokens,
      "raw JSON": raw,
      share: `${(share * 100).toFixed(1)}%`,
    });
    return share;
  }
}

async function investigate(project: string): Promise<Investigation> {
  const { text: key } = await makeKey(service, project, "viewer");
  return new Investigation(
    await connect(await serve(service), { key, headers: { "Client-Project": project } }),
    project,
  );
}

/** The first text in an answer that a pattern finds. */
function found(text: string, pattern: RegExp): string {
  const [, match] = pattern.exec(text) ?? [];
  if (match === undefined) throw new Error(`${pattern} does not occur in\n${text}`);
  return match;
}

afterAll(() => {
  console.table(figures);
});

test("a tool was called with a shortened argument", async () => {
  const project = "acme/orders";
  const question = "Where is my order A-10933-EU? I have asked twice already.";
  for (let at = 0; at < 3; at += 1)
    await seedTrace(service, project, agentRun(`Case ${at}`, "Done.", steps(`Case ${at}`, lookups(4), "Done.")), 30);
  const { traceId } = await seedTrace(
    service,
    project,
    agentRun(
      question,
      "I could not find your order.",
      steps(
        question,
        [
          ...lookups(9),
          { tool: "lookup_order", input: { order_id: "A-10933" }, output: { error: "order A-10933 does not exist" } },
          ...lookups(7, 20),
        ],
        "I could not find your order.",
      ),
    ),
  );

  const it = await investigate(project);
  const list = await it.ask("find_traces", { filter: "has(kind:tool output~error)", limit: 3, budget: 600 });
  const id = found(list, /trace ([0-9a-f]{32})/);
  expect(id).toBe(traceId);
  const tree = await it.ask("read_trace", { trace_id: id, budget: 900 });
  const place = found(tree, /! output says it failed: tool lookup_order.*\(([\d.]+)\)/);
  const inputs = await it.ask("read_trace", { trace_id: id, path: `${place}/inputs`, budget: 400 });
  const asked = await it.ask("read_trace", { trace_id: id, path: "1/inputs", budget: 400 });
  // The program passed less of the ID than the customer had written.
  const [passed, written] = [found(inputs, /"order_id":"([^"]+)"/), found(asked, /order (\S+)\?/)];
  expect([passed, written]).toEqual(["A-10933", "A-10933-EU"]);
  expect(await it.end("wrong argument", [id])).toBeLessThanOrEqual(SHARE);
});

test("a retrieval found nothing, and the model made an answer up", async () => {
  const project = "acme/articles";
  const question = "How long is the warranty of the Nimbus 3?";
  const answer = "The warranty of the Nimbus 3 is 30 years.";
  const research = steps(question, lookups(10), "Looking further.");
  const { traceId, rootId } = await seedTrace(
    service,
    project,
    agentRun(question, answer, [
      ...research,
      {
        name: "knowledge_base",
        kind: "RETRIEVER",
        input: { query: "warranty Nimbus 3", filter: { language: "de-CH" } },
        output: { documents: [], total: 0 },
        ms: 300,
      },
      modelCall(
        [
          { role: "user", content: question },
          { role: "tool", content: "Context: none" },
        ],
        { content: answer },
      ),
      ...steps(question, lookups(6, 40), answer),
    ]),
  );
  await seedTrace(service, project, agentRun("Hello?", "Hello!", steps("Hello?", lookups(3), "Hello!")), 30);
  const { text: annotator } = await makeKey(service, project, "annotator");
  await service.post(
    "/feedback/create",
    {
      project_id: project,
      core_ref: callRef(project, rootId),
      feedback_type: "core.note.1",
      payload: { note: "This warranty is wrong" },
    },
    { authorization: `Bearer ${annotator}` },
  );

  const it = await investigate(project);
  const list = await it.ask("find_traces", { filter: "note~warranty", budget: 500 });
  const id = found(list, /trace ([0-9a-f]{32})/);
  expect(id).toBe(traceId);
  const tree = await it.ask("read_trace", { trace_id: id, budget: 900 });
  expect(tree).toContain(answer);
  const place = found(tree, /! no result: retriever knowledge_base.*\(([\d.]+)\)/);
  const retrieval = await it.ask("read_trace", { trace_id: id, path: place, budget: 400 });
  expect(retrieval).toContain('"language":"de-CH"');
  expect(retrieval).toContain('"documents":[]');
  // The next call is that of the model, which had no context.
  const next = place.replace(/\d+$/, (last) => String(Number(last) + 1));
  const model = await it.ask("read_trace", { trace_id: id, path: next, budget: 900 });
  expect(model).toContain("Context: none");
  expect(model).toContain("30 years");
  expect(await it.end("empty retrieval", [id])).toBeLessThanOrEqual(SHARE);
});

test("a version of a prompt made the scores fall", async () => {
  const project = "acme/prompts";
  const versions = ["Answer in full sentences and cite every source.", "Answer in one word."];
  for (const content of versions) {
    const val = {
      _type: "MessagesPrompt",
      _class_name: "MessagesPrompt",
      _bases: ["Prompt", "Object", "BaseModel"],
      name: "answer",
      description: null,
      messages: [
        { role: "system", content: `You help customers. ${content}` },
        { role: "user", content: "{{question}}" },
      ],
      config: {},
      tags: [],
    };
    await postTo(service, "/obj/create", { obj: { project_id: project, object_id: "answer", val } });
  }
  const { text: annotator } = await makeKey(service, project, "annotator");
  const ids: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const version = at < 3 ? 0 : 1;
    const [question, answer] = [`Question ${at}?`, version === 0 ? "It left Lyon [article-1]." : "Lyon."];
    const calls = steps(question, lookups(14), answer, { attributes: { "acme.prompt": `answer:v${version}` } });
    const { traceId, rootId } = await seedTrace(
      service,
      project,
      agentRun(question, answer, calls, { attributes: { "acme.prompt": `answer:v${version}` } }),
      60 - at,
    );
    ids.push(traceId);
    await service.post(
      "/feedback/create",
      {
        project_id: project,
        core_ref: callRef(project, rootId),
        feedback_type: "quality",
        payload: { score: version === 0 ? 0.9 : 0.3 },
      },
      { authorization: `Bearer ${annotator}` },
    );
  }

  const it = await investigate(project);
  const types = await it.ask("read_feedback", { limit: 1, budget: 400 });
  const type = found(types, /type (\S+): 6 records/);
  const statistics = await it.ask("get_statistics", {
    range: "24h",
    group_by: ["acme.prompt"],
    feedback: type,
    budget: 600,
  });
  expect(found(statistics, /answer:v0:.*mean ([\d.]+)/)).toBe("0.9");
  expect(found(statistics, /answer:v1:.*mean ([\d.]+)/)).toBe("0.3");
  const changes = await it.ask("read_prompts", { name: "answer", version: "v2", compare_to: "v1", budget: 500 });
  expect(changes).toMatch(/\[-.*cite every source.*-\]/);
  expect(changes).toMatch(/\{\+.*one word.*\+\}/);
  const of = async (version: number) =>
    found(
      await it.ask("find_traces", { filter: `acme.prompt:"answer:v${version}"`, limit: 1, budget: 400 }),
      /trace ([0-9a-f]{32})/,
    );
  const [good, bad] = [await of(0), await of(1)];
  const difference = await it.ask("compare_traces", { a: good, b: bad, budget: 900 });
  expect(difference).toContain("[article-1]");
  expect(difference).toContain("Lyon.");
  expect(ids).toContain(good);
  expect(await it.end("prompt version", [good, bad])).toBeLessThanOrEqual(SHARE);
});

test("an agent repeated one tool until its limit", async () => {
  const project = "acme/loops";
  const question = "Translate the manual into Danish.";
  const same = {
    tool: "translate",
    input: { query: "manual.pdf", order_id: "da" },
    output: { state: "pending", retry_after: 5 },
  };
  const { traceId } = await seedTrace(
    service,
    project,
    agentRun(
      question,
      "",
      [
        ...steps(
          question,
          [...lookups(4), ...Array.from({ length: 20 }, () => same), ...lookups(2, 30)],
          "Not finished",
        ),
        toolCall("notify", { query: "customer" }, { ok: true }),
      ],
      { error: "MaxIterationsError: stopped after 25 iterations" },
    ),
  );
  await seedTrace(service, project, agentRun("Hello?", "Hello!", steps("Hello?", lookups(3), "Hello!")), 30);

  const it = await investigate(project);
  const list = await it.ask("find_traces", { filter: "status:error", order: "slowest", limit: 3, budget: 500 });
  const id = found(list, /trace ([0-9a-f]{32})/);
  expect(id).toBe(traceId);
  expect(list).toContain("MaxIterationsError");
  const tree = await it.ask("read_trace", { trace_id: id, budget: 1_000 });
  expect(found(tree, /! (\d+) times with the same input: tool translate/)).toBe("20");
  const place = found(tree, /same input: tool translate.*\(([\d.]+),/);
  const call = await it.ask("read_trace", { trace_id: id, path: place, budget: 400 });
  expect(call).toContain('"retry_after":5');
  expect(await it.end("loop", [id])).toBeLessThanOrEqual(SHARE);
});

test("costs rose with another model and a longer context", async () => {
  const project = "acme/costs";
  const question = "Summarize what customers wrote today.";
  const cheap: SeededCall = agentRun(question, "Ten complaints.", steps(question, lookups(8), "Ten complaints."));
  for (let at = 0; at < 2; at += 1) await seedTrace(service, project, cheap, 50 - at);
  const archive = Array.from({ length: 60 }, (_, at) => article(at));
  const { traceId } = await seedTrace(
    service,
    project,
    agentRun(
      question,
      "Ten complaints.",
      steps(
        question,
        [
          ...lookups(6),
          { tool: "load_archive", input: { query: "all" }, output: { articles: archive } },
          ...lookups(8, 70),
        ],
        "Ten complaints.",
        { model: "gpt-5.4" },
      ),
    ),
  );

  const it = await investigate(project);
  const byModel = await it.ask("get_statistics", {
    range: "24h",
    filter: "kind:llm",
    group_by: ["model"],
    budget: 500,
  });
  const [was, is] = [found(byModel, /gpt-4o-mini:.*\$([\d.]+)/), found(byModel, /gpt-5\.4:.*\$([\d.]+)/)];
  expect(Number(is)).toBeGreaterThan(Number(was) * 10);
  const list = await it.ask("find_traces", {
    filter: "has(model:gpt-5.4)",
    order: "most_expensive",
    limit: 1,
    budget: 400,
  });
  const id = found(list, /trace ([0-9a-f]{32})/);
  expect(id).toBe(traceId);
  const tree = await it.ask("read_trace", { trace_id: id, budget: 1_000 });
  const jump = found(tree, /! prompt grows: .* most of it from [\d,]+ \([\d.]+\) to [\d,]+ \(([\d.]+)\)/);
  // What comes before the call whose prompt is so much longer.
  const before = jump.replace(/\d+$/, (last) => String(Number(last) - 1));
  const cause = await it.ask("read_trace", { trace_id: id, path: before, budget: 700 });
  expect(cause).toContain("tool load_archive");
  expect(cause).toMatch(/«\d+ items left out»/);
  expect(await it.end("cost jump", [id])).toBeLessThanOrEqual(SHARE);
});
