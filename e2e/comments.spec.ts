import type { Locator, Page } from "@playwright/test";
import { JsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { signInByKey } from "./loupe/sign-in";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test } from "./loupe/test";

const comments = (page: Page) => page.getByRole("list", { name: "Comments" }).getByRole("article");
const box = (page: Page) => page.getByRole("textbox", { name: "Comment", exact: true });
const highlighted = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get("loupe-passage") ?? [])].map((range) => (range instanceof Range ? range.toString() : "")),
  );

/** Selects the first occurrence of a text within one text node. */
async function select(inside: Locator, text: string): Promise<void> {
  await inside.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = node.textContent?.indexOf(wanted) ?? -1;
      if (start >= 0) window.getSelection()?.setBaseAndExtent(node, start, node, start + wanted.length);
    }
  }, text);
}

test("a passage of an agent's answer is commented on, answered by somebody else, edited and removed @all", async ({
  page,
  loupe,
  service,
  project,
  browser,
}) => {
  const model = await standInModel("It left **Lyon** this morning.");
  try {
    await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "Where is my parcel 9913?" });
  } finally {
    await model.close();
  }
  await page.goto(`/${project}/calls`);
  await page.getByRole("grid", { name: "Calls" }).getByRole("link", { name: "answer-customer" }).click();
  const output = page.getByRole("region", { name: "Output" });
  await expect(output.getByText("this morning")).toBeVisible();
  await select(output, "this morning");
  await page
    .getByRole("button", { name: /^Comment\s*m$/i })
    .last()
    .click();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("When *exactly*?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(comments(page)).toHaveCount(1);
  await expect(comments(page).first()).toContainText("this morning");
  await expect(comments(page).locator("em")).toHaveText("exactly");
  await expect.poll(() => highlighted(page)).toEqual(["this morning"]);
  expect(await barriersOn(page)).toEqual([]);

  // By keyboard, without a selection.
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("m");
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("Second");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(comments(page)).toHaveCount(2);

  const { api_key: key } = await service.request("keysCreate", {
    owner: "Bob",
    roles: [{ project_pattern: project, role: "annotator" }],
  });
  const bobs = await browser.newContext({ baseURL: loupe.url, storageState: { cookies: [], origins: [] } });
  const bob = await bobs.newPage();
  await signInByKey(bob, { url: page.url(), key });
  await expect(comments(bob)).toHaveCount(2);
  await comments(bob).first().hover();
  await expect(comments(bob).first().getByRole("button", { name: "Remove" })).toHaveCount(0);
  await expect(comments(bob).first().getByRole("button", { name: "Edit" })).toHaveCount(0);
  await comments(bob).first().getByRole("button", { name: "Reply" }).click();
  await bob.getByRole("textbox", { name: "Reply" }).fill("At eight.");
  // It is shown before it is stored.
  const stored = bob.waitForResponse(/\/feedback\/create$/);
  await bob.keyboard.press("ControlOrMeta+Enter");
  await expect(comments(bob)).toHaveCount(3);
  await stored;
  await bobs.close();

  const reply = page.getByRole("list", { name: "Replies" }).getByRole("article", { name: "Comment by Bob" });
  await expect(reply).toContainText("At eight.");
  const mine = comments(page).first();
  await mine.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Edit comment" }).fill("At what time?");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(mine).toContainText("edited");
  await expect(mine).toContainText("At what time?");
  await mine.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("This comment was removed.")).toBeVisible();
  await expect.poll(() => highlighted(page)).toEqual([]);
  const removed = page.getByRole("listitem").filter({ hasText: "Removed comment" });
  await removed.getByRole("button", { name: "Undo" }).click();
  await expect(mine).toContainText("At what time?");
  await page.reload();
  await expect.poll(() => highlighted(page)).toEqual(["this morning"]);
  await mine.getByRole("button", { name: /this morning/ }).click();
  await expect(output.getByText("this morning")).toBeInViewport();
});

test("a corrected output is shown as a difference, changed, and added to a dataset @all", async ({
  page,
  service,
  project,
}) => {
  const call = { id: project, op_name: "judged", ended_at: ENDED, output: '"It left Paris."' };
  await sendCalls(service, project, [call]);
  await page.goto(`/${project}/calls/${encodeURIComponent(project)}`);
  await page.getByRole("button", { name: "Correct output" }).click();
  const field = page.getByRole("textbox", { name: "Corrected output" });
  await expect(field).toHaveValue("It left Paris.");
  await field.fill("It left Lyon.");
  await page.getByRole("button", { name: "Save correction" }).click();
  const corrections = page.getByRole("list", { name: "Corrected outputs" }).getByRole("listitem");
  await expect(corrections).toHaveCount(1);
  await expect(corrections).toContainText("It left Paris.");
  await expect(corrections).toContainText("It left Lyon.");
  expect(await barriersOn(page)).toEqual([]);
  await field.fill("It left Lyon today.");
  await page.getByRole("button", { name: "Change correction" }).click();
  await expect(corrections).toContainText("It left Lyon today.");
  await expect(corrections).toHaveCount(1);

  await page.goto(`/${project}/calls?q=${encodeURIComponent("feedback.core.correction.1:*")}`);
  const row = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "judged" });
  await row.getByRole("checkbox", { name: "Select" }).setChecked(true);
  await page.getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Dataset", { exact: true }).fill("corrected");
  await dialog.getByRole("button", { name: "Add 1 call" }).click();
  await expect(page.getByText("Added 1 call to corrected", { exact: true })).toBeVisible();
  const { objs } = await service.request("objsQuery", { project_id: project });
  const rows = /table\/([^"]+)/.exec(objs.find(({ object_id: id }) => id === "corrected")?.val.text ?? "");
  const table = await service.request("tableQuery", { project_id: project, digest: rows?.[1] ?? "" });
  expect(JSON.parse((table.rows[0]?.val ?? new JsonText("{}")).text)).toMatchObject({
    output: "It left Paris.",
    expected_output: "It left Lyon today.",
  });
});
