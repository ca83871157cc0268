import { expect, test } from "vitest";
import { callRef, versionRef } from "@/lib/contract/refs";
import { writeQueue } from "@/lib/feedback/queue";
import { realTokens } from "@/lib/trace-text/test-tokens";
import { makeKey, postTo } from "@/service/http/routes/test-seed";
import { useService } from "@/service/http/routes/test-service";
import { agentRun, lookups, steps } from "./test-failures";
import { answerOf, callTool, connect, serve } from "./test-mcp";
import { type SeededCall, seedTrace } from "./test-traces";

const service = useService();

/** Calls a tool of a member of a project; returns its text. */
async function toolsOf(project: string) {
  const { text: key } = await makeKey(service, project, "member");
  const client = await connect(await serve(service), { key, query: `?project=${encodeURIComponent(project)}` });
  return (name: string, args: Record<string, unknown> = {}) => answerOf(client, name, args);
}

const run = (question: string, more: Partial<SeededCall> = {}) =>
  agentRun(question, "It left Lyon.", steps(question, lookups(1), "It left Lyon."), more);

test("projects, statistics and values", async () => {
  const project = "acme/numbers";
  for (const tier of ["pro", "pro", "free"])
    await seedTrace(service, project, run("Where?", { attributes: { "acme.tier": tier } }));
  await seedTrace(service, project, run("Where?", { error: "Error: late" }));
  const ask = await toolsOf(project);
  expect(await ask("list_projects")).toContain("acme/numbers, 16 calls");
  const statistics = await ask("get_statistics", { range: "24h", group_by: ["acme.tier"] });
  expect(statistics).toMatch(/acme\.tier pro: 2 calls, 2 traces/);
  expect(statistics).toMatch(/\(no value\): 13 calls, 4 traces, 1 failed call \(7\.7%\)/);
  const daily = await ask("get_statistics", { range: "3d", interval: "day", filter: "kind:llm" });
  expect(daily).toMatch(/8 calls, 4 traces/);
  expect(daily).toMatch(/\d{4}-\d\d-\d\dT00:00Z 8 calls/);
  const values = await ask("list_values", { fields: ["acme.tier", "kind"], scope: "calls" });
  expect(values).toContain(" pro: 2 calls");
  expect(values).toContain(" llm: 8 calls");
});

test("feedback that is given is read", async () => {
  const project = "acme/feedback";
  const { traceId, rootId } = await seedTrace(service, project, run("Where?"));
  const spec = {
    _type: "AnnotationSpec",
    _class_name: "AnnotationSpec",
    _bases: ["BaseObject", "BaseModel"],
    name: "Tone",
    field_schema: { type: "string" },
  };
  await postTo(service, "/obj/create", { obj: { project_id: project, object_id: "tone", val: spec } });
  const ask = await toolsOf(project);
  await ask("give_feedback", { call_id: rootId, note: "Too slow" });
  await ask("give_feedback", { call_id: rootId, reaction: "👎" });
  await ask("give_feedback", { call_id: rootId, corrected_output: { answer: "It left Paris." } });
  await ask("give_feedback", { call_id: rootId, annotation: "tone", value: "rude" });
  const text = await ask("read_feedback", { trace_id: traceId });
  for (const part of ['{"note":"Too slow"}', '{"emoji":"👎"}', "It left Paris.", '{"value":"rude"}'])
    expect(text).toContain(part);
  expect(text).toContain(`on call ${rootId}`);
  expect(await ask("read_feedback")).toContain("type core.note.1: 1 record");
  expect(await ask("find_traces", { filter: "feedback:👎" })).toContain(traceId);
});

test("calls that are added to a queue are in it once", async () => {
  const project = "acme/queues";
  const { rootId } = await seedTrace(service, project, run("Where?"));
  const draft = {
    name: "wrong",
    description: "To check",
    callIds: [],
    filter: "",
    annotations: ["tone"],
    isBlind: false,
    assignedTo: [],
    perCall: 1,
  };
  await postTo(service, "/obj/create", {
    obj: { project_id: project, object_id: "wrong", val: writeQueue(draft), builtin_object_class: "AnnotationQueue" },
  });
  const ask = await toolsOf(project);
  expect(await ask("add_to_queue", { queue: "wrong", call_ids: [rootId] })).toContain("Added 1 call.");
  expect(await ask("add_to_queue", { queue: "wrong", call_ids: [rootId] })).toContain("in the queue already");
  expect(await ask("read_queues")).toContain("queue wrong, 1 call, asks tone, To check");
  expect(await ask("read_queues", { name: "wrong" })).toContain(`call ${rootId}`);
});

test("versions of a prompt are saved, read and compared, and none is overwritten unseen", async () => {
  const project = "acme/prompts";
  const ask = await toolsOf(project);
  const messages = [
    { role: "system", content: "Answer in full sentences." },
    { role: "user", content: "{{question}}" },
  ];
  expect(await ask("save_prompt", { name: "answer", messages })).toContain("Saved as v1.");
  const shorter = [{ role: "system", content: "Answer in one word." }, messages[1]];
  expect(
    await ask("save_prompt", { name: "answer", replaces: 1, messages: shorter, model: "gpt-4o", message: "Shorter" }),
  ).toContain("v2");
  const text = await ask("read_prompts", { name: "answer" });
  for (const part of [
    "v2",
    "latest",
    "message: Shorter",
    "model: gpt-4o",
    "system: Answer in one word.",
    "user: {{question}}",
  ])
    expect(text).toContain(part);
  const changes = await ask("read_prompts", { name: "answer", compare_to: "v1" });
  expect(changes).toContain("Answer in [-full sentences-]{+one word+}.");
  await postTo(service, "/obj/labels/set", {
    project_id: project,
    object_id: "answer",
    label: "production",
    digest: "v0",
  });
  expect(await ask("read_prompts")).toMatch(/answer: v2, .*latest, .*label production on v1/);
  const { text: key } = await makeKey(service, project, "member");
  const client = await connect(await serve(service), { key });
  const refused = await callTool(client, "save_prompt", { project, name: "answer", replaces: 1, messages });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain("replaces: the latest version is v2; read it, and save with replaces 2");
});

test("a call becomes a row of a table once", async () => {
  const project = "acme/tables";
  const { rootId } = await seedTrace(service, project, run("Where?"));
  const { digest } = await postTo(service, "/table/create", {
    table: { project_id: project, rows: [{ question: "Who?" }] },
  });
  const val = {
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    name: "cases",
    rows: `weave:///${project}/table/${digest}`,
  };
  await postTo(service, "/obj/create", { obj: { project_id: project, object_id: "cases", val } });
  const ask = await toolsOf(project);
  expect(await ask("read_tables")).toContain("cases: v1");
  expect(await ask("add_table_row", { table: "cases", call_id: rootId })).toContain("now at v2");
  expect(await ask("add_table_row", { table: "cases", call_id: rootId })).toContain("nothing was added");
  expect(await ask("add_table_row", { table: "cases", call_id: rootId, expected_output: "It left Paris." })).toContain(
    "v3",
  );
  const text = await ask("read_tables", { name: "cases" });
  expect(text).toContain('0: {"question":"Who?"}');
  expect(text).toContain(callRef(project, rootId));
  expect(text).toContain('"expected_output":"It left Paris."');
  const page = await ask("read_tables", { name: "cases", limit: 1, budget: 400 });
  const [, cursor] = /cursor "([^"]+)"/.exec(page) ?? [];
  expect(await ask("read_tables", { name: "cases", limit: 1, cursor })).toContain("1: {");
});

test("experiments are listed, read with the worst results first, and compared", async () => {
  const project = "acme/experiments";
  const evaluate = versionRef(project, { kind: "op", name: "Evaluation.evaluate", digest: "x1" });
  const result = versionRef(project, { kind: "op", name: "Evaluation.predict_and_score", digest: "x2" });
  const time = (second: number) => new Date(Date.now() - 60_000 + second * 1000).toISOString();
  const record = async (id: string, scores: readonly boolean[]) => {
    const all = [
      { id, op_name: evaluate, inputs: { model: { name: `model-${id}` } }, output: { right: { true_fraction: 0.5 } } },
      ...scores.map((right, at) => ({
        id: `${id}-${at}`,
        parent_id: id,
        op_name: result,
        inputs: { example: { question: `Question ${at}` } },
        output: { output: right ? "yes" : "no", scores: { right } },
      })),
    ].map((call, at) => ({
      ...call,
      project_id: project,
      trace_id: id,
      attributes: {},
      summary: {},
      started_at: time(at),
      ended_at: time(at + 1),
    }));
    const { res } = await postTo(service, "/calls/complete", { batch: all });
    expect(res.filter(({ error }: { error?: unknown }) => error)).toEqual([]);
  };
  await record("before", [true, true, true]);
  await record("after", [true, false, true]);
  const ask = await toolsOf(project);
  expect(await ask("read_experiments")).toMatch(/after, .*model-after.*right 50%/);
  const text = await ask("read_experiments", { id: "after" });
  expect(text).toContain("right: mean 66.7% of 3 examples");
  expect(text.indexOf("call after-1")).toBeLessThan(text.indexOf("call after-0"));
  const first = await ask("read_experiments", { id: "after", limit: 1 });
  expect([first.includes("call after-1"), first.includes("call after-0")]).toEqual([true, false]);
  const [, cursor] = /cursor "([^"]+)"/.exec(first) ?? [];
  const second = await ask("read_experiments", { id: "after", limit: 1, cursor });
  expect([second.includes("call after-1"), second.match(/call after-/g)?.length]).toEqual([false, 1]);
  const compared = await ask("read_experiments", { id: "after", compare_to: "before" });
  expect(compared).toContain("right: 100% → 66.7%");
  expect(compared).toContain("0 higher, 1 lower, 2 same");
  expect(compared).toContain("before (call before-1): yes");
  expect(compared).toContain("after (call after-1): no");
});

test("the list of tools costs few tokens", async () => {
  const { text: key } = await makeKey(service, "acme/cost", "member");
  const client = await connect(await serve(service), { key });
  const { tools } = await client.listTools();
  const spent = realTokens(JSON.stringify(tools)) + realTokens(client.getInstructions() ?? "");
  console.log(`tools and instructions: ${spent} tokens`);
  expect(spent).toBeLessThan(6_000);
});

test("the IDs in the examples of the tools are as long as those of traces and of OpenTelemetry's spans", async () => {
  const { text: key } = await makeKey(service, "acme/examples", "member");
  const { tools } = await (await connect(await serve(service), { key })).listTools();
  const named = tools.flatMap(({ description = "" }) => [
    ...description.matchAll(/"(trace_id|call_id|call_ids|a|b)": \[?"([^"]*)"/g),
  ]);
  const lengths = (...names: string[]) => [
    ...new Set(named.filter(([, name = ""]) => names.includes(name)).map(([, , id = ""]) => id.length)),
  ];
  expect(lengths("trace_id", "a", "b")).toEqual([32]);
  expect(lengths("call_id", "call_ids")).toEqual([16]);
});
