import type { Page } from "@playwright/test";
import { ENDED, sendCalls, yesterdayAt } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const gridOf = (page: Page) => page.getByRole("grid", { name: "Calls" });
const headersOf = (page: Page) => gridOf(page).getByRole("columnheader");
const widthsOf = (page: Page) =>
  headersOf(page).evaluateAll((headers) => headers.map((header) => header.getBoundingClientRect().width));

/** Drags the right edge of a column as a hand does, with the mouse's own events. */
async function dragEdge(page: Page, name: string, px: number): Promise<void> {
  const box = await headersOf(page).filter({ hasText: name }).boundingBox();
  if (!box) throw new Error(`no header ${name}`);
  const [x, y] = [box.x + box.width, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(x + (px * step) / 10, y + step / 2);
  await page.mouse.up();
}

for (const width of [1440, 1920]) {
  test(`at ${width} px, the default columns fit, and dragging an edge changes the width of its column alone${width === 1440 ? "" : " @all"}`, async ({
    page,
    service,
    project,
  }) => {
    await sendCalls(service, project, [
      {
        id: `${project}-a`,
        op_name: "answer",
        started_at: yesterdayAt("09:00:00"),
        ended_at: ENDED,
        thread_id: "thread-1",
        output: "1.0",
      },
    ]);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/${project}/calls`);
    await expect(headersOf(page).filter({ hasText: "Thread" })).toBeVisible();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("dialog", { name: "Columns" }).getByRole("checkbox", { name: "User" }).click();
    await page.keyboard.press("Escape");
    await expect(headersOf(page).filter({ hasText: "User" })).toBeVisible();
    const overflow = () =>
      gridOf(page).evaluate((grid) => (grid.parentElement?.scrollWidth ?? 0) - (grid.parentElement?.clientWidth ?? 0));
    expect(await overflow()).toBe(0);
    await expect(headersOf(page).filter({ hasText: "Cost" })).toBeInViewport({ ratio: 1 });

    const names = await headersOf(page).allTextContents();
    for (const [name, px] of [
      ["Name", -40],
      ["Name", 30],
      ["Latency", 30],
      ["Latency", -40],
      ["Model", 30],
    ] as const) {
      const before = await widthsOf(page);
      await dragEdge(page, name, px);
      const at = names.indexOf(name);
      const preview = names.indexOf("Input → output");
      await expect
        .poll(async () => {
          const after = await widthsOf(page);
          // The column that grows has what the others leave.
          return after.flatMap((one, index) =>
            index === preview || Math.round(one - (before[index] ?? 0)) === 0
              ? []
              : [[index, Math.round(one - (before[index] ?? 0))]],
          );
        }, `${name} by ${px}`)
        .toEqual([[at, Math.max(px, 40 - (before[at] ?? 0))]]);
      expect(await headersOf(page).allTextContents()).toEqual(names);
      await expect(headersOf(page).and(page.locator("[aria-sort=ascending], [aria-sort=descending]"))).toHaveText([
        "Started",
      ]);
    }

    await page.reload();
    await expect(headersOf(page).filter({ hasText: "Thread" })).toBeVisible();
    expect((await widthsOf(page))[names.indexOf("Name")]).toBe(150);
  });
}
