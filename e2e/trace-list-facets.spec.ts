import type { Page } from "@playwright/test";
import { callRef } from "@/lib/contract/refs";
import { JsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const rowsOf = (page: Page) =>
  page
    .getByRole("grid", { name: "Calls" })
    .getByRole("row")
    .filter({ has: page.getByRole("link") });
const headersOf = (page: Page) => page.getByRole("columnheader").filter({ hasText: /./ });

test("the values of an SDK's traces are counted, chosen by keyboard, and remembered @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  const model = await standInModel("Your order left Lyon.");
  const roots: string[] = [];
  try {
    for (const question of ["Where is my parcel 9913?", "Do you ship to Portugal?"]) {
      const spans = await runCustomerAgent(loupe, { project, modelUrl: model.url, question });
      roots.push(spans.find(({ name }) => name === "answer-customer")?.id ?? "");
    }
  } finally {
    await model.close();
  }
  for (const [feedback_type, payload] of [
    ["core.reaction.1", '{"emoji":"👎"}'],
    ["helpfulness", '{"value":0.25}'],
  ] as const)
    await service.request("feedbackCreate", {
      project_id: project,
      core_ref: callRef(project, roots[0] ?? ""),
      feedback_type,
      payload: new JsonText(payload),
    });
  const { keyboard } = page;
  await page.goto(`/${project}/calls`);
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(headersOf(page).filter({ hasText: "Thread" })).toBeVisible();
  await expect(rowsOf(page).getByText("👎 1 · helpfulness 0.25")).toBeVisible();

  await tabTo(page.getByRole("button", { name: "Filter", exact: true }));
  await keyboard.press("Enter");
  const filters = page.getByRole("dialog", { name: "Filters" });
  const facet = (name: string) => filters.getByRole("group", { name, exact: true });
  await tabTo(facet("Reaction").getByRole("checkbox", { name: /^👎 .*1 call$/ }));
  await keyboard.press("Space");
  await expect(page).toHaveURL((url) => url.searchParams.get("q") === "reaction:👎");
  await expect(rowsOf(page)).toHaveCount(1);
  // Without its own condition, the field's other values are still counted; other fields have those of the listed trace.
  await expect(facet("Reaction").getByRole("checkbox", { name: /^None .*1 call$/ })).toBeVisible();
  await expect(facet("feedback.helpfulness").getByRole("checkbox")).toHaveCount(1);
  await tabTo(facet("feedback.helpfulness").getByRole("checkbox", { name: /^0\.25/ }));
  await keyboard.press("Space");
  await expect(page).toHaveURL((url) => url.searchParams.get("q") === 'reaction:👎 feedback.helpfulness:"0.25"');
  await expect(rowsOf(page)).toHaveCount(1);
  expect(await barriersOn(page)).toEqual([]);

  const added = filters.getByRole("combobox", { name: "Add a field" });
  await added.fill("latency");
  await keyboard.press("Enter");
  await expect(filters.getByText("Enter a field with text, an attribute or a path")).toBeVisible();
  await added.fill("service.name");
  await keyboard.press("Enter");
  await expect(facet("service.name").getByRole("checkbox")).toHaveCount(1);
  await filters.getByRole("button", { name: "Remove the values of Kind" }).click();
  await expect(facet("Kind")).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(facet("service.name").getByRole("checkbox")).toHaveCount(1);
  await expect(facet("Kind")).toHaveCount(0);
});

test("columns for users and threads are shown if the page has any, until they are hidden @all", async ({
  page,
  service,
  project,
}) => {
  await sendCalls(service, project, [{ id: `${project}-1`, inputs: '{"q": "a"}', ended_at: ENDED }]);
  await page.goto(`/${project}/calls`);
  await expect(rowsOf(page)).toHaveCount(1);
  const thread = headersOf(page).filter({ hasText: "Thread" });
  await expect(thread).toHaveCount(0);
  await sendCalls(service, project, [{ id: `${project}-2`, thread_id: "one", ended_at: ENDED }]);
  await page.reload();
  await expect(thread).toBeVisible();
  await expect(headersOf(page).filter({ hasText: "User" })).toHaveCount(0);
  await page.getByRole("button", { name: "Columns" }).click();
  const menu = page.getByRole("dialog", { name: "Columns" });
  await menu.getByRole("checkbox", { name: "Thread" }).click();
  await expect(thread).toHaveCount(0);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(thread).toHaveCount(0);
});
