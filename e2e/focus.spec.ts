import type { Locator, Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { JsonText, toJsonText } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import { writeSpec } from "@/lib/feedback/annotation-spec";
import { isWhole } from "./loupe/scope";
import { ENDED, sendCalls, yesterdayAt } from "./loupe/send-calls";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

/** Focus that is lost now and then is found by many. */
const TRACES = isWhole ? 20 : 3;

const noteOf = (page: Page) => page.getByLabel("Note", { exact: true });
const rowOf = (page: Page, at: number) =>
  page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: `trace-${at}.` });
const wordsOf = (at: number) => `j k f ${at}`;

/** Traces, of which the list shows the first one first. */
async function sendTraces(service: Client, project: string): Promise<void> {
  await sendCalls(
    service,
    project,
    Array.from({ length: TRACES }, (_none, at) => ({
      id: `${project}-${at}`,
      op_name: `trace-${at}.`,
      started_at: new Date(Date.parse(yesterdayAt("14:00:00")) - at * 1_000).toISOString(),
      ended_at: ENDED,
      output: '"fine"',
    })),
  );
}

/** The feedback on a call, as `type payload`. */
async function givenOn(service: Client, project: string, at: number): Promise<string[]> {
  const { result } = await service.request("feedbackQuery", {
    project_id: project,
    query: {
      $expr: { $eq: [{ $getField: "core_ref" }, { $literal: toJsonText(callRef(project, `${project}-${at}`)) }] },
    },
  });
  return result.map(({ feedback_type: type, payload }) => `${type} ${payload?.text}`).toSorted();
}

/** Goes back from the note's box to the reactions, adds one, and returns to the box. */
async function react(page: Page): Promise<void> {
  const thumb = page.getByRole("button", { name: "React with 👍" });
  await tabTo(thumb, "Shift+Tab");
  await page.keyboard.press("Space");
  await expect(thumb).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("f");
  await expect(noteOf(page)).toBeFocused();
}

test("traces get a note and a reaction by keyboard, in the preview @all", async ({ page, service, project }) => {
  test.setTimeout(300_000);
  await sendTraces(service, project);
  const { keyboard } = page;
  await page.goto(`/${project}/calls`);
  await expect(rowOf(page, 0)).toBeVisible();
  await keyboard.press("j");
  await keyboard.press("p");
  for (let at = 0; at < TRACES; at += 1) {
    await expect(rowOf(page, at)).toBeFocused();
    await expect(page.getByRole("heading", { level: 1, name: `trace-${at}.` })).toBeVisible();
    await keyboard.press("f");
    await expect(noteOf(page)).toBeFocused();
    await keyboard.type(wordsOf(at));
    // Half of them are left in mid-sentence and resumed later.
    if (at % 2 === 0) {
      await keyboard.press("Escape");
      await expect(rowOf(page, at)).toBeFocused();
      await keyboard.press("f");
      await expect(noteOf(page)).toHaveValue(wordsOf(at));
    }
    await react(page);
    await keyboard.press("ControlOrMeta+Enter");
    await expect(noteOf(page)).not.toBeFocused();
    await keyboard.press("j");
  }
  await keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Call preview" })).toBeHidden();
  await expect(rowOf(page, TRACES - 1)).toBeFocused();
  for (let at = 0; at < TRACES; at += 1)
    await expect
      .poll(() => givenOn(service, project, at))
      .toEqual([`core.note.1 {"note":"${wordsOf(at)}"}`, 'core.reaction.1 {"emoji":"👍"}']);
  // Sent text does not reappear as a draft.
  await page.goto(`/${project}/calls/${encodeURIComponent(`${project}-1`)}`);
  await expect(page.getByRole("list", { name: "Existing feedback" })).toContainText(wordsOf(1));
  await expect(noteOf(page)).toHaveValue("");
});

test("traces get a note by keyboard, on their own pages", async ({ page, service, project }) => {
  test.setTimeout(300_000);
  await sendTraces(service, project);
  const { keyboard } = page;
  await page.goto(`/${project}/calls`);
  await expect(rowOf(page, 0)).toBeVisible();
  await keyboard.press("j");
  for (let at = 0; at < TRACES; at += 1) {
    await expect(rowOf(page, at)).toBeFocused();
    await keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: `trace-${at}.` })).toBeVisible();
    await expect(page.locator("body")).not.toBeFocused();
    await keyboard.press("f");
    await expect(noteOf(page)).toBeFocused();
    await keyboard.type(wordsOf(at));
    await keyboard.press("Escape");
    await expect(noteOf(page)).not.toBeFocused();
    await keyboard.press("f");
    await keyboard.press("ControlOrMeta+Enter");
    await expect(noteOf(page)).not.toBeFocused();
    await expect(page.getByRole("list", { name: "Existing feedback" })).toContainText(wordsOf(at));
    await expect(noteOf(page)).toHaveValue("");
    await page.goBack();
    await expect(rowOf(page, at)).toBeFocused();
    await keyboard.press("j");
  }
});

/**
 * Focuses a box, as a click does without opening a list, and types; then presses Escape once, after which the page's
 * shortcuts work and the text stays.
 */
async function leavesByOneEscape(box: Locator, typed: string): Promise<void> {
  const page = box.page();
  await box.focus();
  await expect(box).toBeFocused();
  await page.keyboard.type(typed);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Escape");
  await expect(box).not.toBeFocused();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
}

test("one Escape leaves every kind of text box and keeps its text", async ({ page, service, project }) => {
  await sendTraces(service, project);
  await page.goto(`/${project}/calls`);
  const filter = page.getByRole("combobox", { name: "Search or filter" });
  // With its list of completions open.
  await leavesByOneEscape(filter, "sta");
  await expect(filter).toHaveValue("sta");

  await page.goto(`/${project}/calls/${encodeURIComponent(`${project}-1`)}`);
  await leavesByOneEscape(noteOf(page), "half");
  await expect(noteOf(page)).toHaveValue("half");
  // With the tooltip of a button open.
  await page.getByRole("button", { name: "More reactions" }).hover();
  await expect(page.getByRole("tooltip")).toBeVisible();
  await noteOf(page).focus();
  await page.keyboard.press("Escape");
  await expect(noteOf(page)).not.toBeFocused();
  await page.getByRole("button", { name: "Custom JSON" }).click();
  await leavesByOneEscape(page.getByLabel("Type", { exact: true }), "x");
  await leavesByOneEscape(page.getByLabel("JSON", { exact: true }), "{");
});

test("one Escape leaves searches, selects and editors and keeps their text @all", async ({ page, project }) => {
  for (const [path, name] of [
    ["objects", "Search names and values"],
    ["tables", "Search names"],
  ] as const) {
    await page.goto(`/${project}/${path}`);
    const box = page.getByRole("searchbox", { name });
    await leavesByOneEscape(box, "abc");
    await expect(box).toHaveValue("abc");
  }
  await page.goto(`/${project}/playground`);
  await leavesByOneEscape(page.getByLabel("Content of message 1", { exact: true }), "You are");
  await leavesByOneEscape(page.getByLabel("Role of message 1", { exact: true }), "");
  await page.getByRole("tab", { name: "JSON" }).click();
  await leavesByOneEscape(page.getByRole("textbox", { name: "Model and parameters as JSON" }), "");
  await page.goto(`/${project}/training/new?source=paste`);
  await leavesByOneEscape(page.getByRole("textbox", { name: "Groups as JSON or JSONL" }), "abc");
});

test("one Escape closes a dialog while a tooltip is open, and focus returns @all", async ({ page }) => {
  await page.goto("/settings/keys");
  const opener = page.getByRole("button", { name: "New key" });
  await opener.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New key" });
  await dialog.getByRole("button", { name: "Add role" }).click();
  await dialog.getByRole("button", { name: "Remove these projects" }).first().hover();
  await expect(page.getByRole("tooltip")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test("closing a preview returns focus to its row @all", async ({ page, service, project }) => {
  await sendTraces(service, project);
  await page.goto(`/${project}/calls`);
  await expect(rowOf(page, 0)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await page.getByRole("region", { name: "Call preview" }).getByRole("button", { name: "Close" }).press("Enter");
  await expect(rowOf(page, 0)).toBeFocused();

  const rows = ['{"a": 1}', '{"a": 2}'].map((row) => new JsonText(row));
  const { digest } = await service.request("tableCreate", { table: { project_id: project, rows } });
  await page.goto(`/${project}/tables/${digest}`);
  const second = page.getByRole("grid", { name: "Rows" }).getByRole("row").nth(2);
  await second.click();
  await page.getByRole("region", { name: "Row 1" }).getByRole("button", { name: "Close" }).press("Enter");
  await expect(second).toBeFocused();
});

test("in a queue, answer keys work before and after typing a note @all", async ({ page, service, project }) => {
  await sendTraces(service, project);
  const schema = toJsonText({ type: "string", enum: ["good", "bad"] });
  const val = writeSpec({ name: "quality", description: "", schema });
  await service.request("objCreate", { obj: { project_id: project, object_id: "quality", val } });
  await page.goto(`/${project}/feedback/queues/new`);
  await page.getByLabel("Name").fill("review");
  await page.getByLabel("Maximum number of calls").fill("3");
  await page.getByRole("button", { name: "Create queue" }).click();
  const form = page.getByRole("form", { name: "Questions" });
  const { keyboard } = page;
  for (const at of [1, 2, 3]) {
    await expect(page.getByRole("heading", { name: `Call ${at} of 3` })).toBeVisible();
    await keyboard.press("1");
    await expect(form.getByRole("radio", { name: "good" })).toBeChecked();
    await keyboard.press("n");
    await keyboard.type("1 s n are typed");
    await keyboard.press("Escape");
    await keyboard.press("2");
    await expect(form.getByRole("radio", { name: "bad" })).toBeChecked();
    await expect(form.getByLabel("Note")).toHaveValue("1 s n are typed");
    await keyboard.press("n");
    await keyboard.press("ControlOrMeta+Enter");
  }
  await expect(page.getByRole("heading", { name: "You have reviewed all 3 calls" })).toBeVisible();
});
