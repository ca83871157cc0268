import type { Locator } from "@playwright/test";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

/** Waits until a dialog has the focus and is the topmost one, which closes by Escape: only that one takes clicks. */
async function hasFocus(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expect(dialog).toHaveAttribute("style", /pointer-events: auto/);
}

test.use({ storageState: { cookies: [], origins: [] } });

test("from sign-in to a saved note without a mouse", async ({ page, loupe, service, project }) => {
  const ids = { trace_id: `${project}-root`, ended_at: ENDED };
  await sendCalls(service, project, [
    { id: `${project}-older`, op_name: "older", started_at: "2026-01-01T00:00:00Z", ended_at: ENDED },
    { ...ids, id: `${project}-root`, op_name: "root" },
    { ...ids, id: `${project}-a`, parent_id: `${project}-root`, op_name: "child-a" },
    { ...ids, id: `${project}-b`, parent_id: `${project}-a`, op_name: "child-b" },
  ]);
  const { keyboard } = page;
  await page.goto(`/${project}/calls`);
  await tabTo(page.getByLabel("API key"));
  await keyboard.type(loupe.key);
  await keyboard.press("Enter");
  await page.waitForURL(`${loupe.url}/${project}/calls`);

  const grid = page.getByRole("grid", { name: "Calls" });
  const rowOf = (name: string) => grid.getByRole("row", { name });
  await expect(rowOf("older")).toBeVisible();
  await keyboard.press("j");
  await expect(rowOf("root")).toBeFocused();
  await keyboard.press("j");
  await expect(rowOf("older")).toBeFocused();
  await keyboard.press("k");
  await expect(rowOf("root")).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "root" })).toBeVisible();

  const tree = page.getByRole("treegrid", { name: "Calls in this trace" });
  const lineOf = (name: string) => tree.getByRole("row", { name });
  await tabTo(lineOf("root"));
  await keyboard.press("ArrowDown");
  await expect(lineOf("child-a")).toBeFocused();
  await keyboard.press("ArrowLeft");
  await expect(lineOf("child-b")).toBeHidden();
  await keyboard.press("ArrowRight");
  await keyboard.press("End");
  await expect(lineOf("child-b")).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "child-b" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Details" })).toContainText(`${project}-b`);

  const note = page.getByLabel("Note");
  await tabTo(note);
  await keyboard.type("By hand? j k ? all typed.");
  await keyboard.press("ControlOrMeta+Enter");
  await expect(note).toHaveValue("");
  await expect(page.getByRole("list", { name: "Existing feedback" })).toContainText("By hand? j k ? all typed.");

  await keyboard.press("Escape");
  await tabTo(lineOf("child-b"));
  await keyboard.press("?");
  await hasFocus(page.getByRole("dialog", { name: "Keyboard shortcuts" }));
  await keyboard.press("Escape");
  await expect(lineOf("child-b")).toBeFocused();

  const more = page.getByRole("button", { name: "More actions" });
  await tabTo(more);
  await keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Use in code" }).press("Enter");
  await hasFocus(page.getByRole("dialog"));
  await keyboard.press("Escape");
  await expect(more).toBeFocused();
});
