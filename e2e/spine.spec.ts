import { formatDuration } from "@/lib/format/duration";
import { Loupe } from "./loupe/loupe";
import { runCustomerAgent } from "./loupe/run-program";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test } from "./loupe/test";

const PROJECT = "local/support";

test.use({ storageState: { cookies: [], origins: [] } });

test("a trace is sent, found, read and annotated, and outlives kill -9 of everything", async ({ page }) => {
  const loupe = await Loupe.place();
  const model = await standInModel("Your order left Lyon this morning.");
  try {
    await loupe.start();
    const agent = { project: PROJECT, modelUrl: model.url };
    await runCustomerAgent(loupe, { ...agent, question: "Do you ship to Portugal?" });
    const spans = await runCustomerAgent(loupe, { ...agent, question: "Where is my parcel 9913?" });
    const root = spans.find(({ parentId }) => parentId === undefined);

    await page.goto(loupe.signInLink);
    await page.getByRole("link", { name: PROJECT }).click();
    await page.getByRole("link", { name: "All traces" }).click();
    const rows = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
    await expect(rows).toHaveCount(2);
    await page.getByRole("searchbox", { name: "Search inputs and outputs" }).fill("parcel 9913");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Your order left Lyon this morning.");
    await expect(rows).toContainText(formatDuration(root?.durationMs));
    await expect(rows.getByRole("gridcell", { name: "131", exact: true })).toBeVisible();
  } finally {
    await loupe.remove();
    await model.close();
  }
});
