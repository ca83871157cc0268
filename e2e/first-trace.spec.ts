import { pasteIntoShell } from "./loupe/paste";
import { expect, test } from "./loupe/test";

for (const way of ["OpenTelemetry JS", "Vercel AI SDK"]) {
  test(`the ${way} snippet, pasted, puts a trace on the open page`, async ({ page, loupe, project }) => {
    await page.goto(`/${project}`);
    await expect(page.getByRole("heading", { name: "Waiting for the first trace" })).toBeVisible();
    await page.getByRole("tab", { name: way }).click();
    const snippet = await page.getByRole("region", { name: `${way} snippet` }).textContent();

    await pasteIntoShell(snippet ?? "", { LOUPE_API_KEY: loupe.key });
    const newest = page.getByRole("list", { name: "Newest traces" });
    await expect(newest.getByRole("link", { name: "answer-customer" })).toBeVisible();
    await expect(newest.getByRole("listitem")).toHaveCount(1);
    await expect(page.getByText("First trace arrived.")).toBeVisible();

    await page.getByRole("link", { name: "View all traces" }).click();
    const rows = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
    await expect(rows).toContainText("21");
    await pasteIntoShell(snippet ?? "", { LOUPE_API_KEY: loupe.key });
    await expect(rows).toHaveCount(2);
  });
}
