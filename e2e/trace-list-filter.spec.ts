import type { Locator, Page } from "@playwright/test";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { sendCalls, yesterdayAt } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test } from "./loupe/test";

const boxOf = (page: Page) => page.getByRole("combobox", { name: "Search or filter" });
const problemOf = (page: Page) => page.getByRole("region", { name: "Traces" }).getByRole("alert");
const namesOf = (page: Page) => page.getByRole("grid", { name: "Calls" }).getByRole("row").getByRole("link");

async function tabTo(element: Locator): Promise<void> {
  for (let stops = 0; stops < 80; stops += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await element.page().keyboard.press("Tab");
  }
  await expect(element).toBeFocused();
}

test("a filter is equivalent as text, conditions, expression and URL", async ({ page, service, project }) => {
  const started_at = yesterdayAt("14:00:00");
  const took = (seconds: number) => new Date(Date.parse(started_at) + seconds * 1000).toISOString();
  await sendCalls(service, project, [
    { id: `${project}-1`, op_name: "plan", started_at, ended_at: took(5), inputs: '{"city": "Lyon", "n": 7}' },
    { id: `${project}-2`, op_name: "plan", started_at, ended_at: took(1), inputs: '{"city": "Porto"}' },
    { id: `${project}-3`, op_name: "answer", started_at, ended_at: took(9), exception: "Error: no" },
  ]);
  await page.goto(`/${project}/calls`);
  const names = namesOf(page);
  await expect(names).toHaveCount(3);

  await boxOf(page).fill("op:plan latency>2s or stauts:error");
  await expect(problemOf(page)).toContainText("Unknown field stauts. Did you mean status?");
  await expect(names).toHaveCount(3);
  await expect(boxOf(page)).toHaveValue("op:plan latency>2s or stauts:error");
  await boxOf(page).fill("op:plan latency>2s or status:error");
  await page.keyboard.press("Enter");
  await expect(names).toHaveText(["answer", "plan"]);

  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("tab", { name: "Builder" }).click();
  const group = page.getByRole("group", { name: "Group 1" });
  await expect(group.getByRole("combobox", { name: "Match" })).toHaveValue("and");
  await group.getByRole("group", { name: "Condition 1.2" }).getByRole("textbox", { name: "Value" }).fill("2");
  await expect(group).toContainText("needs a number with its unit");
  await expect(names).toHaveCount(2);
  await group.getByRole("group", { name: "Condition 1.2" }).getByRole("textbox", { name: "Value" }).fill("500ms");
  await expect(names).toHaveCount(3);
  await expect(boxOf(page)).toHaveValue("(op:plan latency>500ms) or status:error");
  expect(await barriersOn(page)).toEqual([]);

  await page.getByRole("tab", { name: "$expr" }).click();
  const editor = page.getByRole("textbox", { name: "Filter as $expr" });
  await expect(editor).toContainText('{"$literal": 500}');
  await editor.fill('{"$eq": [{"$getField": "inputs.n"}, {"$literal": 7');
  await expect(page.getByText("The list is unchanged.")).toBeVisible();
  await expect(names).toHaveCount(3);
  await editor.fill('{"$eq": [{"$getField": "inputs.n"}, {"$literal": 7}]}');
  await expect(names).toHaveText(["plan"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(boxOf(page)).toHaveValue("inputs.n:7");
  await expect(page).toHaveURL(/q=inputs\.n:7/);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(namesOf(other)).toHaveText(["plan"]);
  await other.close();

  await boxOf(page).fill("inputs.n:7 city~Porto");
  await expect(problemOf(page)).toContainText("Unknown field city");
  await boxOf(page).fill("inputs.n:7 inputs.city~Porto");
  await page.getByRole("button", { name: "Clear inputs.n: 7" }).click();
  await expect(names).toHaveText(["plan"]);
  await expect(boxOf(page)).toHaveValue("inputs.city~Porto");
});

test("traces of an SDK are filtered, charted and previewed by keyboard @all", async ({ page, loupe, project }) => {
  const model = await standInModel("Your order left Lyon.");
  try {
    for (const question of ["Where is my parcel 9913?", "Do you ship to Portugal?"])
      await runCustomerAgent(loupe, { project, modelUrl: model.url, question });
  } finally {
    await model.close();
  }
  await page.goto(`/${project}/calls`);
  const { keyboard } = page;
  const rows = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("status").filter({ hasText: "2 traces" })).toContainText("0 failed");

  await keyboard.press("/");
  await keyboard.type("stat");
  await expect(page.getByRole("option", { name: /^status / })).toBeVisible();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "success" })).toBeVisible();
  await keyboard.type("succ");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await keyboard.type("parcel 9913");
  await keyboard.press("Enter");
  await expect(boxOf(page)).toHaveValue("status:success parcel 9913");
  await expect(rows).toHaveCount(1);

  const bucket = page.getByRole("slider", { name: "Calls: select a time interval" });
  await tabTo(bucket);
  await keyboard.press("End");
  // How many buckets follow the trace depends on how long the other one took.
  await expect(async () => {
    if (!/Not failed 1/.test((await bucket.getAttribute("aria-valuetext")) ?? "")) await keyboard.press("ArrowLeft");
    await expect(bucket).toHaveAttribute("aria-valuetext", /Not failed 1/, { timeout: 500 });
  }).toPass();
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/from=/);
  await expect(rows).toHaveCount(1);

  await keyboard.press("j");
  await keyboard.press("Space");
  const peek = page.getByRole("region", { name: "Call preview" });
  await expect(peek.getByRole("heading", { name: "answer-customer" })).toBeVisible();
  await expect(peek).toContainText("parcel 9913");
  await expect(peek.getByRole("treegrid", { name: "Calls in this trace" })).toContainText("answer-customer");
  await expect(page).toHaveURL(/peek=/);
  expect(await barriersOn(page)).toEqual([]);
  await keyboard.press("f");
  await expect(peek.getByLabel("Note")).toBeFocused();
  await keyboard.type("Well said. j k x");
  await keyboard.press("ControlOrMeta+Enter");
  await expect(peek.getByRole("list", { name: "Existing feedback" })).toContainText("Well said. j k x");
  await keyboard.press("Shift+Tab");
  // Tooltips over a button are closed first.
  await expect(async () => {
    await keyboard.press("Escape");
    await expect(peek).toBeHidden({ timeout: 500 });
  }).toPass();
  await keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Preview row");
});
