import type { Locator, Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { JsonText, toJsonText } from "@/lib/json/text";
import { holdRequests } from "./loupe/hold-requests";
import { ENDED, type SentCall, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const LEVELS = 30;
/** Some letters of a name, next to its icons. */
const NAME_PX = 48;

const deepTrace = (prefix: string): SentCall[] =>
  Array.from({ length: LEVELS }, (_, level) => ({
    id: `${prefix}-${level}`,
    trace_id: `${prefix}-0`,
    parent_id: level === 0 ? undefined : `${prefix}-${level - 1}`,
    op_name: `step_${level}.expand_and_merge`,
    ended_at: ENDED,
  }));

interface PaidCall {
  id: string;
  model: string;
  startedMs: number;
  tookMs?: number;
}

async function sendPaid(service: Client, project: string, calls: readonly PaidCall[]): Promise<void> {
  const at = (ms: number) => new Date(ms).toISOString();
  const batch = calls.map(({ id, model, startedMs, tookMs = 1_000 }) => ({
    project_id: project,
    id,
    op_name: "answer",
    started_at: at(startedMs),
    ended_at: at(startedMs + tookMs),
    attributes: new JsonText("{}"),
    inputs: new JsonText("{}"),
    summary: toJsonText({ usage: { [model]: { prompt_tokens: 2_000, completion_tokens: 300 } } }),
  }));
  const sent = await service.request("callsComplete", { batch });
  for (const { error } of sent.res) if (error) throw new Error(error.message);
}

const rowsOf = (page: Page) =>
  page
    .getByRole("treegrid")
    .getByRole("row")
    .filter({ has: page.getByRole("gridcell") });

for (const viewport of [desk, phone])
  test(`the names of a trace of ${LEVELS} levels have room at ${viewport.width} px`, async ({
    page,
    project,
    service,
  }) => {
    await page.setViewportSize(viewport);
    await sendCalls(service, project, [...deepTrace("a"), ...deepTrace("b")]);
    for (const path of [`calls/a-${LEVELS - 1}`, "calls/compare?a=a-0&b=b-0"]) {
      await page.goto(`/${project}/${path}`);
      const last = rowsOf(page).filter({ hasText: `step_${LEVELS - 1}.` });
      await rowsOf(page).first().focus();
      await page.keyboard.press("End");
      await expect(last).toBeInViewport();
      for (const { level, width } of await shownWidths(rowsOf(page)))
        expect.soft(width, `level ${level} of ${path}`).toBeGreaterThan(NAME_PX);
      await expect(last.getByTitle(`Level ${LEVELS}`)).toBeVisible();
    }
  });

/** The number of pixels of each row's name that are inside its cell. */
async function shownWidths(rows: Locator): Promise<{ level: string; width: number }[]> {
  return rows.evaluateAll((all) =>
    all.map((row) => {
      const cell = row.querySelector('[role="gridcell"]');
      const [box, name] = [
        cell?.getBoundingClientRect(),
        cell?.querySelector("bdi")?.parentElement?.getBoundingClientRect(),
      ];
      const width = box && name ? Math.min(box.right, name.right) - name.left : 0;
      return { level: row.getAttribute("aria-level") ?? "", width };
    }),
  );
}

test("on a phone, costs are on the screen @all", async ({ page, project, service }) => {
  await page.setViewportSize(phone);
  await sendPaid(service, project, [{ id: "one", model: "gpt-4o", startedMs: Date.now() - 60_000 }]);
  await page.goto(`/${project}/calls`);
  const inList = page.getByRole("grid", { name: "Calls" }).getByText("$0.0080");
  await expect(inList).toBeInViewport({ ratio: 1 });
  await page.goto(`/${project}/costs`);
  const inSum = page.getByRole("region", { name: "Cost by model" }).getByRole("cell", { name: "$0.0080" });
  await inSum.scrollIntoViewIfNeeded();
  await expect(inSum).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
});

test("the focus ring of a tab does not cover its text", async ({ page, project, service }) => {
  await sendCalls(service, project, [{ id: "one", ended_at: ENDED }]);
  await page.goto(`/${project}/calls/one`);
  await page.getByRole("tab", { name: "Overview" }).click();
  for (const name of ["Overview", "Input", "Output", "Attributes", "Cost", "Raw"]) {
    const tab = page.getByRole("tab", { name, exact: true });
    await expect(tab).toBeFocused();
    const gap = await tab.evaluate((element) => {
      const style = getComputedStyle(element);
      const letters = document.createRange();
      letters.selectNodeContents(element);
      const [box, text] = [element.getBoundingClientRect(), letters.getBoundingClientRect()];
      // The ring is drawn from `offset` outwards, so inside the tab where that is negative.
      const inner = parseFloat(style.outlineOffset);
      return Math.min(text.left - (box.left - inner), box.right + inner - text.right);
    });
    expect(gap, name).toBeGreaterThanOrEqual(2);
    await page.keyboard.press("ArrowRight");
  }
});

test("a bar of tabs does not scroll up and down, and its line goes on below the chosen tab", async ({
  page,
  project,
  service,
}) => {
  await sendCalls(service, project, [{ id: "one", ended_at: ENDED }]);
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    await page.goto(`/${project}/calls/one`);
    const bar = page.getByRole("tablist").first();
    const [over, scrolled] = await bar.evaluate((element) => {
      element.scrollTop = 10;
      return [element.scrollHeight - element.clientHeight, element.scrollTop];
    });
    expect([over, scrolled], `${viewport.width} px`).toEqual([0, 0]);
  }
});

test("running latencies end with an ellipsis where they are cut", async ({ page, project, service }) => {
  await sendCalls(service, project, [{ id: "one", started_at: "2020-01-01T00:00:00Z" }]);
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    await page.goto(`/${project}/calls?columns=latency`);
    const latency = page.getByRole("grid", { name: "Calls" }).getByTitle("So far");
    await expect(latency).toContainText("d");
    const look = await latency.evaluate((element) => {
      const isCut = element.scrollWidth > element.clientWidth;
      const [box, cell] = [element, element.closest("[role=gridcell]")].map((one) => one?.getBoundingClientRect());
      const isInside = box && cell && box.right <= cell.right + 0.5 && box.left >= cell.left - 0.5;
      return { isCut, isInside, end: getComputedStyle(element).textOverflow };
    });
    expect(look, `${viewport.width} px`).toMatchObject({ isInside: true, end: "ellipsis" });
  }
});

test("the header of a call does not move when its cost arrives @all", async ({ page, project, service }) => {
  await sendPaid(service, project, [{ id: "one", model: "gpt-4o", startedMs: Date.now() - 60_000 }]);
  const release = await holdRequests(page, (request) => request.postData()?.includes("summary.costs") ?? false);
  // By a link: a page that is opened by its address comes with the cost.
  await page.goto(`/${project}/calls`);
  await page.getByRole("grid", { name: "Calls" }).getByRole("link", { name: "answer" }).click();
  const header = page.locator("main header").first();
  const started = header.locator("time");
  await expect(header.getByText("2,300 tokens")).toBeVisible();
  const before = await started.boundingBox();
  release();
  await expect(header.getByText("$0.00800")).toBeVisible();
  expect(await started.boundingBox()).toEqual(before);
});

test("disabled controls give a reason @all", async ({ page, project, service }) => {
  await sendCalls(service, project, deepTrace("a").slice(0, 3));
  await page.goto(`/${project}/calls/a-0`);
  const expand = page.getByRole("button", { name: "Expand all" });
  await expect(expand).toHaveAttribute("aria-disabled", "true");
  await expect(expand).toHaveAccessibleDescription("nothing is collapsed");
  await expand.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Expand all: nothing is collapsed");
  await page.getByRole("button", { name: "Collapse all" }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expand.click();
  await expect(rowsOf(page)).toHaveCount(3);
});

test("one call of ten minutes does not hide the others in the latency chart @all", async ({
  page,
  project,
  service,
}) => {
  const hour = 3_600_000;
  const calls = Array.from({ length: 10 }, (_, index) => ({
    id: `call-${index}`,
    model: "gpt-4o",
    startedMs: Date.now() - (index + 1) * hour,
    tookMs: index === 4 ? 600_000 : 1_000 + index * 20,
  }));
  await sendPaid(service, project, calls);
  await page.goto(`/${project}/calls`);
  const chart = page.getByRole("figure").filter({ hasText: "Latency" });
  await expect(chart.getByText(/^▲ 1 above 1\.\d\d s$/)).toBeVisible();
  await chart.getByRole("button", { name: "Show as table: Latency" }).click();
  await expect(page.getByRole("table", { name: "Latency" })).toContainText("10 min 0 s");
});

test("the list of projects loads without moving the page @all", async ({ page }) => {
  const html = await (await page.request.get("/")).text();
  expect(html).toContain('aria-label="Loading projects"');
});

test("progress bars have the accent color in both themes @all", async ({ page, project }) => {
  await page.goto(`/${project}/tables/new`);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const [look, track, token] = await page.evaluate(() => {
      const [progress, swatch] = [document.createElement("progress"), document.createElement("div")];
      progress.value = 0.5;
      swatch.style.background = "var(--line-strong)";
      document.body.append(progress, swatch);
      const { appearance, backgroundColor } = getComputedStyle(progress);
      return [appearance, backgroundColor, getComputedStyle(swatch).backgroundColor];
    });
    expect([look, track]).toEqual(["none", token]);
  }
});

test("models keep their colors, by first call, on every page @all", async ({ page, project, service }) => {
  const models = Array.from({ length: 12 }, (_value, index) => `model-${11 - index}`);
  for (const [index, model] of models.entries())
    await sendPaid(service, project, [{ id: model, model, startedMs: Date.now() - (index + 1) * 60_000 }]);
  const colorsIn = async (path: string) => {
    await page.goto(`/${project}/${path}`);
    const colors = new Map<string, string>();
    for (const model of models) {
      const dot = page
        .locator("main")
        .getByText(model, { exact: true })
        .first()
        .locator("xpath=preceding-sibling::span[1]");
      await expect(dot).toHaveAttribute("style", /--category-/);
      colors.set(model, (await dot.getAttribute("style")) ?? "");
    }
    return colors;
  };
  const inList = await colorsIn("calls?columns=model");
  expect(new Set(inList.values()).size).toBe(models.length);
  expect(await colorsIn("models")).toEqual(inList);
});
