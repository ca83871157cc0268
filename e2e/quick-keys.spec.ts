import type { Page } from "@playwright/test";
import { JsonText } from "@/lib/json/text";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

/** Presses keys as a page has them that was busy meanwhile: one right after the other. */
async function pressAtOnce(page: Page, ...keys: string[]): Promise<void> {
  await page.evaluate(async (pressed) => {
    for (const key of pressed) {
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      // React renders what a key changed before the next key, and nothing else happens.
      await Promise.resolve();
    }
  }, keys);
}

test("e opens a prompt's editor right after a key to a tab", async ({ page, service, project }) => {
  const val = new JsonText('{"_class_name":"MessagesPrompt","messages":[{"role":"user","content":"Hi"}],"config":{}}');
  await service.request("objCreate", { obj: { project_id: project, object_id: "greet", val } });
  await page.goto(`/${project}/objects/greet/latest`);
  await expect(page.getByRole("group", { name: "Messages" })).toContainText("Hi");
  await page.keyboard.press("2");
  await expect(page.getByRole("tree", { name: "Value" })).toContainText("Hi");
  await pressAtOnce(page, "1", "e");
  await expect(page.getByLabel("Content of message 1")).toBeFocused();
});

test("Enter opens a row right after the key to it, with the preview open", async ({ page, service, project }) => {
  await sendCalls(service, project, [
    { id: `${project}-first`, op_name: "first", started_at: "2026-01-01T00:00:00Z", ended_at: ENDED },
    { id: `${project}-last`, op_name: "last", ended_at: ENDED },
  ]);
  await page.goto(`/${project}/calls?peek=${encodeURIComponent(`${project}-last`)}`);
  const preview = page.getByRole("region", { name: "Call preview" });
  await expect(preview.getByRole("heading", { name: "last" })).toBeVisible();
  await pressAtOnce(page, "j", "Enter");
  await expect(page.getByRole("heading", { level: 1, name: "first" })).toBeVisible();
  await expect(preview).toBeHidden();
  await page.goBack();
  await expect(preview.getByRole("heading", { name: "first" })).toBeVisible();
});
