import type { Page } from "@playwright/test";
import { callRef } from "@/lib/contract/refs";
import { toJsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test } from "./loupe/test";

const comparison = (page: Page, name: string) => page.getByRole("region", { name });

/** Answers of a person and a judge to the same four calls, and their scores. */
const GIVEN = [
  { tone: "kind", judge: "kind", rating: 5, score: 0.9 },
  { tone: "kind", judge: "rude", rating: 4, score: 0.7 },
  { tone: "rude", judge: "rude", rating: 1, score: 0.2 },
  { tone: "rude", judge: "rude", rating: 2, score: 0.1 },
] as const;

test("feedback is compared by group, with another type, and as numbers", async ({ page, loupe, service, project }) => {
  const model = await standInModel("It is in Lyon.");
  const spans = [
    ...(await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "Where is it?" })),
    ...(await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "And now?" })),
  ];
  await model.close();
  const judged = spans.slice(0, GIVEN.length);
  expect(judged).toHaveLength(GIVEN.length);
  const give = (id: string, feedback_type: string, value: unknown) =>
    service.request("feedbackCreate", {
      project_id: project,
      core_ref: callRef(project, id),
      feedback_type,
      payload: toJsonText({ value }),
    });
  for (const [place, { id }] of judged.entries())
    for (const [type, value] of Object.entries(GIVEN[place] ?? {})) await give(id, type, value);
  await give(judged[0]?.id ?? "", "tone", "rude");
  await give(judged[0]?.id ?? "", "tone", "kind");
  await give("deleted", "tone", "kind");

  await page.goto(`/${project}/feedback?type=tone`);
  // Rows name their calls.
  await expect(page.getByRole("grid", { name: "Feedback" }).getByText("Where is it?").first()).toBeVisible();
  await page.getByRole("link", { name: "Analysis" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Feedback analysis" })).toBeVisible();
  // Six records on four calls, and one on a call that does not exist.
  const byModel = comparison(page, "tone by model");
  await expect(byModel).toContainText("6 records on calls; 1 other record");
  await page.getByLabel("Group by").selectOption("By op");
  const byOp = comparison(page, "tone by op");
  const counts = byOp.getByRole("row").locator("td:nth-of-type(1)");
  await expect.poll(async () => (await counts.allTextContents()).reduce((sum, text) => sum + Number(text), 0)).toBe(6);
  // Nothing of the earlier grouping is left.
  await expect(byOp.getByText("No op")).toHaveCount(0);

  await page.getByLabel("Compare with").selectOption("Compare with judge");
  const agreed = comparison(page, "tone compared with judge");
  await expect(agreed).toContainText(
    "4 calls and objects with both; the latest value of each counts. Left out: 1 with only tone.",
  );
  // The same on 3 of 4; by chance (2·1 + 2·3) / 16: kappa (0.75 − 0.5) / 0.5.
  await expect(agreed).toContainText("75%");
  await expect(agreed).toContainText("Cohen's kappa0.50");
  // F1 of kind: 2·1 / (2 + 1); of rude: 2·2 / (2 + 3).
  await expect(agreed.getByRole("table", { name: "tone as a prediction of judge" })).toContainText("kind0.501.000.671");
  await expect(agreed.getByRole("table", { name: "tone as a prediction of judge" })).toContainText("rude1.000.670.803");
  await expect(agreed.getByRole("table", { name: /in rows/ })).toContainText("kind112");
  expect(await barriersOn(page)).toEqual([]);

  await page.getByRole("button", { name: "Swap" }).click();
  await expect(comparison(page, "judge compared with tone")).toContainText("1 with only tone");

  await page.getByLabel("Type", { exact: true }).selectOption("rating");
  await page.getByLabel("Compare with").selectOption("Compare with score");
  const correlated = comparison(page, "rating compared with score");
  // Pearson of (5, 4, 1, 2) and (0.9, 0.7, 0.2, 0.1), and of their ranks (4, 3, 1, 2) and (4, 3, 2, 1).
  await expect(correlated).toContainText("Pearson0.95");
  await expect(correlated).toContainText("Spearman0.80");
  await correlated.getByText("Show as table").click();
  await expect(correlated.getByRole("group").getByRole("cell", { name: "0.7", exact: true })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await page.reload();
  await expect(correlated).toContainText("Pearson0.95");
});
