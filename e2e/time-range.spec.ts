import type { Page } from "@playwright/test";
import { addDays, addMonths } from "@/lib/format/calendar";
import { barriersOn } from "./loupe/barriers";
import { sendCalls } from "./loupe/send-calls";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

test.use({ timezoneId: "UTC" });

const namesOf = (page: Page) => page.getByRole("grid", { name: "Calls" }).getByRole("row").getByRole("link");
const picker = (page: Page) => page.getByRole("dialog", { name: "Time range" });
const expectParam = (page: Page, name: string, value: string | null) =>
  expect(page).toHaveURL((url) => url.searchParams.get(name) === value);

test("a time range is typed, widened, taken back and chosen in a calendar, by keyboard", async ({
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
  const words = picker(page).getByRole("textbox", { name: "Range in words" });
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
