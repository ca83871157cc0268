import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { barriersOn } from "./loupe/barriers";
import { holdRequests, isTo } from "./loupe/hold-requests";
import { type SentCall, ENDED, sendCalls, yesterdayAt } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const gridOf = (page: Page) => page.getByRole("grid", { name: "Calls" });
const namesOf = (page: Page) => gridOf(page).getByRole("row").getByRole("link");
const boxes = (page: Page) => gridOf(page).getByRole("checkbox", { name: "Select", exact: true });

const callsOf = (project: string, count: number): SentCall[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${project}-${index}`,
    op_name: `call-${index}`,
    started_at: new Date(Date.parse(yesterdayAt("09:00:00")) - index * 60_000).toISOString(),
    ended_at: ENDED,
    inputs: `{"n": ${index === 0 ? "12345678901234567890" : index}, "formula": "=1+1"}`,
    output: "1.0",
  }));

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

test("calls are selected, deleted, and restored after a reload from another tab @all", async ({
  page,
  service,
  project,
}) => {
  await sendCalls(service, project, [
    ...callsOf(project, 5),
    { id: `${project}-child`, trace_id: `${project}-1`, parent_id: `${project}-1`, op_name: "below", ended_at: ENDED },
  ]);
  await page.goto(`/${project}/calls`);
  await expect(namesOf(page)).toHaveCount(5);
  await boxes(page).nth(1).click();
  await boxes(page)
    .nth(3)
    .click({ modifiers: ["Shift"] });
  const bar = page.getByRole("toolbar", { name: "Selected calls" });
  await expect(bar).toContainText("3 selected");
  expect(await barriersOn(page)).toEqual([]);
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(namesOf(page)).toHaveText(["call-0", "call-4"]);
  await expect(page.getByText("Deleted 4 calls", { exact: true })).toBeVisible();
  await page.reload();
  await expect(namesOf(page)).toHaveCount(2);
  const other = await page.context().newPage();
  await other.goto("/settings/keys");
  await other.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
  await expect(namesOf(page)).toHaveText(["call-0", "call-1", "call-2", "call-3", "call-4"]);
  await other.close();
  await page.getByRole("button", { name: "All calls" }).click();
  await expect(namesOf(page)).toHaveCount(6);
});

test("an export is complete, exact and verifiable", async ({ page, service, project }) => {
  await sendCalls(service, project, callsOf(project, 250));
  await page.goto(`/${project}/calls?q=op~call`);
  await expect(namesOf(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  const lines = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const text = await textOf(await lines);
  expect(text.trimEnd().split("\n")).toHaveLength(250);
  expect(text).toContain('"inputs":{"n": 12345678901234567890, "formula": "=1+1"},"output":1.0');
  await expect(dialog).toContainText("Complete: 250 calls");
  await expect(dialog).toContainText(createHash("sha256").update(text).digest("hex"));
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save details as JSON" }).click();
  expect(JSON.parse(await textOf(await saved))).toMatchObject({
    project_id: project,
    count: 250,
    expected: 250,
    complete: true,
    left_out: 0,
    query: { filter: { trace_roots_only: true }, sort_by: [{ field: "started_at", direction: "desc" }] },
    sha256: createHash("sha256").update(text).digest("hex"),
  });
  await page.keyboard.press("Escape");

  await page.goto(`/${project}/calls?q=op:call-0&col=name&col=inputs.n&col=inputs.formula`);
  await expect(gridOf(page).getByRole("gridcell", { name: "12345678901234567890" })).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await dialog.getByLabel("Format").selectOption("csv");
  await dialog.getByLabel("Content").selectOption("shown");
  const table = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  expect(await textOf(await table)).toBe(
    `id,op_name,display_name,inputs.n,inputs.formula\r\n${project}-0,call-0,,12345678901234567890,'=1+1\r\n`,
  );
});

test("columns are shown, moved and pinned, and kept in the URL; a view is saved", async ({
  page,
  service,
  project,
}) => {
  await sendCalls(service, project, callsOf(project, 3));
  await page.goto(`/${project}/calls`);
  const headers = gridOf(page).getByRole("columnheader");
  await expect(headers.filter({ hasText: /./ })).toHaveText([
    "Status",
    "Name",
    "Started",
    "Input → output",
    "Feedback",
    "Latency",
    "Tokens",
    "Cost",
    "Model",
  ]);
  await page.getByRole("button", { name: "Columns" }).click();
  const menu = page.getByRole("dialog", { name: "Columns" });
  for (const name of ["Tokens", "Cost", "Model", "Feedback"]) await menu.getByRole("checkbox", { name }).click();
  await menu.getByRole("checkbox", { name: "ID" }).click();
  await menu.getByLabel("Add a column").fill("inputs.n");
  await menu.getByRole("button", { name: "Add" }).click();
  await menu.getByRole("button", { name: "Pin Name left" }).click();
  await menu.getByRole("button", { name: "Move Latency left" }).click();
  await page.keyboard.press("Escape");
  const shown = ["Name", "Status", "Started", "Latency", "Input → output", "ID", "inputs.n"];
  await expect(headers.filter({ hasText: /./ })).toHaveText(shown);
  await headers.filter({ hasText: "inputs.n" }).click();
  await expect(namesOf(page)).toHaveText(["call-1", "call-2", "call-0"]);

  await page.getByRole("button", { name: "Views" }).click();
  const views = page.getByRole("dialog", { name: "Saved views" });
  await views.getByLabel("Save this view").fill("By n");
  await views.getByRole("button", { name: "Save" }).click();
  await expect(views.getByRole("link", { name: "By n" })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");

  const clean = await page
    .context()
    .browser()
    ?.newContext({ storageState: await page.context().storageState() });
  const other = await clean?.newPage();
  if (!clean || !other) throw new Error("no browser");
  await other.goto(`/${project}/calls`);
  await other.getByRole("button", { name: "Views" }).click();
  await other.getByRole("link", { name: "By n" }).click();
  await expect(namesOf(other)).toHaveText(["call-1", "call-2", "call-0"]);
  await expect(gridOf(other).getByRole("columnheader").filter({ hasText: /./ })).toHaveText(shown);
  await other.getByRole("button", { name: "Views" }).click();
  await other.getByRole("button", { name: "Delete By n" }).click();
  await expect(other.getByRole("link", { name: "By n" })).toBeHidden();
  await other.getByRole("button", { name: "Undo" }).click();
  await expect(other.getByRole("link", { name: "By n" })).toBeVisible();
  await clean.close();
});

test("the list of views appears whole, so that nothing moves from under the pointer @all", async ({
  page,
  project,
}) => {
  const release = await holdRequests(page, isTo("/objs/query"));
  await page.goto(`/${project}/calls`);
  await page.getByRole("button", { name: "Views" }).click();
  const views = page.getByRole("dialog", { name: "Saved views" });
  await expect(views.getByRole("status", { name: "Loading views" })).toBeVisible();
  await expect(views.getByLabel("Save this view")).toHaveCount(0);
  release();
  await expect(views.getByText("No saved views yet.")).toBeVisible();
  await expect(views.getByLabel("Save this view")).toBeVisible();
});

test("several calls get feedback at once, and two are compared @all", async ({ page, service, project }) => {
  await sendCalls(service, project, callsOf(project, 3));
  await page.goto(`/${project}/calls`);
  await expect(namesOf(page)).toHaveCount(3);
  await boxes(page).nth(0).click();
  await boxes(page).nth(1).click();
  const bar = page.getByRole("toolbar", { name: "Selected calls" });
  await bar.getByRole("button", { name: "Feedback" }).click();
  await page.getByRole("button", { name: "👍" }).click();
  await expect(page.getByText("Added 👍 to 2 calls", { exact: true })).toBeVisible();
  await expect(gridOf(page).getByText("👍 1")).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(gridOf(page).getByText("👍 1")).toHaveCount(0);
  await bar.getByRole("button", { name: "Compare" }).click();
  await expect(page).toHaveURL(new RegExp(`compare\\?a=.*&b=`));
});
