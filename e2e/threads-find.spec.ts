import { threadRef } from "@/lib/contract/refs";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { seedQueue, sharedQueue } from "./loupe/seed-queue";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const THREAD = "thread-a1";

test("threads of an agent are found by what is in them, judged, found by that, and queued, by keyboard @all", async ({
  page,
  loupe,
  project,
  service,
}) => {
  const model = await standInModel("It left Lyon.");
  const roots: string[] = [];
  try {
    for (const question of ["Where is my parcel 9913?", "And when does it arrive?"]) {
      const spans = await runCustomerAgent(loupe, { project, modelUrl: model.url, question });
      roots.push(spans.find(({ name }) => name === "answer-customer")?.id ?? "");
    }
  } finally {
    await model.close();
  }
  await sendCalls(service, project, [
    { id: "failed", thread_id: "other", ended_at: ENDED, exception: "ValueError: no" },
    { id: "well", thread_id: "third", ended_at: ENDED },
  ]);
  await seedQueue(service, project);
  const { keyboard } = page;
  await page.goto(`/${project}/threads`);
  const rows = page
    .getByRole("grid", { name: "Threads" })
    .getByRole("row")
    .filter({ has: page.getByRole("link") });
  const count = page.getByRole("status").filter({ hasText: /^\d+ threads?$/ });
  await expect(rows).toHaveCount(3);
  await expect(count).toHaveText("3 threads");
  const box = page.getByRole("combobox", { name: "Search or filter" });
  const find = async (filter: string, found: readonly string[]) => {
    // The filter comes after the list.
    await expect(box).toBeVisible();
    await keyboard.press("/");
    await expect(box).toBeFocused();
    await keyboard.press("ControlOrMeta+a");
    await keyboard.type(filter);
    await keyboard.press("Enter");
    await expect(page).toHaveURL((url) => url.searchParams.get("q") === filter);
    await expect(rows).toHaveCount(found.length);
    for (const name of found) await expect(rows.filter({ hasText: name })).toHaveCount(1);
    await expect(count).toHaveText(found.length === 1 ? "1 thread" : `${found.length} threads`);
    await box.press("Escape");
    await box.blur();
  };
  await find("parcel 9913", [THREAD]);
  await find("status:error", ["other"]);
  await find("kind:tool or id:well", [THREAD, "third"]);
  await page.getByRole("combobox", { name: "Turns" }).selectOption("2");
  await expect(rows).toHaveText([new RegExp(THREAD)]);
  await expect(count).toHaveText("1 thread");
  await expect(page).toHaveURL(/minTurns=2/);
  expect(await barriersOn(page)).toEqual([]);
  await tabTo(rows.first());
  await keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: THREAD })).toBeVisible();
  const feedback = page.getByRole("region", { name: "Thread feedback" });
  await expect(feedback.getByRole("button", { name: "React with 👍" })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  // It is shown before it is stored.
  const stored = async (give: () => Promise<void>) => {
    const answered = page.waitForResponse((response) => response.url().includes("/feedback/create"));
    await give();
    await answered;
  };
  await tabTo(feedback.getByRole("button", { name: "React with 👍" }));
  await stored(() => keyboard.press("Enter"));
  await tabTo(feedback.getByLabel("Note"));
  await keyboard.type("Both answers were right.");
  await stored(() => keyboard.press("ControlOrMeta+Enter"));
  await expect(feedback.getByRole("list", { name: "Existing feedback" }).getByRole("listitem")).toHaveCount(2);
  const { result } = await service.request("feedbackQuery", { project_id: project });
  expect(result.map(({ core_ref: ref }) => ref)).toEqual(Array.from({ length: 2 }, () => threadRef(project, THREAD)));
  await tabTo(feedback.getByRole("button", { name: "Annotate" }));
  await keyboard.press("Enter");
  await tabTo(feedback.getByRole("radio", { name: "good" }));
  await keyboard.press("Space");
  await tabTo(feedback.getByRole("button", { name: "Save answers" }));
  await stored(() => keyboard.press("Enter"));
  await tabTo(feedback.getByRole("button", { name: "Comment" }));
  await keyboard.press("Enter");
  await tabTo(feedback.getByRole("textbox", { name: "Comment", exact: true }));
  await keyboard.type("Ask for the order first.");
  await stored(() => keyboard.press("ControlOrMeta+Enter"));
  await expect(feedback.getByRole("list", { name: "Comments" })).toContainText("Ask for the order first.");
  await tabTo(feedback.getByRole("button", { name: "Add to queue" }));
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add 2 calls to a queue" });
  await tabTo(dialog.getByRole("button", { name: "shared 0 calls" }));
  await keyboard.press("Enter");
  await expect(page.getByText("2 calls added to shared", { exact: true })).toBeVisible();
  expect([...(await sharedQueue(service, project)).callIds].toSorted()).toEqual(roots.toSorted());
  await page.getByRole("button", { name: "Open", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Call 1 of 2" })).toBeVisible();

  await page.goto(`/${project}/threads`);
  await find("reaction:👍", [THREAD]);
  await expect(rows.first()).toContainText("👍 1");
  await find("feedback.note:*right*", [THREAD]);
  await find("feedback.quality:good", [THREAD]);
  await find("reaction:👎", []);
  await expect(page.getByRole("heading", { name: "No threads match" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect(rows).toHaveCount(3);

  // The record leads back to the thread.
  await page.goto(`/${project}/feedback`);
  await page
    .getByRole("grid", { name: "Feedback" })
    .getByRole("link", { name: `thread ${THREAD}` })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: THREAD })).toBeVisible();
});
