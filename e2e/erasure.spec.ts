import { readFile } from "node:fs/promises";
import { callRef } from "@/lib/contract/refs";
import { toJsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const USER = "ada@example.com";

test("an admin erases the data of one user, and keeps the receipt", async ({ page, service, project }) => {
  await sendCalls(service, project, [
    { id: "of-ada", ended_at: ENDED, attributes: JSON.stringify({ user_id: USER }), output: '"Hello Ada"' },
    { id: "of-grace", ended_at: ENDED, attributes: '{"user_id": "grace"}', output: `"Write to ${USER}"` },
  ]);
  const note = { feedback_type: "core.note.1", payload: toJsonText({ note: "for Ada" }) };
  await service.request("feedbackCreate", { project_id: project, core_ref: callRef(project, "of-ada"), ...note });

  await page.goto(`/${project}/privacy/erasure`);
  await expect(page.getByText("No user's data has been erased yet.")).toBeVisible();
  await page.getByLabel("User ID").fill(USER);
  await page.getByRole("button", { name: "Find data" }).click();
  await expect(page.getByText("1 trace, 1 call, 1 piece of feedback")).toBeVisible();
  await page.getByRole("button", { name: "Erase data…" }).click();
  const dialog = page.getByRole("dialog", { name: "Erase this user's data?" });
  await dialog.getByLabel("Type the user ID to confirm").fill("ada");
  await dialog.getByRole("button", { name: "Erase permanently" }).click();
  await expect(dialog.getByText("This is not the user ID")).toBeVisible();
  await dialog.getByLabel("Type the user ID to confirm").fill(USER);
  await dialog.getByRole("button", { name: "Erase permanently" }).click();

  await expect(page.getByText("Done", { exact: true })).toBeVisible();
  await expect(page.getByText("Needs a decision")).toBeVisible();
  expect(page.url()).not.toContain("ada");
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain("ada@");
  await page.getByRole("button", { name: "Receipt" }).click();
  await expect(page.getByText("Calls of other traces that contain the user ID: 1")).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await barriersOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download JSON" }).click(),
  ]);
  const receipt = await readFile(await download.path(), "utf8");
  expect(JSON.parse(receipt)).toMatchObject({ project_id: project, receipt: { counts: { traces: 1, calls: 1 } } });
  expect(receipt).not.toContain(USER);

  await page.goto(`/${project}/calls`);
  await expect(page.getByRole("grid").getByRole("row")).toHaveCount(2);
  await expect(page.getByText("Hello Ada")).toHaveCount(0);
});
