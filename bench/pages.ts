import type { Locator, Page } from "@playwright/test";
import { callPath, callsPath, playgroundPath, tablePath } from "@/lib/format/address";
import { type Timing, timingOf } from "./measure";
import {
  type BenchBrowser,
  type Opening,
  keysToPaint,
  longestTaskOf,
  open,
  scrollThrough,
  seen,
} from "./pages-browser";
import type { Seeded, Sizes } from "./pages-seed";
import type { Result } from "./report";
import { PROJECT } from "./rows";

const TIMES = 3;
/** Only the frame and a short form. */
const EMPTY = { path: "/settings/preferences", shows: (page: Page) => page.getByRole("heading") };
const TYPED = "where is it now";
const PIXELS_PER_FRAME = 600;

interface Screen {
  path: string;
  /** The page's content. */
  shows: (page: Page) => Locator;
}

const rowsOf = (page: Page, role: "grid" | "treegrid", name: string) =>
  page.getByRole(role, { name }).locator("[role=row][aria-rowindex='2']");

/** The pages opened with an empty cache, each compared with an empty page of the same app. */
export async function openings(browser: BenchBrowser, { traces, digest, conversation }: Seeded): Promise<Result[]> {
  const call = traces[0]?.root ?? conversation;
  const screens: Record<string, Screen> = {
    list: { path: callsPath(PROJECT), shows: (page) => rowsOf(page, "grid", "Calls") },
    call: { path: callPath(PROJECT, call), shows: (page) => rowsOf(page, "treegrid", "Calls in this trace") },
    table: { path: tablePath(PROJECT, digest), shows: (page) => rowsOf(page, "grid", "Rows") },
    playground: { path: playgroundPath(PROJECT), shows: (page) => page.getByRole("toolbar", { name: "Playground" }) },
  };
  // Opened once before anything is measured, because the server reads its own files at the first request.
  for (const screen of [EMPTY, ...Object.values(screens)]) await opened(browser, screen);
  const empty = await openedOften(browser, EMPTY);
  const results: Result[] = [];
  for (const [name, screen] of Object.entries(screens))
    results.push(...openingRows(`opening: ${name}`, await openedOften(browser, screen), empty));
  return results;
}

/** Traces with many spans: time until the tree appears, scrolling it, and how much of it is in the document. */
export async function bigTraces(browser: BenchBrowser, { traces }: Seeded): Promise<Result[]> {
  const results: Result[] = [];
  for (const { spans, root } of traces) {
    const what = `trace of ${spans.toLocaleString("en-US")} spans`;
    const row = (page: Page) => rowsOf(page, "treegrid", "Calls in this trace");
    const { shown, scrolled } = await browser.inPage(async (page) => {
      const opening = await open(page, callPath(PROJECT, root), row);
      return { ...opening, scrolled: await scrollThrough(row(page).first(), PIXELS_PER_FRAME) };
    });
    const target = spans > 10_000 ? "≤ 4 s" : "≤ 1 s";
    results.push({ what: `${what}: until its tree shows`, unit: "ms", ours: shown, target });
    results.push({ what: `${what}: scrolling`, unit: "fps", ours: scrolled.fps, target: "≥ 55 fps" });
    results.push({ what: `${what}: in the document`, unit: "nodes", ours: scrolled.nodes, target: "≤ 3,000" });
  }
  return results;
}

/** A call with one big field: its longest task while the field is opened, expanded and scrolled. */
export async function bigField(
  browser: BenchBrowser,
  { bigField: id }: Seeded,
  { fieldBytes }: Sizes,
): Promise<Result[]> {
  const longest = await browser.inPage(async (page) => {
    const tree = page.getByRole("tree", { name: "Output" });
    const { longestTask } = await open(page, `${callPath(PROJECT, id)}?tab=output`, () => tree.getByRole("treeitem"));
    const afterwards = await longestTaskOf(page, async () => {
      await page.getByRole("button", { name: "Expand all" }).last().click();
      await scrollThrough(tree.getByRole("treeitem").first(), PIXELS_PER_FRAME);
    });
    return Math.max(longestTask, afterwards);
  });
  const what = `a JSON field of ${Math.round(fieldBytes / 1e6)} MB: longest task`;
  return [{ what, unit: "ms", ours: longest, target: "≤ 100 ms" }];
}

/** A stored table with many rows: scrolling it, and a jump to its end. */
export async function bigTable(browser: BenchBrowser, { digest }: Seeded, { tableRows }: Sizes): Promise<Result[]> {
  const what = `table of ${tableRows.toLocaleString("en-US")} rows`;
  return browser.inPage(async (page) => {
    const grid = page.getByRole("grid", { name: "Rows" });
    const first = rowsOf(page, "grid", "Rows");
    await open(page, tablePath(PROJECT, digest), () => first);
    const { fps, nodes } = await scrollThrough(first, PIXELS_PER_FRAME);
    await grid.getByRole("row").nth(5).focus();
    const began = await page.evaluate(() => performance.now());
    await page.keyboard.press("End");
    const last = grid.locator(`[role=row][aria-rowindex='${tableRows + 1}']`);
    const jump = (await seen(last.getByText("What of order"))) - began;
    return [
      { what: `${what}: scrolling`, unit: "fps", ours: fps, target: "≥ 55 fps" },
      { what: `${what}: in the document`, unit: "nodes", ours: nodes, target: "≤ 3,000" },
      { what: `${what}: to its end`, unit: "ms", ours: jump, target: "" },
    ];
  });
}

/** Typing into the playground after many messages. */
export async function typing(browser: BenchBrowser, { conversation }: Seeded, { messages }: Sizes): Promise<Result[]> {
  const { p50, p95 } = await browser.inPage(async (page) => {
    const last = () => page.getByLabel(`Content of message ${messages}`, { exact: true });
    await open(page, playgroundPath(PROJECT, conversation), last);
    await last().click();
    return timingOf(await keysToPaint(page, TYPED));
  });
  const what = `typing after ${messages} messages: key to paint`;
  return [{ what, unit: "ms", ours: p50, p95, target: "≤ 50 ms" }];
}

const opened = (browser: BenchBrowser, { path, shows }: Screen) => browser.inPage((page) => open(page, path, shows));

async function openedOften(browser: BenchBrowser, screen: Screen): Promise<Opening[]> {
  const found: Opening[] = [];
  for (let time = 0; time < TIMES; time += 1) found.push(await opened(browser, screen));
  return found;
}

function openingRows(what: string, ours: readonly Opening[], empty: readonly Opening[]): Result[] {
  const row = (figure: string, unit: Result["unit"], of: (one: Opening) => number, target: string): Result => {
    const [mine, its]: Timing[] = [ours, empty].map((all) => timingOf(all.map(of)));
    const reference = its && { what: "empty page", value: its.p50, p95: its.p95 };
    return { what: `${what}: ${figure}`, unit, ours: mine?.p50 ?? Number.NaN, p95: mine?.p95, reference, target };
  };
  return [
    row("LCP", "ms", ({ lcp }) => lcp, "≤ 1 s"),
    row("until it shows what it is for", "ms", ({ shown }) => shown, ""),
    row("longest task", "ms", ({ longestTask }) => longestTask, "≤ 200 ms"),
    row("first-load JS, gzip", "KiB", ({ firstKib }) => firstKib, "≤ 200 KB"),
    row("all JS once settled, gzip", "KiB", ({ allKib }) => allKib, ""),
  ];
}
