import { barriersOn } from "./loupe/barriers";
import { Loupe } from "./loupe/loupe";
import { runCustomerAgent } from "./loupe/run-program";
import { standInModel } from "./loupe/stand-in-model";
import { expect, serviceClient, test } from "./loupe/test";

const PROJECT = "local/models";
const MODEL = "stand-in-1";

test.use({ storageState: { cookies: [], origins: [] } });

test("a served model is shown with its price and usage, and opened in the playground @all", async ({ page }) => {
  const loupe = await Loupe.place();
  const model = await standInModel("It is in Lyon.");
  try {
    await loupe.start("start", {
      LOUPE_UPSTREAMS: JSON.stringify([{ name: "here", base_url: model.url, models: [MODEL] }]),
    });
    await page.goto(loupe.signInLink);
    await page.waitForURL(`${loupe.url}/`);
    await page.goto(`${loupe.url}/${PROJECT}/models`);
    const models = page.getByRole("grid", { name: "Models" });
    const row = models.getByRole("row", { name: MODEL });
    await expect(row).toContainText("here");
    await expect(row.getByRole("link", { name: "Add price" })).toBeVisible();

    await runCustomerAgent(loupe, { project: PROJECT, modelUrl: model.url, question: "Where is it?" });
    const price = { prompt_token_cost: 2e-6, completion_token_cost: 1e-5, effective_date: "2026-01-01T00:00:00Z" };
    await serviceClient(loupe).request("costCreate", { project_id: PROJECT, costs: { [MODEL]: price } });
    await page.reload();
    await expect(row).toContainText("$2.00 in, $10.00 out");
    await expect(row).toContainText("$0.00043");
    // Two requests, and the SDK's own span around them.
    await expect(row.getByRole("link", { name: "3", exact: true })).toBeVisible();
    expect(await barriersOn(page)).toEqual([]);

    await page.getByRole("searchbox", { name: "Search models" }).fill("no such model");
    await expect(page.getByText("No models match “no such model”.")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search models" }).fill("stand");
    await row.getByRole("link", { name: `Try ${MODEL} in the playground` }).click();
    await expect(page).toHaveURL(/\/playground/);
    await expect(page.getByRole("button", { name: "Model of pane 1" })).toContainText(MODEL);
  } finally {
    await loupe.remove();
    await model.close();
  }
});
