import type { Page } from "@playwright/test";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

// What the agent's two model calls use: 110 prompt and 21 completion tokens.
const MODEL = "stand-in-1";
const SPENT = "$0.00043";

test.beforeEach(async ({ loupe, project, page }) => {
  const model = await standInModel("It is in Lyon.");
  await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "Where is it?" });
  await model.close();
  await page.goto(`/${project}/costs`);
});

const priceForm = (page: Page) => page.getByRole("dialog", { name: "Add price" });
const prices = (page: Page) => page.getByRole("grid", { name: "Prices" });
const spent = (page: Page) => page.getByRole("definition").first();

test("an unpriced model is listed, its price added with one click, removed and restored", async ({ page }) => {
  await expect(page.getByText("2 calls used a model without a price")).toBeVisible();
  await expect(spent(page)).toHaveText("Unknown");
  await page.getByRole("button", { name: `Add price for ${MODEL}` }).click();
  const form = priceForm(page);
  await expect(form.getByLabel("Model")).toHaveValue(MODEL);
  await form.getByLabel("Input, per million tokens").fill("two");
  await form.getByLabel("Output, per million").fill("10");
  await form.getByRole("button", { name: "Add price" }).click();
  await expect(form.getByText("Enter an amount, such as 2.50")).toBeVisible();
  await form.getByLabel("Input, per million tokens").fill("2");
  await form.getByRole("button", { name: "Add price" }).click();
  await expect(form).toBeHidden();

  await expect(spent(page)).toHaveText(`${SPENT}0`);
  await expect(page.getByText("used a model without a price")).toBeHidden();
  const model = page.getByRole("region", { name: "Cost by model" }).getByRole("row", { name: MODEL });
  await expect(model).toContainText("110");
  await expect(model).toContainText(SPENT);

  await page.getByLabel("Cost if all calls had used").fill("gpt-4o-mini");
  await expect(page.getByText(/\$0\.0000291, 93\.2% less/)).toBeVisible();

  await page.getByRole("checkbox", { name: "Project prices only" }).check();
  const row = prices(page).getByRole("row", { name: MODEL });
  await expect(row).toContainText("$2");
  await row.getByRole("button", { name: `Remove the price of ${MODEL}` }).click();
  await expect(spent(page)).toHaveText("Unknown");
  await page.reload();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(spent(page)).toHaveText(`${SPENT}0`);
  await expect(row).toBeVisible();

  await model.getByRole("link", { name: MODEL }).click();
  await expect(page.getByRole("grid", { name: "Calls" }).getByRole("row").filter({ hasText: MODEL })).toHaveCount(2);
});

test("the price table is searched, sorted and paged by keyboard; axe finds nothing @all", async ({ page }) => {
  const { keyboard } = page;
  await tabTo(page.getByRole("searchbox", { name: "Search models" }));
  await keyboard.type("claude sonnet");
  const names = prices(page).getByTitle(/Show price history of/);
  await expect(names.first()).toContainText("claude");
  for (const name of await names.allTextContents()) expect(name).toMatch(/claude.*sonnet|sonnet.*claude/i);
  await tabTo(page.getByRole("button", { name: "Add price", exact: true }));
  await keyboard.press("Enter");
  await keyboard.type("my-model");
  await keyboard.press("Tab");
  await keyboard.type("1.5");
  await keyboard.press("Tab");
  await keyboard.type("3");
  await keyboard.press("Enter");
  await expect(priceForm(page)).toBeHidden();
  await expect(page.getByText("Added a price for my-model", { exact: true })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
});
