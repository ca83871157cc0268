import type { Locator, Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { writeSpec } from "@/lib/feedback/annotation-spec";
import { readQueue } from "@/lib/feedback/queue";
import { addDays } from "@/lib/format/calendar";
import { instantOf, wallTime } from "@/lib/format/wall-time";
import { toJsonText } from "@/lib/json/text";
import { browserZone } from "./loupe/behind-nginx";
import { giveScores } from "./loupe/give-scores";
import type { Loupe } from "./loupe/loupe";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";
import { traceModelCalls, type TracedCall } from "./loupe/trace-model-calls";

const CASES = 12;
const FILTER = "status:error model:m-1 feedback.quality<0.5 started:yesterday";
/** The same without the day, which an alert does not have. */
const WATCHED = "(status:error model:m-1 feedback.quality<0.5) parent:none";
// Windows are evaluated every minute.
const UNTIL_EVALUATED = { timeout: 120_000 };
const MINUTE_MS = 60_000;

const grid = (page: Page) => page.getByRole("grid", { name: "Calls" });
const caseRows = (page: Page) => grid(page).getByRole("row", { name: /case-/ });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Alt and ←, a key of the browser's window, which it has none of in a test. */
const back = (page: Page) => page.goBack();

/** Closes the preview, and reaches an element above the list by Shift and Tab. */
async function fromList(page: Page, element: Locator): Promise<void> {
  await tabTo(caseRows(page).nth(2));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Call preview" })).toBeHidden();
  await tabTo(element, "Shift+Tab");
}

/** Yesterday's failures of `m-1` with bad scores, `case-0` the newest, among calls that each differ in one of these. */
async function seed(loupe: Loupe, service: Client, project: string): Promise<void> {
  const today = wallTime(new Date().toISOString(), browserZone()).slice(0, "2026-11-20".length);
  const noon = new Date(instantOf(`${addDays(today, -1)}T12:00`, browserZone()) ?? "");
  const failed: TracedCall = { name: "", model: "m-1", startedAt: noon, failure: "The model refused to answer." };
  const cases = Array.from({ length: CASES }, (_, place) => ({
    ...failed,
    name: `case-${place}.`,
    startedAt: new Date(noon.getTime() - place * MINUTE_MS),
    quality: 0.1,
  }));
  const others = [
    { ...failed, name: "today", startedAt: new Date(), quality: 0.1 },
    { ...failed, name: "other model", model: "m-2", quality: 0.1 },
    { ...failed, name: "good score", quality: 0.9 },
    { ...failed, name: "no failure", failure: undefined, quality: 0.1 },
    { ...failed, name: "no score", quality: undefined },
  ];
  const all = [...cases, ...others];
  const ids = await traceModelCalls(loupe, project, all);
  const scores = all.flatMap(({ quality }, place) =>
    quality === undefined ? [] : [{ callId: ids[place] ?? "", name: "quality", value: quality }],
  );
  await giveScores(loupe, service, project, scores);
  const schema = toJsonText({ type: "string", enum: ["model", "prompt"] });
  const val = writeSpec({ name: "cause", description: "What caused it?", schema });
  await service.request("objCreate", { obj: { project_id: project, object_id: "cause", val } });
}

test("a day's work by keyboard: failures are found, understood, commented, corrected, queued, and watched", async ({
  page,
  loupe,
  service,
  project,
}) => {
  test.setTimeout(360_000);
  await seed(loupe, service, project);
  const { keyboard } = page;
  await page.goto(`/${project}/calls`);
  await expect(grid(page).getByRole("row", { name: "today" })).toBeVisible();

  // Yesterday's failures of one model with bad scores.
  await keyboard.press("/");
  await keyboard.type(FILTER);
  await expect(caseRows(page)).toHaveCount(CASES);
  await expect(grid(page).getByRole("row", { name: /today|other model|good score|no failure|no score/ })).toHaveCount(
    0,
  );
  await keyboard.press("Escape");

  // Three of them beside the list.
  await tabTo(caseRows(page).first());
  await keyboard.press("p");
  for (const place of [0, 1, 2]) {
    await expect(heading(page, `case-${place}.`)).toBeVisible();
    const preview = page.getByRole("region", { name: "Call preview" });
    await expect(preview.getByText("The model refused to answer.").first()).toBeVisible();
    if (place < 2) await keyboard.press("j");
  }

  // The third on its page: a comment, and what it should have said.
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/calls\/[^?]+\?/);
  await expect(heading(page, "case-2.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Correct output" })).toBeVisible();
  await keyboard.press("m");
  await expect(page.getByRole("textbox", { name: "Comment", exact: true })).toBeFocused();
  await keyboard.type("The number is in the question.");
  await keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("list", { name: "Comments" })).toContainText("The number is in the question.");
  await tabTo(page.getByRole("button", { name: "Correct output" }), "Shift+Tab");
  await keyboard.press("Enter");
  await tabTo(page.getByRole("textbox", { name: "Corrected output" }));
  await keyboard.type("Parcel 9913 is in Lyon.");
  await keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("list", { name: "Corrected outputs" })).toContainText("Parcel 9913 is in Lyon.");

  // Back in the list, the newest ten into a queue.
  await keyboard.press("Escape");
  await keyboard.press("u");
  await expect(page.getByRole("region", { name: "Call preview" })).toContainText("case-2.");
  await expect(caseRows(page)).toHaveCount(CASES);
  await fromList(page, page.getByRole("link", { name: "New queue" }));
  await keyboard.press("Enter");
  await tabTo(page.getByLabel("Name"));
  await keyboard.type("refused");
  await tabTo(page.getByLabel("Maximum number of calls"));
  await keyboard.type("10");
  await expect(page.getByRole("button", { name: "Create queue" })).toBeEnabled();
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/feedback\/queues\/refused/);
  const { objs } = await service.request("objsQuery", {
    project_id: project,
    filter: { object_ids: ["refused"], latest_only: true },
  });
  const [queue] = objs;
  expect(queue && readQueue(queue).callIds).toHaveLength(10);

  // An alert on the chart of these calls.
  await back(page);
  await back(page);
  await expect(caseRows(page)).toHaveCount(CASES);
  await fromList(page, page.getByRole("link", { name: "Alert on this: Calls" }));
  await keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "New alert" });
  await expect(form.getByLabel("Filter")).toHaveValue(WATCHED);
  await tabTo(form.getByLabel("Name"));
  await keyboard.type("Refusals");
  await tabTo(form.getByLabel("Threshold"));
  await keyboard.type("0");
  await tabTo(form.getByLabel("Delay (seconds)"));
  await keyboard.type("0");
  await keyboard.press("Enter");

  // Of today's calls it counts the one that failed with a bad score.
  const alert = page.getByRole("grid", { name: "Alerts" }).getByRole("row", { name: "Refusals" });
  await expect(alert).toContainText("Firing", UNTIL_EVALUATED);
  await expect(alert.getByRole("gridcell", { name: "1", exact: true })).toBeVisible();
});
