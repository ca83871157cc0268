import { runCustomerAgent } from "./loupe/run-program";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const QUESTION = "Where is my parcel 9913?";
const ANSWER = "Your order left Lyon.";

test("the traces of an agent are counted on the home, found by what is inside them, and read as graph and log", async ({
  page,
  context,
  loupe,
  project,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const model = await standInModel(ANSWER);
  let steps = 0;
  try {
    for (const question of [QUESTION, "Do you ship to Portugal?"])
      steps = (await runCustomerAgent(loupe, { project, modelUrl: model.url, question })).length;
  } finally {
    await model.close();
  }
  const { keyboard } = page;

  await page.goto(`/${project}`);
  const numbers = page.getByRole("list", { name: "Numbers of the last 24 hours" }).getByRole("listitem");
  await expect(numbers.filter({ hasText: /^Traces/ })).toContainText("Traces224 h before: 0");
  await expect(numbers.filter({ hasText: "Failed traces" })).toContainText("Failed traces0");

  await page.goto(`/${project}/calls`);
  const rows = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
  await expect(rows).toHaveCount(2);
  const box = page.getByRole("combobox", { name: "Search or filter" });
  const find = async (filter: string, count: number) => {
    await box.fill(filter);
    await keyboard.press("Enter");
    await expect(page).toHaveURL((url) => url.searchParams.get("q") === filter);
    await expect(rows).toHaveCount(count);
  };
  await find("has(kind:tool status:error)", 0);
  await find("has(customer.city:Lyon) started>yesterday", 2);
  await find("has(kind:tool after(kind:llm)) not has(kind:llm Portugal)", 1);
  await rows.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "answer-customer" })).toBeVisible();

  await expect(page.getByRole("treegrid", { name: "Calls in this trace" })).toBeVisible();
  await keyboard.press("v");
  await expect(page).toHaveURL(/view=graph/);
  const graph = page.getByRole("listbox", { name: "Steps of this trace" });
  const named = (name: RegExp) => graph.getByRole("option", { name });
  await expect(page.getByRole("region", { name: "Graph of this trace" })).toContainText(`${steps} calls`);
  await expect(named(/doGenerate/)).toContainText("2 calls");
  await tabTo(named(/^.*answer-customer/));
  await keyboard.type("track_parcel");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "track_parcel" })).toBeVisible();

  await keyboard.press("v");
  const log = page.getByRole("feed", { name: "Log" });
  await expect(log).toContainText(QUESTION);
  await expect(log.getByRole("article").filter({ hasText: ANSWER }).last()).toBeVisible();
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByRole("menuitem", { name: "Copy log as Markdown" }).click();
  await expect(page.getByText(`${steps} calls`, { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("# answer-customer");
  expect(copied).toContain(QUESTION);
  expect(copied).toContain(ANSWER);
});
