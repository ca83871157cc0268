import { readFile } from "node:fs/promises";
import { LangfuseClient } from "@langfuse/client";
import type { Page } from "@playwright/test";
import { barriersOn } from "./loupe/barriers";
import { browserZone } from "./loupe/behind-nginx";
import type { Loupe } from "./loupe/loupe";
import { runCustomerAgent } from "./loupe/run-program";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test } from "./loupe/test";

// Each run uses 131 tokens: $1.31.
const PRICE = { prompt_token_cost: 0.01, completion_token_cost: 0.01 };
const REFUND = "support.refund";
const SHIPPING = "support.shipping";
const PARCEL = "answer-customer";

const boxOf = (page: Page) => page.getByRole("combobox", { name: "Search or filter" });
const gridOf = (page: Page) => page.getByRole("grid", { name: "Calls" });
const namesOf = (page: Page) => gridOf(page).getByRole("row").getByRole("link");
const headersOf = (page: Page) => gridOf(page).getByRole("columnheader");
const dayNow = () => new Intl.DateTimeFormat("en-CA", { timeZone: browserZone() }).format(new Date());

/** Three traces, `REFUND` the oldest, and their scores. The day that they are from, or the two days. */
async function sendTraces(loupe: Loupe, project: string): Promise<string> {
  const before = dayNow();
  const model = await standInModel("Your order left Lyon.");
  const run = { project, modelUrl: model.url };
  const langfuse = new LangfuseClient({
    publicKey: "any",
    secretKey: loupe.key,
    baseUrl: loupe.serviceUrl,
    additionalHeaders: { "x-project": project },
  });
  const { score } = langfuse;
  try {
    const [refund] = await runCustomerAgent(loupe, {
      ...run,
      question: "Refund parcel 9913!",
      agent: REFUND,
      user: "ada",
      fails: true,
    });
    const [shipping] = await runCustomerAgent(loupe, {
      ...run,
      question: "Do you ship to Portugal?",
      agent: SHIPPING,
      thread: "",
    });
    const parcel = await runCustomerAgent(loupe, { ...run, question: "Where is it?" });
    const lookUp = parcel.find(({ name }) => name === "look up customer");
    const tone = { name: "tone", dataType: "CATEGORICAL" } as const;
    score.create({ ...tone, traceId: refund?.traceId ?? "", value: "rude" });
    score.create({ ...tone, traceId: shipping?.traceId ?? "", value: "friendly" });
    score.create({ traceId: lookUp?.traceId ?? "", observationId: lookUp?.id ?? "", name: "accuracy", value: 0.25 });
    await score.flush();
  } finally {
    await langfuse.shutdown();
    await model.close();
  }
  return [...new Set([before, dayNow()])].join(",");
}

test("traces of an SDK are found by cost, scores, names, days and what happened in them @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  await service.request("costCreate", { project_id: project, costs: { "stand-in-1": PRICE } });
  const days = await sendTraces(loupe, project);
  await page.goto(`/${project}/calls`);
  await expect(namesOf(page)).toHaveText([PARCEL, SHIPPING, REFUND]);
  // One trace has a user, so that the column is shown.
  await expect(headersOf(page).filter({ hasText: "User" })).toBeVisible();
  await expect(gridOf(page).getByRole("row", { name: REFUND }).getByText("ada", { exact: true })).toBeVisible();
  await expect(gridOf(page).getByRole("row", { name: REFUND })).toContainText("$1.31");

  const found = async (filter: string, names: string[]) => {
    await boxOf(page).fill(filter);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL((url) => url.searchParams.get("q") === filter);
    await expect(namesOf(page)).toHaveText(names);
  };
  await found("cost>1", [PARCEL, SHIPPING, REFUND]);
  await found("cost>1 cost<1.311 user:*", [REFUND]);
  await found("by:admin", [SHIPPING, REFUND]);
  await found("feedback.tone:rude", [REFUND]);
  await found("op:support.* -feedback.tone:rude", [SHIPPING]);
  await found("thread:none", [SHIPPING]);
  await found(`started:${days} thread:*`, [PARCEL, REFUND]);
  await found(`started<${days.slice(0, 10)}`, []);
  await found('has(kind:tool status:error after(kind:retriever output:"[]"))', [REFUND]);
  await found('op:support.* not has(kind:retriever output:"[]")', [SHIPPING]);
});

test("what only calls below a root have is offered as a filter of traces @all", async ({ page, loupe, project }) => {
  await sendTraces(loupe, project);
  const { keyboard } = page;
  await page.goto(`/${project}/calls?q=customer.city:Lyon`);
  await expect(page.getByText("Calls below a root call match. To find their traces:")).toBeVisible();
  const use = page.getByRole("listitem").filter({ hasText: "Use has(customer.city:Lyon)" });
  await expect(use).toContainText("3 traces");
  expect(await barriersOn(page)).toEqual([]);
  await use.getByRole("button").focus();
  await keyboard.press("Enter");
  await expect(boxOf(page)).toHaveValue("has(customer.city:Lyon)");
  await expect(namesOf(page)).toHaveText([PARCEL, SHIPPING, REFUND]);

  await boxOf(page).fill("feedback.accuracy<0.5");
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Use has(feedback.accuracy<0.5)" }).click();
  await expect(namesOf(page)).toHaveText([PARCEL]);

  await page.goto(`/${project}/threads?q=customer.ctiy:Lyon`);
  await expect(page.getByText("No call has a value at customer.ctiy.")).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Use customer.city" }).click();
  await expect(page.getByRole("grid", { name: "Threads" }).getByRole("link")).toHaveCount(1);
});

test("an attribute is a column under its own name, sorted by and exported @all", async ({ page, loupe, project }) => {
  await sendTraces(loupe, project);
  await page.goto(`/${project}/calls`);
  await expect(namesOf(page)).toHaveText([PARCEL, SHIPPING, REFUND]);
  await page.getByRole("button", { name: "Columns" }).click();
  const menu = page.getByRole("dialog", { name: "Columns" });
  const name = menu.getByRole("combobox", { name: "Add a column" });
  await expect(name.locator("xpath=ancestor::form//option[.='gen_ai.conversation.id']")).toBeAttached();
  for (const column of ["gen_ai.conversation.id", "service.name"]) {
    await name.fill(column);
    await page.keyboard.press("Enter");
    await expect(name).toHaveValue("");
  }
  await page.keyboard.press("Escape");
  const header = headersOf(page).filter({ hasText: "gen_ai.conversation.id" });
  await expect(header).toBeVisible();
  await expect(gridOf(page).getByRole("gridcell", { name: "customer-agent" })).toHaveCount(3);
  await header.click();
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await expect(namesOf(page).last()).toHaveText(SHIPPING);
  await page.reload();
  await expect(namesOf(page).last()).toHaveText(SHIPPING);
  await expect(gridOf(page).getByRole("gridcell", { name: "customer-agent" })).toHaveCount(3);

  await page.goto(`/${project}/calls?q=op:${REFUND}&col=name&col=attributes.[service.name]`);
  await expect(headersOf(page).filter({ hasText: "service.name" })).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByLabel("Format").selectOption("csv");
  await dialog.getByLabel("Content").selectOption("shown");
  const table = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const text = await readFile(await (await table).path(), "utf8");
  expect(text).toMatch(/^id,op_name,display_name,service\.name\r\n[0-9a-f]{16},support\.refund,,customer-agent\r\n$/);
});
