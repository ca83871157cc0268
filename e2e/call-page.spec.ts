import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import type { Call } from "@/lib/contract/calls";
import { JsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { localTime } from "./loupe/local-time";
import type { Loupe } from "./loupe/loupe";
import { runCustomerAgent } from "./loupe/run-program";
import { ENDED, STARTED, sendCalls } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const QUESTION = "Where is my parcel 9913?";
const ANSWER = "Your order **left Lyon** this morning.";
/** Of one token of the stand-in model: 110 prompt and 21 completion tokens cost $0.00152. */
const PRICE = { prompt_token_cost: 1e-5, completion_token_cost: 2e-5 };

/** Runs the traced agent on a model that has a price, and opens its trace. */
async function openAgentTrace(page: Page, { loupe, service, project }: Sent): Promise<void> {
  await service.request("costCreate", { project_id: project, costs: { "stand-in-1": PRICE } });
  const model = await standInModel(ANSWER);
  try {
    await runCustomerAgent(loupe, { project, modelUrl: model.url, question: QUESTION });
  } finally {
    await model.close();
  }
  await page.goto(`/${project}/calls`);
  await page
    .getByRole("grid", { name: "Calls" })
    .getByRole("row", { name: "answer-customer" })
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "answer-customer" })).toBeVisible();
}

interface Sent {
  loupe: Loupe;
  service: Client;
  project: string;
}

const treeOf = (page: Page) => page.getByRole("treegrid", { name: "Calls in this trace" });

test("a root without messages shows those of its model calls, and says so @all", async ({ page, service, project }) => {
  const model = {
    parent_id: "root",
    trace_id: "root",
    op_name: "chat",
    ended_at: ENDED,
    attributes: '{"weave":{"kind":"llm"}}',
  };
  const messages = (content: string) => JSON.stringify({ messages: [{ role: "user", content }] });
  const answer = (content: string) => JSON.stringify({ choices: [{ message: { role: "assistant", content } }] });
  await sendCalls(service, project, [
    { id: "root", op_name: "invoke_agent", ended_at: ENDED },
    { ...model, id: "first", inputs: messages(QUESTION), output: answer("Let me look.") },
    { ...model, id: "last", inputs: messages("A tool says Lyon."), output: answer(ANSWER) },
  ]);
  await page.goto(`/${project}/calls?q=9913`);
  const row = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "invoke_agent" });
  await expect(row).toContainText(`${QUESTION} (from the first model call of the trace)`);
  await row.getByRole("link").click();
  await expect(page.getByText("This call has no input. Showing the input of chat, the first model call")).toBeVisible();
  await expect(page.getByLabel("Input", { exact: true }).getByText(QUESTION)).toBeVisible();
  await expect(page.getByText("left Lyon")).toBeVisible();
  await page.getByRole("tab", { name: "Raw" }).click();
  const record = page.getByRole("tabpanel", { name: "Raw" });
  await expect(record).toContainText("invoke_agent");
  await expect(record).not.toContainText("9913");
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByRole("link", { name: "chat", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "chat" })).toBeVisible();
});

test("an agent's trace shows durations, costs and the tools offered to the model @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  await openAgentTrace(page, { loupe, service, project });
  const tree = treeOf(page);
  const root = tree.getByRole("row", { name: "answer-customer" });
  await expect(root).toContainText("on the critical path");
  await expect(root).toContainText("$0.00152");

  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("menuitemcheckbox", { name: "llm" }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/show=llm/);
  await expect(tree.getByRole("row", { name: "look up customer" })).toBeHidden();
  await expect(page.getByRole("region", { name: "Calls in this trace" }).getByRole("status")).toContainText(
    /^2 of \d+ calls/,
  );
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(tree.getByRole("row", { name: "look up customer" })).toBeVisible();

  await tree.getByRole("row", { name: "ai.generateText.doGenerate" }).first().click();
  await page.getByRole("button", { name: /1 tool offered/ }).click();
  await expect(page.getByRole("group", { name: "Input" })).toContainText("Where a parcel is");
  const toolCall = page.getByRole("group", { name: "Tool call track_parcel" });
  await toolCall.getByRole("button", { name: "Definition" }).click();
  await expect(toolCall).toContainText('"order"');

  await root.getByRole("link").click();
  const answer = page.getByRole("article", { name: "assistant message" });
  await expect(answer.getByText("left Lyon", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "Plain" }).click();
  await expect(answer).toContainText(ANSWER);

  await page.getByRole("tab", { name: "Cost" }).click();
  const derivation = page.getByRole("region", { name: "stand-in-1" });
  await expect(derivation.getByRole("row", { name: /110 input/ })).toContainText("$0.0011");
  await expect(derivation.getByRole("row", { name: /21 output/ })).toContainText("$0.00042");
  await expect(derivation.getByRole("row", { name: "Total" })).toContainText("$0.00152");
  await expect(derivation).toContainText("Project price since");
  expect(await barriersOn(page)).toEqual([]);
});

test("a trace is downloaded exactly as sent, and the generated code reads it @all", async ({
  page,
  service,
  project,
}) => {
  const exact = '{"big": 12345678901234567890,  "one": 1.0}';
  await sendCalls(service, project, [
    { id: project, op_name: "root", inputs: exact, ended_at: ENDED },
    { id: `${project}-child`, trace_id: project, parent_id: project, op_name: "child", output: exact, ended_at: ENDED },
  ]);
  await page.goto(`/${project}/calls/${encodeURIComponent(project)}`);
  await page.getByRole("button", { name: "More actions" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download trace as JSONL" }).click();
  const lines = readFileSync(await (await downloading).path(), "utf8")
    .trimEnd()
    .split("\n");
  expect(lines.map((line) => /"op_name":"(\w+)"/.exec(line)?.[1])).toEqual(["root", "child"]);
  expect(lines.filter((line) => line.includes(exact))).toHaveLength(2);
  await expect(page.getByText("2 calls downloaded", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Use in code" }).click();
  const dialog = page.getByRole("dialog", { name: "Code to fetch this call" });
  await dialog.getByRole("tab", { name: "Python" }).click();
  await expect(dialog.getByRole("region", { name: "Python program" })).toContainText("/call/read");
});

/** The text that the page shows for each field of a call, and its tab; a new field has to be added here. */
const FIELDS: Record<keyof Call, { tab?: string; text: string | RegExp } | "not shown"> = {
  id: { text: "the-call" },
  project_id: { text: /local\// },
  op_name: { text: "the-operation" },
  trace_id: { text: "the-trace" },
  started_at: { text: `${localTime(STARTED)}.532001` },
  attributes: { tab: "Attributes", text: "the-attribute" },
  inputs: { tab: "Input", text: "the-input" },
  display_name: { text: "The shown name" },
  parent_id: { text: "the-parent" },
  thread_id: { text: "the-thread" },
  turn_id: { text: "the-turn" },
  ended_at: { text: `${localTime(ENDED)}.842001` },
  exception: { tab: "Exception", text: "TheError: at line 1" },
  output: { tab: "Output", text: "the-output" },
  summary: { tab: "Attributes", text: "the-summary" },
  ext_user_id: { text: "admin" },
  ext_run_id: { text: "the-run" },
  ext_run_step: { text: "W&B step at start41" },
  ext_run_step_end: { text: "W&B step at end42" },
  // A deleted call is not returned.
  deleted_at: "not shown",
  storage_size_bytes: { text: /Size\d+ B/ },
  // Only returned for a root; the test reads one.
  total_storage_size_bytes: "not shown",
  // Its parts are the status, tokens, model and user in the header.
  overview: "not shown",
};

test("the call page shows every field @all", async ({ page, service, project }) => {
  const start = {
    project_id: project,
    id: "the-call",
    trace_id: "the-trace",
    parent_id: "the-parent",
    op_name: "the-operation",
    display_name: "The shown name",
    thread_id: "the-thread",
    turn_id: "the-turn",
    started_at: STARTED,
    attributes: new JsonText('{"a": "the-attribute"}'),
    inputs: new JsonText('{"a": ["the-input"]}'),
    ext_run_id: "the-run",
    ext_run_step: 41,
  };
  const end = {
    project_id: project,
    id: "the-call",
    ended_at: ENDED,
    exception: "TheError: at line 1",
    output: new JsonText('["the-output"]'),
    summary: new JsonText('{"a": "the-summary"}'),
    ext_run_step_end: 42,
  };
  const parent = { ...start, id: "the-parent", parent_id: undefined, turn_id: undefined, display_name: undefined };
  await service.request("callUpsertBatch", {
    batch: [
      { mode: "start", req: { start } },
      { mode: "end", req: { end } },
      { mode: "start", req: { start: parent } },
    ],
  });
  await page.goto(`/${project}/calls/the-call`);
  await page.getByRole("button", { name: "IDs and more" }).click();
  for (const [field, place] of Object.entries(FIELDS)) {
    if (place === "not shown") continue;
    await page.getByRole("tab", { name: place.tab ?? "Overview" }).click();
    const where = place.tab ? page.getByRole("tabpanel") : page.getByRole("region", { name: "Details" });
    await expect(where, field).toContainText(place.text);
  }
  await treeOf(page).getByRole("row", { name: "the-operation" }).first().click();
  await page.getByRole("tab", { name: "Overview" }).click();
  await expect(page.getByRole("region", { name: "Details" })).toContainText(/Trace size\d+ B/);
});

test("a trace is navigated by keyboard", async ({ page, loupe, service, project }) => {
  await openAgentTrace(page, { loupe, service, project });
  const tree = treeOf(page);
  const { keyboard } = page;
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  // The call is received before its trace.
  await expect(tree.getByRole("row", { name: "look up customer" })).toBeVisible();
  // The other keys, `j` and `k`, lead to the other traces of the list.
  await tabTo(tree.getByRole("row", { name: "answer-customer" }));
  await keyboard.press("ArrowDown");
  await expect(tree.getByRole("row", { name: "look up customer" })).toBeFocused();
  await expect(heading("look up customer")).toBeVisible();
  await keyboard.press("ArrowDown");
  await expect(tree.getByRole("row", { name: "track-and-answer" })).toBeFocused();
  await keyboard.type("loo");
  await expect(tree.getByRole("row", { name: "look up customer" })).toBeFocused();
  await keyboard.press("Home");
  await keyboard.press("ArrowLeft");
  await expect(tree.getByRole("row")).toHaveCount(2);
  await keyboard.press("ArrowRight");
  await expect(heading("answer-customer")).toBeVisible();
  await expect(tree.getByRole("row", { name: "answer-customer" })).toContainText("on the critical path");
  await keyboard.press("p");
  await expect(tree.getByRole("row", { name: "answer-customer" })).not.toContainText("on the critical path");
  await keyboard.press("p");
  await keyboard.press("5");
  await expect(page.getByRole("tab", { name: "Cost" })).toHaveAttribute("aria-selected", "true");
  await keyboard.press("2");
  await keyboard.press("r");
  await keyboard.press("r");
  await expect(page.getByRole("tree", { name: "Input" })).toBeVisible();
  await keyboard.press("g");
  const code = page.getByRole("dialog", { name: "Code to fetch this call" });
  await expect(code).toBeVisible();
  await keyboard.press("Escape");
  await expect(code).toBeHidden();
  await keyboard.press("c");
  await expect(page).toHaveURL(/\/calls\/compare\?a=/);
});

test("new calls above do not move the visible rows @all", async ({ page, service, project }) => {
  const rootMs = Date.now() - 60_000;
  const started = (n: number) => new Date(rootMs + n * 10).toISOString();
  const child = (n: number) => ({
    id: `${project}-${n}`,
    trace_id: project,
    parent_id: project,
    op_name: `step ${n}`,
    started_at: started(n),
    ended_at: started(n + 1),
  });
  const late = Array.from({ length: 300 }, (_, n) => child(n + 100));
  await sendCalls(service, project, [{ id: project, op_name: "root", started_at: started(0) }, ...late]);
  await page.goto(`/${project}/calls/${encodeURIComponent(`${project}-300`)}`);
  await expect(page.getByRole("heading", { level: 1, name: "step 300" })).toBeVisible();
  const row = treeOf(page).getByRole("row", { name: "step 300" });
  await expect(row).toBeInViewport();
  const before = await row.boundingBox();
  await sendCalls(
    service,
    project,
    Array.from({ length: 50 }, (_, n) => child(n + 1)),
  );
  await expect(treeOf(page)).toHaveAttribute("aria-rowcount", "352");
  await expect.poll(async () => (await row.boundingBox())?.y).toBe(before?.y);
});

test("a missing call is reported as not found and appears when it arrives @all", async ({ page, service, project }) => {
  const id = "not/here yet?#%";
  await page.goto(`/${project}/calls/${encodeURIComponent(id)}`);
  await expect(page.getByRole("heading", { name: "Call not found" })).toBeVisible();
  await expect(page.getByRole("link", { name: "View all traces" })).toBeVisible();
  await sendCalls(service, project, [{ id, op_name: "late-comer" }]);
  await expect(page.getByRole("heading", { level: 1, name: "late-comer" })).toBeVisible();
});

test("a child without its parent is shown, and moves into place when the parent arrives @all", async ({
  page,
  service,
  project,
}) => {
  const child = { id: `${project}-child`, trace_id: project, parent_id: `${project}-parent`, op_name: "child" };
  await sendCalls(service, project, [child]);
  await page.goto(`/${project}/calls`);
  await page.getByRole("button", { name: "All calls" }).click();
  await page.getByRole("row", { name: "child" }).getByRole("link").click();
  const tree = page.getByRole("treegrid", { name: "Calls in this trace" });
  await expect(tree.getByRole("row")).toHaveText([/Latency/, /parent not received yet/, /child/]);
  await expect(tree.getByRole("row", { name: "child" })).toHaveAttribute("aria-level", "2");
  await sendCalls(service, project, [{ id: `${project}-parent`, trace_id: project, op_name: "the-parent" }]);
  await expect(tree.getByRole("row", { name: "the-parent" })).toHaveAttribute("aria-level", "1");
  await expect(tree.getByText("parent not received yet")).toBeHidden();
});

test("a running call shows its end when it arrives, with its exception line by line @all", async ({
  page,
  service,
  project,
}) => {
  const running = { id: project, op_name: "at-work", started_at: new Date().toISOString() };
  await sendCalls(service, project, [running]);
  await page.goto(`/${project}/calls/${encodeURIComponent(project)}`);
  const facts = page.getByRole("article", { name: "at-work" }).getByRole("definition");
  await expect(facts.filter({ hasText: "Running" }).first()).toBeVisible();
  const exception = "RateLimitError: slow down\n    at call (agent.ts:1:2)";
  await sendCalls(service, project, [{ ...running, ended_at: new Date().toISOString(), exception }]);
  await expect(facts.filter({ hasText: "Error" }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Exception" }).click();
  await expect(page).toHaveURL(/tab=exception/);
  const panel = page.getByRole("tabpanel");
  await panel.getByRole("button", { name: "Stack trace, 1 line" }).click();
  const [headline = "", stack = ""] = exception.split("\n");
  await expect(panel).toContainText(headline);
  await expect(panel).toContainText(stack);
});

test("the stack trace of a span's exception expands with one click and is copied completely @all", async ({
  page,
  context,
  loupe,
  project,
}) => {
  const stack =
    'Traceback (most recent call last):\n  File "/app/agent.py", line 12, in ask\nTimeoutError: no answer\n';
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const event = (type: string, message: string, trace: string) => ({
    name: "exception",
    timeUnixNano: "1763625600500000000",
    attributes: [text("exception.type", type), text("exception.message", message), text("exception.stacktrace", trace)],
  });
  const span = {
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: "b7ad6b7169203331",
    name: "ask",
    startTimeUnixNano: "1763625600000000000",
    endTimeUnixNano: "1763625601000000000",
    status: { code: 2 },
    events: [event("RateLimitError", "429", "  at first try"), event("TimeoutError", "no answer", stack)],
  };
  const sent = await fetch(`${loupe.serviceUrl}/v1/traces`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${loupe.key}`,
      "x-project": project,
    },
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
  });
  expect(sent.status).toBe(200);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/${project}/calls/${span.spanId}`);
  const exceptions = page.getByRole("region", { name: "Exceptions" });
  await expect(exceptions).toContainText("TimeoutError: no answer");
  await expect(exceptions).toContainText("RateLimitError: 429");
  await expect(exceptions).not.toContainText("agent.py");
  await exceptions.getByRole("button", { name: "Stack trace, 3 lines" }).click();
  await expect(exceptions).toContainText('File "/app/agent.py", line 12, in ask');
  await exceptions.getByRole("button", { name: "Copy exception and stack trace" }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(stack);
});

test("an output of 5 MB opens and is searched to its end @all", async ({ page, service, project }) => {
  const output = JSON.stringify({
    items: Array.from({ length: 60_000 }, (_, n) => ({ n, text: "x".repeat(64) })),
    last: "the-needle",
  });
  await sendCalls(service, project, [{ id: project, op_name: "large", output, ended_at: ENDED }]);
  await page.goto(`/${project}/calls/${encodeURIComponent(project)}?tab=output`);
  const tree = page.getByRole("tree", { name: "Output" });
  await expect(tree.getByRole("treeitem").filter({ hasText: "items" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search in output" }).fill("the-needle");
  await expect(page.getByText("1 of 1")).toBeVisible();
});
