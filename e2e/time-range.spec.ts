import type { Page } from "@playwright/test";
import { addDays, addMonths } from "@/lib/format/calendar";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { sendCalls } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

test.use({ timezoneId: "UTC" });

const namesOf = (page: Page) => page.getByRole("grid", { name: "Calls" }).getByRole("row").getByRole("link");
const picker = (page: Page) => page.getByRole("dialog", { name: "Time range" });
const expectParam = (page: Page, name: string, value: string | null) =>
  expect(page).toHaveURL((url) => url.searchParams.get(name) === value);

test("a time range is typed, widened, taken back and chosen in a calendar, by keyboard @all", async ({
  page,
  service,
  project,
}) => {
  const today = new Date().toISOString().slice(0, 10);
  const lastMonth = addMonths(today, -1);
  const at = {
    "just-now": new Date(Date.now() - 60_000).toISOString(),
    "yesterday-15h": `${addDays(today, -1)}T15:00:00Z`,
    "yesterday-17h": `${addDays(today, -1)}T16:30:00Z`,
    "last-month": `${lastMonth}T12:00:00Z`,
  };
  await sendCalls(
    service,
    project,
    Object.entries(at).map(([op_name, started_at]) => ({
      id: `${project}-${op_name}`,
      op_name,
      started_at,
      ended_at: started_at,
    })),
  );
  const { keyboard } = page;
  await page.goto(`/${project}/calls`);
  await expect(namesOf(page)).toHaveText(["just-now", "yesterday-17h", "yesterday-15h", "last-month"]);

  await tabTo(page.getByRole("button", { name: "All time" }));
  await keyboard.press("Enter");
  const words = picker(page).getByRole("textbox", { name: "Type a range" });
  await expect(words).toBeFocused();
  await keyboard.type("someday");
  await keyboard.press("Enter");
  await expect(picker(page).getByText("Enter a range, such as 2h")).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await words.fill("yesterday 2pm - 4pm");
  await expect(picker(page).getByText("Yesterday 14:00 to 16:00")).toBeVisible();
  await keyboard.press("Enter");
  await expect(namesOf(page)).toHaveText(["yesterday-15h"]);
  await expectParam(page, "range", "yesterday 14:00 to 16:00");
  await page.reload();
  await expect(namesOf(page)).toHaveText(["yesterday-15h"]);

  // From 13:00 to 17:00.
  await tabTo(page.getByRole("button", { name: "Zoom out of the time range" }));
  await keyboard.press("Enter");
  await expect(namesOf(page)).toHaveText(["yesterday-17h", "yesterday-15h"]);
  await expectParam(page, "range", null);
  await page.goBack();
  await expect(namesOf(page)).toHaveText(["yesterday-15h"]);

  await tabTo(page.getByRole("button", { name: "Yesterday 14:00 to 16:00" }), "Shift+Tab");
  await keyboard.press("Enter");
  await tabTo(picker(page).getByRole("button", { name: "Last 15 minutes" }));
  await keyboard.press("Enter");
  await expect(namesOf(page)).toHaveText(["just-now"]);
  await expectParam(page, "range", "15m");

  await keyboard.press("Enter");
  await tabTo(picker(page).getByRole("grid").locator('button[aria-current="date"]'));
  await keyboard.press("PageUp");
  await keyboard.press("Enter");
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await tabTo(picker(page).getByRole("button", { name: "Apply range" }));
  await keyboard.press("Enter");
  await expect(namesOf(page)).toHaveText(["last-month"]);
  await expectParam(page, "from", `${lastMonth}T00:00:00.000Z`);
  await expectParam(page, "to", `${addDays(lastMonth, 1)}T23:59:59.999999Z`);
});

test("a range is dragged over a chart with the mouse, and widened, on a trace of an SDK @all", async ({
  page,
  loupe,
  project,
}) => {
  const model = await standInModel("It left Lyon.");
  const started = Date.now();
  await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "Where is it?" });
  await model.close();
  await page.goto(`/${project}/calls?range=2h`);
  await expect(namesOf(page)).toHaveText(["answer-customer"]);
  const plot = page.getByRole("slider", { name: "Calls: select a time interval" }).locator(".u-over");
  /** Drags between two parts of the chart's width; the bounds that the address has then. */
  const drag = async (from: number, to: number) => {
    const { x, y, width, height } = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + from * width, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + to * width, y + height / 2, { steps: 8 });
    await page.mouse.up();
    await expectParam(page, "range", null);
    return boundsOf(page);
  };

  const early = await drag(0.1, 0.4);
  await expect(page.getByText("No calls match")).toBeVisible();
  expect(early.to).toBeLessThan(started);
  await page.goBack();
  await expect(namesOf(page)).toHaveText(["answer-customer"]);
  await expectParam(page, "range", "2h");

  // The trace is in the last bucket, which is less than a hundredth of the width if buckets are minutes.
  const late = await drag(0.999, 0.5);
  await expect(namesOf(page)).toHaveText(["answer-customer"]);
  expect(late.from).toBeGreaterThan(early.to);
  await page.getByRole("button", { name: "Zoom out of the time range" }).click();
  await expect(page).toHaveURL((url) => Date.parse(url.searchParams.get("from") ?? "") < late.from);
  await expect(namesOf(page)).toHaveText(["answer-customer"]);
});

function boundsOf(page: Page): { from: number; to: number } {
  const { searchParams } = new URL(page.url());
  return { from: Date.parse(searchParams.get("from") ?? ""), to: Date.parse(searchParams.get("to") ?? "") };
}
