import type { Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { type SentCall, sendCalls, yesterdayAt } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const TRACES = 4;
const BASE_MS = Date.parse(yesterdayAt("14:02:11.532"));
const kind = (name: string) => JSON.stringify({ weave: { kind: name } });

const question = { role: "user", content: "Where is my parcel?" };
const asks = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "c1", type: "function", function: { name: "track", arguments: "{}" } }],
};
const result = { role: "tool", tool_call_id: "c1", content: "Stop 9913" };
const track = { type: "function", function: { name: "track", parameters: { type: "object", properties: {} } } };

/** An agent that asks a model, calls a tool and asks the model again; the list shows trace 0 first. */
function traceCalls(project: string, at: number): SentCall[] {
  const trace_id = `${project}-${at}`;
  const time = (second: number) => new Date(BASE_MS - at * 60_000 + second * 1_000).toISOString();
  const inside = { trace_id, parent_id: trace_id };
  const request = { model: "m-1", temperature: 0.2, max_tokens: 64, tools: [track] };
  const chat = (name: string, second: number, messages: object[], answer: object): SentCall => ({
    ...inside,
    id: `${trace_id}-${name}`,
    op_name: name,
    started_at: time(second),
    ended_at: time(second + 1),
    attributes: kind("llm"),
    inputs: JSON.stringify({ ...request, messages }),
    output: JSON.stringify({ choices: [{ message: answer, finish_reason: "stop" }] }),
  });
  return [
    {
      id: trace_id,
      op_name: `trace-${at}.`,
      started_at: time(0),
      ended_at: time(9),
      attributes: kind("agent"),
      inputs: JSON.stringify({ question: "Where is **my** parcel?" }),
      output: JSON.stringify({ content: `Answer ${at}.` }),
    },
    chat("ask", 1, [question], asks),
    {
      ...inside,
      id: `${trace_id}-track`,
      op_name: "track",
      started_at: time(2),
      ended_at: time(3),
      attributes: kind("tool"),
    },
    chat("tell", 4, [question, asks, result], { role: "assistant", content: `Answer ${at}.` }),
  ];
}

async function sendTraces(service: Client, project: string, count = TRACES): Promise<void> {
  await sendCalls(service, project, Array.from({ length: count }, (_none, at) => traceCalls(project, at)).flat());
}

const listOf = (page: Page) => page.getByRole("grid", { name: "Calls" });
const treeOf = (page: Page) => page.getByRole("treegrid", { name: "Calls in this trace" });
const lineOf = (page: Page, name: string) => treeOf(page).getByRole("row", { name });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const peekOf = (page: Page) => page.getByRole("region", { name: "Call preview" });

test("traces and their calls are read beside the list by keyboard", async ({ page, service, project }) => {
  test.setTimeout(300_000);
  await sendTraces(service, project);
  const read = new Set<string>();
  page.on("request", (request) => {
    if (request.url().endsWith("/call/read")) read.add(String(request.postDataJSON().id));
  });
  const { keyboard } = page;
  await page.goto(`/${project}/calls`);
  await expect(listOf(page).getByRole("row", { name: "trace-0." })).toBeVisible();
  await keyboard.press("j");
  await keyboard.press("p");
  await expect(heading(page, "trace-0.")).toBeVisible();
  // The next one is read ahead, and no other.
  await expect.poll(() => [...read].toSorted()).toEqual([`${project}-0`, `${project}-1`]);
  await expect(lineOf(page, "trace-0.")).toBeVisible();
  // From the list too, the arrow keys move within the trace.
  await expect(listOf(page).getByRole("row", { name: "trace-0." })).toBeFocused();
  await keyboard.press("ArrowDown");
  await expect(lineOf(page, "ask")).toBeFocused();
  await expect(heading(page, "ask")).toBeVisible();
  await keyboard.press("ArrowUp");
  for (let at = 0; at < TRACES; at += 1) {
    await expect(lineOf(page, `trace-${at}.`)).toBeFocused();
    await expect(listOf(page).getByRole("row", { name: `trace-${at}.` })).toBeInViewport();
    await keyboard.press("End");
    await expect(lineOf(page, "tell")).toBeFocused();
    await expect(heading(page, "tell")).toBeVisible();
    await expect(peekOf(page).getByRole("group", { name: "Output" })).toContainText(`Answer ${at}.`);
    if (at < TRACES - 1) await keyboard.press("j");
  }
  await keyboard.press("k");
  await expect(lineOf(page, `trace-${TRACES - 2}.`)).toBeFocused();
  expect(await barriersOn(page)).toEqual([]);
  await keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toContainText("Next row");
  await expect(help).toContainText("Next call of the trace");
  await expect(help.getByText("Next call", { exact: true })).toHaveCount(0);
  await keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(lineOf(page, `trace-${TRACES - 2}.`)).toBeFocused();
  await keyboard.press("Escape");
  await expect(peekOf(page)).toBeHidden();
  await expect(listOf(page).getByRole("row", { name: `trace-${TRACES - 2}.` })).toBeFocused();
});

test("a call's page leads to the traces before and after it in its list @all", async ({ page, service, project }) => {
  await sendTraces(service, project, 3);
  const { keyboard } = page;
  await page.goto(`/${project}/calls?q=kind%3Aagent`);
  await listOf(page).getByRole("row", { name: "trace-1." }).focus();
  await keyboard.press("Space");
  await expect(lineOf(page, "ask")).toBeVisible();
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowDown");
  await expect(heading(page, "ask")).toBeVisible();
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/-1-ask\?list=/);
  await expect(heading(page, "ask")).toBeVisible();
  const previous = page.getByRole("button", { name: "Previous trace" });
  const next = page.getByRole("button", { name: "Next trace" });
  await expect(next).toBeVisible();
  await keyboard.press("j");
  await expect(heading(page, "trace-2.")).toBeVisible();
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await page.reload();
  await expect(previous).toBeVisible();
  await keyboard.press("k");
  await expect(heading(page, "trace-1.")).toBeVisible();
  await lineOf(page, "trace-1.").focus();
  await keyboard.press("k");
  await expect(lineOf(page, "trace-0.")).toBeFocused();
  await keyboard.press("ArrowDown");
  await expect(lineOf(page, "ask")).toBeFocused();
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  expect(await barriersOn(page)).toEqual([]);
  await keyboard.press("u");
  await expect(page).toHaveURL(/calls\?q=kind%3Aagent&peek=/);
  await expect(listOf(page)).toBeVisible();
  await expect(heading(page, "trace-0.")).toBeVisible();

  await page.goto(`/${project}/calls/${encodeURIComponent(`${project}-1`)}`);
  await expect(lineOf(page, "ask")).toBeVisible();
  await expect(next).toBeHidden();
  // Without a list, the keys move between calls.
  await keyboard.press("j");
  await expect(lineOf(page, "ask")).toBeFocused();
});

test("traces of an SDK are read beside the list and on their pages, by keyboard @all", async ({
  page,
  loupe,
  project,
}) => {
  const model = await standInModel("Your order left Lyon.");
  const questions = ["Where is parcel 9913?", "Do you ship to Portugal?", "Who are you?"];
  for (const question of questions) await runCustomerAgent(loupe, { project, modelUrl: model.url, question });
  await model.close();
  const { keyboard } = page;
  const input = peekOf(page).getByRole("group", { name: "Input" });
  await page.goto(`/${project}/calls`);
  await expect(listOf(page).getByRole("row", { name: "answer-customer" })).toHaveCount(3);
  await keyboard.press("j");
  await keyboard.press("p");
  await expect(input).toContainText("Who are you?");
  await expect(treeOf(page).getByRole("row", { name: "track_parcel" })).toBeVisible();
  await keyboard.press("ArrowDown");
  await expect(heading(page, "look up customer")).toBeVisible();
  await keyboard.press("j");
  await expect(input).toContainText("Do you ship to Portugal?");
  await expect(lineOf(page, "answer-customer")).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await expect(heading(page, "track-and-answer")).toBeVisible();
  await keyboard.press("ArrowUp");
  await expect(heading(page, "look up customer")).toBeVisible();
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/calls\/[0-9a-f]{16}\?list=/);
  await expect(heading(page, "look up customer")).toBeVisible();
  // The steps come when the list has been read.
  const next = page.getByRole("button", { name: "Next trace" });
  await expect(next).toBeVisible();
  await keyboard.press("j");
  await expect(page.getByRole("group", { name: "Input" })).toContainText("Where is parcel 9913?");
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await keyboard.press("k");
  await expect(page.getByRole("group", { name: "Input" })).toContainText("Do you ship to Portugal?");
  await page.getByRole("button", { name: "Previous trace" }).click();
  await expect(page.getByRole("group", { name: "Input" })).toContainText("Who are you?");
});

test("on a phone, the preview is a sheet @all", async ({ page, service, project }) => {
  await sendTraces(service, project, 2);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${project}/calls`);
  await listOf(page)
    .getByRole("row", { name: "trace-0." })
    .click({ position: { x: 300, y: 44 } });
  const sheet = page.getByRole("dialog", { name: "Trace" });
  await expect(sheet.getByRole("heading", { name: "trace-0." })).toBeVisible();
  await expect(sheet.getByRole("treegrid")).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Next trace" }).click();
  await expect(sheet.getByRole("heading", { name: "trace-1." })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
});

test("a model call shows its parameters and what was added to its prompt @all", async ({ page, service, project }) => {
  await sendTraces(service, project, 1);
  await page.goto(`/${project}/calls`);
  await expect(listOf(page).locator("strong", { hasText: "my" })).toBeVisible();
  await page.goto(`/${project}/calls/${encodeURIComponent(`${project}-0-tell`)}`);
  await expect(page.getByRole("list", { name: "Model parameters" }).getByRole("listitem")).toHaveText([
    /temperature\s*0\.2/,
    /max tokens\s*64/,
    /tools\s*1/,
  ]);
  const input = page.getByRole("group", { name: "Input" });
  const earlier = input.getByRole("button", { name: "2 earlier messages from ask" });
  await expect(earlier).toHaveAttribute("aria-expanded", "false");
  await expect(input.getByRole("article")).toHaveCount(1);
  await expect(input).toContainText("Stop 9913");
  await tabTo(earlier);
  await page.keyboard.press("Enter");
  await expect(input.getByRole("article")).toHaveCount(3);

  const details = page.getByRole("region", { name: "Details" });
  await expect(details).toContainText(`${project}-0-tell`);
  await expect(details).not.toContainText("Parent");
  await tabTo(details.getByRole("button", { name: "IDs and more" }));
  await page.keyboard.press("Enter");
  await expect(details).toContainText("Parent");
  expect(await barriersOn(page)).toEqual([]);
});
