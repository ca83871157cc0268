import type { Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { barriersOn } from "./loupe/barriers";
import { type SentCall, sendCalls, yesterdayAt } from "./loupe/send-calls";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const BASE_MS = Date.parse(yesterdayAt("14:02:11.532"));
const at = (second: number) => new Date(BASE_MS + second * 1000).toISOString();
const TURNS = 5;

const user = { role: "user", content: "Where is my parcel 9913?" };
const kind = (name: string) => JSON.stringify({ weave: { kind: name } });
const asks = (turn: number) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id: `c${turn}`, type: "function", function: { name: "track_parcel", arguments: `{"try":${turn}}` } }],
});
const result = (turn: number) => ({ role: "tool", tool_call_id: `c${turn}`, content: `Stop ${turn}` });

/** An agent that asks a model and a tool five times; the tool looks into a database, which fails once. */
function agentCalls(project: string): SentCall[] {
  const trace_id = `${project}-agent`;
  const inside = { trace_id, parent_id: trace_id };
  const history = (turn: number) => [user, ...Array.from({ length: turn }, (_, n) => [asks(n), result(n)]).flat()];
  const turns = Array.from({ length: TURNS }, (_, turn): SentCall[] => [
    {
      ...inside,
      id: `${project}-chat-${turn}`,
      op_name: "chat",
      started_at: at(turn * 4 + 1),
      ended_at: at(turn * 4 + 2),
      attributes: kind("llm"),
      inputs: JSON.stringify({ model: "m-1", messages: history(turn) }),
      output: JSON.stringify({ choices: [{ message: asks(turn), finish_reason: "tool_calls" }] }),
    },
    {
      ...inside,
      id: `${project}-tool-${turn}`,
      op_name: "track_parcel",
      started_at: at(turn * 4 + 2),
      ended_at: at(turn * 4 + 4),
      attributes: kind("tool"),
      inputs: `{"try": ${turn}}`,
      output: `"Stop ${turn}"`,
    },
    {
      trace_id,
      parent_id: `${project}-tool-${turn}`,
      id: `${project}-query-${turn}`,
      op_name: "query",
      started_at: at(turn * 4 + 2.5),
      ended_at: at(turn * 4 + 3),
      inputs: `{"sql": "select stop from parcels"}`,
      ...(turn === 2 ? { exception: "TimeoutError: no answer" } : { output: `["Stop ${turn}"]` }),
    },
  ]).flat();
  const last = TURNS * 4 + 1;
  return [
    {
      id: trace_id,
      op_name: "answer-customer",
      started_at: at(0),
      ended_at: at(last + 2),
      attributes: kind("agent"),
      inputs: JSON.stringify({ messages: [user] }),
      output: JSON.stringify({ content: "In Lyon." }),
    },
    ...turns,
    {
      ...inside,
      id: `${project}-last`,
      op_name: "chat",
      started_at: at(last),
      ended_at: at(last + 1),
      attributes: kind("llm"),
      inputs: JSON.stringify({ model: "m-1", messages: history(TURNS) }),
      output: JSON.stringify({
        choices: [{ message: { role: "assistant", content: "In Lyon." }, finish_reason: "stop" }],
      }),
    },
  ];
}

async function openAgent(page: Page, service: Client, project: string, view: string): Promise<void> {
  await sendCalls(service, project, agentCalls(project));
  await page.goto(`/${project}/calls/${encodeURIComponent(`${project}-agent`)}?view=${view}`);
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("the graph of a trace shows its loop, and leads to its calls by keyboard", async ({ page, service, project }) => {
  await openAgent(page, service, project, "tree");
  await expect(page.getByRole("treegrid")).toBeVisible();
  await page.keyboard.press("v");
  await expect(page).toHaveURL(/view=graph/);
  const steps = page.getByRole("listbox", { name: "Steps of this trace" });
  await expect(steps.getByRole("option")).toHaveText([
    /^agentanswer-customer/,
    /^llmchat6 calls/,
    /^tooltrack_parcel5 calls/,
    /^query1 error5 calls/,
  ]);
  await expect(page.getByRole("region", { name: "Graph of this trace" }).getByText("4 steps · 17 calls")).toBeVisible();

  await tabTo(steps.getByRole("option", { name: "answer-customer" }));
  await page.keyboard.press("ArrowDown");
  await expect(steps.getByRole("option", { name: "chat" })).toBeFocused();
  await page.keyboard.type("tr");
  const tool = steps.getByRole("option", { name: "track_parcel" });
  await expect(tool).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, "track_parcel")).toBeVisible();
  await expect(tool).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(/tool-0\?view=graph/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tool-1\?view=graph/);
  await page.keyboard.press("Shift+N");
  await expect(page).toHaveURL(/tool-0\?view=graph/);

  await page.getByRole("button", { name: "Show as table: Graph" }).click();
  const connections = page.getByRole("table", { name: "Connections between steps" });
  await expect(connections.getByRole("row", { name: "chat followed by track_parcel 5" })).toContainText("4 times");
  await expect(connections.getByRole("row", { name: "track_parcel followed by chat 5" })).toContainText("5 times");
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Call", exact: true }).click();
  await expect(page).toHaveURL(/steps=call/);
  await expect(steps.getByRole("option")).toHaveCount(17);
  expect(await barriersOn(page)).toEqual([]);
});

test("a running trace grows in the graph, and a single call has none @all", async ({ page, service, project }) => {
  const root = { id: project, op_name: "at-work", started_at: new Date().toISOString() };
  await sendCalls(service, project, [root]);
  await page.goto(`/${project}/calls/${encodeURIComponent(project)}?view=graph`);
  await expect(page.getByText("A single call has no steps")).toBeVisible();
  const child = { trace_id: project, parent_id: project, op_name: "first-step", started_at: new Date().toISOString() };
  await sendCalls(service, project, [{ ...child, id: `${project}-1` }]);
  await expect(page.getByRole("option", { name: "first-step" })).toContainText("1 running");
});

test("the log of a trace says who said what, is searched and copied", async ({ page, context, service, project }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openAgent(page, service, project, "log");
  const log = page.getByRole("feed", { name: "Log" });
  await expect(log.getByRole("article").first()).toContainText("Where is my parcel 9913?");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const second = log.getByRole("article").nth(1);
  await expect(second).toBeFocused();
  await expect(second).toContainText("1 earlier message");
  await expect(second).toContainText("track_parcel");
  await page.keyboard.press("Enter");
  await expect(heading(page, "chat")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(second.getByRole("button", { name: "Expand" })).toBeVisible();

  await page.getByRole("button", { name: "Collapse all" }).click();
  await page.keyboard.press("/");
  await page.keyboard.type("no answer");
  await expect(page.getByText("1 call", { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await expect(log.locator("mark")).toHaveText("no answer");
  await expect(log.locator("mark")).toBeInViewport();

  await page.getByRole("searchbox", { name: "Search the trace" }).fill("Stop 3");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByText("4 of 4", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByRole("menuitem", { name: "Copy log as Markdown" }).click();
  await expect(page.getByText("17 calls", { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^# answer-customer\n\ntrace `.+-agent` · started \S+ · 17 calls · 1 error\n/);
  expect(copied).toContain("**error**\n\n```text\nTimeoutError: no answer\n```");
  expect(copied).toContain("*10 earlier messages left out.*");
  // The button of the menu has the focus again, which shows its tooltip.
  await expect(page.getByRole("tooltip", { name: "Copy as Markdown" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toBeHidden();
  expect(await barriersOn(page)).toEqual([]);
});

test("the log of a long trace reads its first calls, and more when asked @all", async ({ page, service, project }) => {
  const asked: number[] = [];
  page.on("request", (request) => {
    const body = request.url().includes("/calls/stream_query") ? request.postData() : null;
    const { columns, filter } = JSON.parse(body ?? "{}") as { columns?: string[]; filter?: { call_ids?: string[] } };
    if (columns?.includes("inputs")) asked.push(filter?.call_ids?.length ?? 0);
  });
  const trace_id = project;
  const lines = "a line\n".repeat(500);
  const steps = Array.from({ length: 350 }, (_, n) => ({
    id: `${project}-${n}`,
    trace_id,
    parent_id: project,
    op_name: `step ${n}`,
    started_at: at(n),
    ended_at: at(n + 0.5),
    output: JSON.stringify(n === 340 ? `${lines}the needle\n${lines}` : `result ${n}`),
  }));
  await sendCalls(service, project, [
    { id: project, op_name: "root", started_at: at(0), ended_at: at(400), output: '"all done"' },
    ...steps,
  ]);
  await page.goto(`/${project}/calls/${encodeURIComponent(project)}?view=log`);
  const log = page.getByRole("feed", { name: "Log" });
  await log.getByRole("article").first().focus();
  await page.keyboard.press("End");
  await expect(log).toContainText("The log has the 100 calls that started first. Copies leave out the other 251;");
  await expect(log.getByRole("article").last()).toContainText("all done");
  await log.getByRole("button", { name: "Show 200 more" }).click();
  const region = page.getByRole("region", { name: "Log of this trace" });
  await expect(region.getByText("first 300 of 351 calls", { exact: true })).toBeVisible();

  // Opened again, it has what is known, and reads the rest.
  await page.getByRole("radio", { name: "Tree" }).click();
  await expect(page.getByRole("treegrid")).toBeVisible();
  await page.getByRole("radio", { name: "Log", exact: true }).click();
  await expect(region.getByText("first 300 of 351 calls", { exact: true })).toBeVisible();
  await log.getByRole("article").first().focus();
  await page.keyboard.press("End");
  await log.getByRole("button", { name: "Show the other 51" }).click();
  await expect(region.getByText("351 calls", { exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search the trace" }).fill("result 349");
  await page.keyboard.press("Enter");
  await expect(log.locator("mark")).toBeInViewport();
  await page.getByRole("searchbox", { name: "Search the trace" }).fill("the needle");
  await page.keyboard.press("Enter");
  await expect(log.locator("mark")).toHaveText("the needle");
  await expect(log.locator("mark")).toBeInViewport();
  expect(asked).toEqual([100, 100, 100, 51]);
});
