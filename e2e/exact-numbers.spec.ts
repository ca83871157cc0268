import type { Page } from "@playwright/test";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const SENT = '{"big": 12345678901234567890,  "one": 1.0, "tiny": 1e-7}';

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("numbers are shown and copied exactly as sent: input, output, attributes, feedback @all", async ({
  page,
  service,
  project,
}) => {
  const id = `${project}-exact`;
  await sendCalls(service, project, [{ id, inputs: SENT, output: SENT, attributes: SENT, ended_at: ENDED }]);
  await page.goto(`/${project}/calls/${encodeURIComponent(id)}`);

  for (const [tab, label] of [
    ["Input", "input"],
    ["Output", "output"],
    ["Attributes", "attributes"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    const values = page.getByRole("tree", { name: tab }).getByRole("treeitem");
    await expect(values.filter({ hasText: "big" })).toContainText("12345678901234567890");
    await expect(values.filter({ hasText: "one" })).toContainText("1.0");
    await expect(values.filter({ hasText: "tiny" })).toContainText("1e-7");
    await page.getByRole("button", { name: `Copy ${label}` }).click();
    await expect.poll(() => clipboard(page)).toBe(SENT);
    await values.filter({ hasText: "big" }).click();
    await page.getByRole("button", { name: "Copy value" }).click();
    await expect.poll(() => clipboard(page)).toBe("12345678901234567890");
  }

  const feedback = page.getByRole("region", { name: "Feedback" });
  await feedback.getByRole("button", { name: "Custom JSON" }).click();
  await feedback.getByLabel("JSON", { exact: true }).fill(SENT);
  await feedback.getByLabel("JSON", { exact: true }).press("ControlOrMeta+Enter");
  const given = feedback.getByRole("listitem").filter({ hasText: "custom" });
  await expect(given).toContainText("12345678901234567890");
  await expect(given).toContainText("1.0");
  await page.reload();
  await expect(given).toContainText("12345678901234567890");
  await given.getByRole("button", { name: "Copy JSON" }).click();
  await expect.poll(() => clipboard(page)).toBe(SENT);
});
