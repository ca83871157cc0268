import type { Locator, Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { callRef } from "@/lib/contract/refs";
import { callPath } from "@/lib/format/address";
import { JsonText, toJsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test } from "./loupe/test";

const rowsOf = (grid: Locator) => grid.getByRole("row").filter({ has: grid.page().getByRole("gridcell") });

test("calls of an SDK become cases with the corrected output, are edited in place and compared by key @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  const model = await standInModel("It is in Lyon.");
  const ids: string[] = [];
  for (const question of ["Where is parcel 1?", "Where is parcel 2?"]) {
    const spans = await runCustomerAgent(loupe, { project, modelUrl: model.url, question });
    ids.push(spans.find(({ parentId }) => parentId === undefined)?.id ?? "");
  }
  await model.close();
  await service.request("feedbackCreate", {
    project_id: project,
    core_ref: callRef(project, ids[0] ?? ""),
    feedback_type: "core.correction.1",
    payload: toJsonText({ output: "It is in Lyon, and arrives on Monday." }),
  });
  await store(service, project, "cases", [
    '{"id": 12345678901234567890, "question": "Is it insured?", "expected": "Yes.", "score": 1.0}',
  ]);

  // From traces to cases: mapped, previewed, added once.
  const dialog = await addDialog(page, project);
  await dialog.getByLabel("Dataset", { exact: true }).fill("cases");
  await expect(dialog).toContainText("New rows are appended to the existing 1 row.");
  await expect(dialog.getByLabel("Column for Corrected output")).toHaveValue("expected");
  await dialog.getByRole("checkbox", { name: "One column per input field" }).check();
  await dialog.getByLabel("Column for inputs.messages").fill("question");
  const preview = dialog.getByRole("region", { name: "Columns and first row" });
  await expect(preview).toContainText("Where is parcel 1?");
  await expect(preview).toContainText("It is in Lyon, and arrives on Monday.");
  await expect(preview).toContainText("stay empty in these rows: id, score");
  await expect(dialog).toContainText("No duplicates.");
  expect(await barriersOn(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add 2 calls" }).click();
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("heading", { name: "cases v2" })).toBeVisible();
  const table = page.url();
  await expect(page.getByRole("grid", { name: "Rows" })).toContainText("It is in Lyon, and arrives on Monday.");

  const again = await addDialog(page, project);
  await again.getByLabel("Dataset", { exact: true }).fill("cases");
  await again.getByRole("checkbox", { name: "One column per input field" }).check();
  await again.getByLabel("Column for inputs.messages").fill("question");
  await expect(again).toContainText("All 2 rows are already in the dataset. They are left out.");
  await expect(again.getByRole("button", { name: "Add 0 calls" })).toBeDisabled();
  await again.getByRole("checkbox", { name: "Add duplicates too" }).check();
  await expect(again.getByRole("button", { name: "Add 2 calls" })).toBeEnabled();

  // One call, from its page.
  await page.goto(callPath(project, ids[0] ?? ""));
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Add to dataset" }).click();
  const single = page.getByRole("dialog", { name: "Add 1 call to a dataset" });
  await single.getByLabel("Dataset", { exact: true }).fill("cases");
  await expect(single).toContainText("New rows are appended to the existing 3 rows.");
  await page.keyboard.press("Escape");
  await expect(single).toBeHidden();

  // Edited in place by keyboard: a value, a row that is deleted, a row that is added.
  await page.goto(table);
  await page.getByRole("button", { name: "Edit rows" }).click();
  const grid = page.getByRole("grid", { name: "Edited rows" });
  await expect(rowsOf(grid)).toHaveCount(3);
  const { keyboard } = page;
  await rowsOf(grid).nth(0).focus();
  await keyboard.press("Enter");
  const editor = page.getByRole("region", { name: "Edit row 0" });
  await expect(editor.getByRole("textbox", { name: "id" })).toBeFocused();
  await keyboard.press("Escape");
  await expect(rowsOf(grid).nth(0)).toBeFocused();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"]) await keyboard.press(key);
  await expect(editor.getByRole("textbox", { name: "score" })).toBeFocused();
  await editor.getByRole("textbox", { name: "score" }).fill("1.");
  await expect(editor.getByRole("alert")).toContainText("Not valid JSON at character");
  await page.getByRole("button", { name: "Save version" }).click();
  await expect(page.getByText("Could not save: row 0, score: not valid JSON.")).toBeVisible();
  await editor.getByRole("textbox", { name: "score" }).fill("1.50");
  // From the value to its cell, to the row, and out of it.
  for (let step = 0; step < 3; step += 1) await keyboard.press("Escape");
  await expect(editor).toBeHidden();
  await rowsOf(grid).nth(2).focus();
  await keyboard.press("Delete");
  await expect(rowsOf(grid).nth(2)).toContainText("deleted");
  await keyboard.press("n");
  await page.getByRole("textbox", { name: "question" }).fill("Can I return it?");
  await page.getByLabel("Message of this version").fill("Corrected by Ann");
  await page.goto(table);
  await page.getByRole("link", { name: "Open draft based on v2" }).click();
  await expect(page.getByText("1 row changed · 1 added · 1 deleted")).toBeVisible();
  await expect(page.getByText(/^Draft from/)).toBeVisible();
  await expect(page.getByLabel("Message of this version")).toHaveValue("Corrected by Ann");
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Save version" }).click();
  await expect(page.getByRole("heading", { name: "cases v3" })).toBeVisible();
  await expect(rowsOf(page.getByRole("grid", { name: "Rows" }))).toHaveCount(3);

  // The difference by key, with the digits as they were sent.
  await page.getByRole("tab", { name: "Changes" }).click();
  await expect(page.getByRole("button", { name: "Key: question" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "unchanged" })).toHaveText(
    "1 changed · 1 added · 1 removed · 1 unchanged (row order ignored)",
  );
  const changes = page.getByRole("grid", { name: "Changed rows" });
  const changed = changes.getByRole("row", { name: /changed/ });
  await expect(changed.getByRole("deletion")).toHaveText("1.0");
  await expect(changed.getByRole("insertion")).toHaveText("1.50");
  await expect(changed).toContainText("12345678901234567890");
  await changed.click();
  await expect(page.getByRole("region", { name: "Changed row" })).toContainText("score");
  expect(await barriersOn(page)).toEqual([]);
  await keyboard.press("Escape");
  await page.getByRole("button", { name: "Key: question" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Whole rows" }).click();
  await keyboard.press("Escape");
  await expect(changes.getByRole("row", { name: /removed/ })).toHaveCount(2);

  // The message is listed with its version.
  await page.getByRole("heading", { name: "cases v3" }).getByRole("link").click();
  const versions = page.getByRole("grid", { name: "Versions" });
  await expect(versions.getByRole("row").filter({ hasText: "v3" })).toContainText("Corrected by Ann");
  await expect(versions.getByRole("row").filter({ hasText: "v2" })).not.toContainText("Corrected by Ann");
});

test("a version that was published meanwhile is not replaced unless that is asked @all", async ({
  page,
  service,
  project,
}) => {
  const digest = await store(service, project, "cases", ['{"id": 1, "question": "a"}']);
  await page.goto(`/${project}/tables/${digest}`);
  await page.getByRole("button", { name: "Edit rows" }).click();
  await rowsOf(page.getByRole("grid", { name: "Edited rows" }))
    .first()
    .getByText("a", { exact: true })
    .click();
  const question = page.getByRole("textbox", { name: "question" });
  await expect(question).toBeFocused();
  await question.fill("b");
  await store(service, project, "cases", ['{"id": 1, "question": "theirs"}']);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText(/v2 of cases.* has become the latest version in the meantime/)).toBeVisible();
  await page.getByRole("button", { name: "Save anyway" }).click();
  await expect(page.getByRole("heading", { name: "cases v3" })).toBeVisible();
  await expect(page.getByRole("grid", { name: "Rows" })).toContainText("b");
});

test("a table that is no dataset is read-only, and says why @all", async ({ page, service, project }) => {
  const table = { project_id: project, rows: [new JsonText('{"a": 1}')] };
  const { digest } = await service.request("tableCreate", { table });
  await page.goto(`/${project}/tables/${digest}?edit=true`);
  await expect(page.getByText("Read-only: no dataset has these rows.")).toBeVisible();
});

/** Opens the dialog for the two traces of the project. */
async function addDialog(page: Page, project: string): Promise<Locator> {
  // The first poll begins once the page handles keys.
  const isListening = page.waitForResponse((response) => response.url().endsWith("/calls/query_stats"));
  await page.goto(`/${project}/calls`);
  await isListening;
  const rows = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
  await expect(rows).toHaveCount(2);
  for (const at of [0, 1]) {
    await rows.nth(at).focus();
    await page.keyboard.press("x");
    await expect(rows.nth(at)).toHaveAttribute("aria-selected", "true");
  }
  await page.getByRole("button", { name: "Add to dataset" }).click();
  return page.getByRole("dialog");
}

/** Stores rows as the next version of a dataset; resolves to the table's digest. */
async function store(service: Client, project_id: string, name: string, rows: readonly string[]): Promise<string> {
  const table = { project_id, rows: rows.map((row) => new JsonText(row)) };
  const { digest } = await service.request("tableCreate", { table });
  const val = { _type: "Dataset", _class_name: "Dataset", name, rows: `weave:///${project_id}/table/${digest}` };
  await service.request("objCreate", { obj: { project_id, object_id: name, val: toJsonText(val) } });
  return digest;
}
