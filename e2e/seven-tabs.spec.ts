import type { Locator, Page } from "@playwright/test";
import { toJsonText } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

// A browser opens six connections to a host; a tab that held one open would starve the seventh.
test("seven tabs stay live at once, and each still responds @all", async ({ context, service, project }) => {
  test.slow();
  const now = () => new Date().toISOString();
  await sendCalls(service, project, [
    { id: "root", op_name: "running", thread_id: "talk", started_at: now() },
    { id: "judged", op_name: "judged", ended_at: ENDED },
  ]);
  const row = (page: Page, grid: string, text: string) =>
    page.getByRole("grid", { name: grid }).getByText(text).first();
  const screens: { path: string; came: (page: Page) => Locator }[] = [
    { path: "calls", came: (page) => row(page, "Calls", "came-later") },
    { path: "calls?roots=false", came: (page) => row(page, "Calls", "below-it") },
    { path: "calls?q=op%3Acame-later", came: (page) => row(page, "Calls", "came-later") },
    { path: "calls/root", came: (page) => page.getByRole("treegrid").getByText("below-it") },
    {
      path: "calls/judged",
      came: (page) => page.getByRole("list", { name: "Existing feedback" }).getByText("said later"),
    },
    { path: "threads", came: (page) => row(page, "Threads", "talk-again") },
    { path: "feedback", came: (page) => row(page, "Feedback", "said later") },
  ];
  const tabs = await Promise.all(
    screens.map(async (screen) => {
      const page = await context.newPage();
      await page.goto(`/${project}/${screen.path}`);
      return { ...screen, page };
    }),
  );
  for (const { page } of tabs) await expect(page.getByRole("main")).not.toBeEmpty();
  for (const { page, came } of tabs) await expect(came(page)).toBeHidden();

  await sendCalls(service, project, [
    { id: "later", op_name: "came-later", thread_id: "talk-again", started_at: now(), ended_at: now() },
    { id: "below", trace_id: "root", parent_id: "root", op_name: "below-it", started_at: now(), ended_at: now() },
  ]);
  await service.request("feedbackCreate", {
    project_id: project,
    core_ref: callRef(project, "judged"),
    feedback_type: "core.note.1",
    payload: toJsonText({ note: "said later" }),
  });
  await Promise.all(tabs.map(({ page, came }) => expect(came(page)).toBeVisible()));

  for (const { page } of tabs) {
    await page.bringToFront();
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
  }
});
