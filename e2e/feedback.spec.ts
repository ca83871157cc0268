import type { Page } from "@playwright/test";
import { toJsonText } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import { holdRequests, isNotTo } from "./loupe/hold-requests";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const given = (page: Page) => page.getByRole("list", { name: "Existing feedback" }).getByRole("listitem");
const undo = (page: Page) => page.getByRole("button", { name: "Undo" });

test.beforeEach(async ({ page, service, project }) => {
  await sendCalls(service, project, [{ id: project, op_name: "judged", ended_at: ENDED }]);
  await page.goto(`/${project}/calls/${encodeURIComponent(project)}`);
  await expect(page.getByRole("heading", { level: 1, name: "judged" })).toBeVisible();
});

test("adding and removing feedback can be undone, also after a reload", async ({ page }) => {
  const thumb = page.getByRole("button", { name: "React with 👍" });
  await thumb.click();
  await expect(thumb).toHaveAttribute("aria-pressed", "true");
  await expect(undo(page)).toBeVisible();
  await page.reload();
  await expect(given(page)).toHaveCount(1);
  await undo(page).click();
  await expect(given(page)).toHaveCount(0);
  await page.reload();
  await expect(thumb).toHaveAttribute("aria-pressed", "false");

  await page.getByLabel("Note").fill("keep me");
  await page.getByRole("button", { name: "Add note" }).click();
  await given(page).filter({ hasText: "keep me" }).hover();
  await given(page).getByRole("button", { name: "Remove" }).click();
  await expect(given(page)).toHaveCount(0);
  await page.reload();
  await undo(page).click();
  await expect(given(page)).toContainText(["keep me"]);
  await page.reload();
  await expect(given(page)).toContainText(["keep me"]);
});

test("invalid JSON is reported with its position, not sent, and kept @all", async ({ page }) => {
  const bad = '{\n  "score": \n}';
  await page.getByRole("button", { name: "Custom JSON" }).click();
  const field = page.getByLabel("JSON", { exact: true });
  await field.fill(bad);
  await page.getByRole("button", { name: "Add feedback" }).click();
  await expect(page.getByText(/^Line 3, column 1: /)).toBeVisible();
  await expect(field).toHaveValue(bad);
  await field.fill("[1]");
  await expect(page.getByText("Must be a JSON object, not an array")).toBeVisible();
  await expect(given(page)).toHaveCount(0);
});

test("an error of the service is shown next to the typed text @all", async ({ page }) => {
  await page.getByRole("button", { name: "Custom JSON" }).click();
  await page.getByLabel("Type", { exact: true }).fill("core.reaction.1");
  await page.getByLabel("JSON", { exact: true }).fill('{"emoji": "two"}');
  await page.getByRole("button", { name: "Add feedback" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "must be one emoji" })).toBeVisible();
  await expect(page.getByLabel("JSON", { exact: true })).toHaveValue('{"emoji": "two"}');
});

async function signInAgain(page: Page, key: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Username")).toHaveCount(0);
  await dialog.getByLabel("API key").fill("lp_wrong");
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Unknown or revoked API key");
  await dialog.getByLabel("API key").fill(key);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toBeHidden();
}

test("a session that ends while a note is typed is renewed in place, and the text is kept", async ({
  page,
  context,
  loupe,
}) => {
  const note = page.getByLabel("Note");
  await note.fill("Half of a thought,");
  await context.clearCookies();
  await signInAgain(page, loupe.key);
  await expect(note).toHaveValue("Half of a thought,");
  await note.press("ControlOrMeta+Enter");
  await expect(given(page)).toContainText(["Half of a thought,"]);
});

test("a note refused by an expired session is sent once after signing in again @all", async ({
  page,
  context,
  loupe,
}) => {
  const note = page.getByLabel("Note");
  await note.fill("Half of a thought,");
  // The page's other requests are held, so that this one finds the session expired.
  const release = await holdRequests(page, isNotTo("/feedback/create"));
  await context.clearCookies();
  await note.press("ControlOrMeta+Enter");
  await signInAgain(page, loupe.key);
  release();
  await expect(given(page)).toContainText(["Half of a thought,"]);
  await expect(note).toHaveValue("");
});

test("a draft survives a reload; feedback by others does not disturb typing", async ({ page, service, project }) => {
  const note = page.getByLabel("Note");
  await note.fill("not yet said");
  await page.reload();
  await expect(note).toHaveValue("not yet said");
  await note.press("End");
  await service.request("feedbackCreate", {
    project_id: project,
    core_ref: callRef(project, project),
    feedback_type: "core.note.1",
    payload: toJsonText({ note: "from somebody else" }),
    creator: "grace",
  });
  await expect(given(page)).toContainText(["from somebody else"]);
  await expect(note).toBeFocused();
  await page.keyboard.type(", but typed");
  await expect(note).toHaveValue("not yet said, but typed");
});
