import { type BrowserContext, type Locator, type Page, chromium } from "@playwright/test";
import { findBrowser, launchArgs } from "@/scripts/browser.mjs";
import type { System } from "./system";

declare global {
  // Types that are missing in TypeScript's own library.
  interface PerformanceObserverInit {
    durationThreshold?: number;
  }
  interface Window {
    /** Data from the page's own observers. */
    loupeBench: { lcp: number; tasks: number[]; keys: number[]; scripts: string[] };
  }
}

/** How long a page is observed after its content appeared, so that late work is measured too. */
const SETTLE_MS = 1500;
const OPEN_MS = 120_000;
const FRAMES = 120;
const LEAST_REPORTED_MS = 16;
const KIB = 1024;

/** One opening of a page in a browser with an empty cache. Times in milliseconds from the navigation. */
export interface Opening {
  lcp: number;
  /** From the navigation until the page showed its content. */
  shown: number;
  /** The longest task of the main thread; 0 if none was over 50. */
  longestTask: number;
  /** Scripts that the document names, transferred bytes. */
  firstKib: number;
  /** Every script loaded until the page had settled. */
  allKib: number;
}

/** A browser that is signed in. */
export interface BenchBrowser {
  version: string;
  /** A page with an empty cache, closed after the run. */
  inPage<Found>(run: (page: Page) => Promise<Found>): Promise<Found>;
  close(): Promise<void>;
}

export async function startBrowser({ dashboardUrl, signInLink }: System): Promise<BenchBrowser> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: launchArgs });
  const options = { baseURL: dashboardUrl, viewport: { width: 1440, height: 900 } };
  const first = await browser.newContext(options);
  const page = await first.newPage();
  await page.goto(signInLink, { timeout: OPEN_MS });
  await page.waitForURL(`${dashboardUrl}/`, { timeout: OPEN_MS });
  // As in a browser that is used again: the server knows its time zone.
  await page.waitForFunction(() => document.cookie.includes("loupe-look"), undefined, { timeout: OPEN_MS });
  const storageState = await first.storageState();
  await first.close();
  return {
    version: browser.version(),
    async inPage(run) {
      const context = await browser.newContext({ ...options, storageState });
      try {
        await observe(context);
        return await run(await context.newPage());
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

/** Opens an address and waits until its content is visible and the page has settled. */
export async function open(page: Page, path: string, showsOf: (page: Page) => Locator): Promise<Opening> {
  await page.goto(path, { timeout: OPEN_MS, waitUntil: "commit" });
  const shown = await seen(showsOf(page));
  await page.waitForLoadState("load");
  await page.waitForTimeout(SETTLE_MS);
  const found = await page.evaluate(() => ({
    ...window.loupeBench,
    sizes: performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming && /\.js(\?|$)/.test(entry.name))
      .map((entry) => ({ name: entry.name, bytes: "encodedBodySize" in entry ? Number(entry.encodedBodySize) : 0 })),
  }));
  const first = found.sizes.filter(({ name }) => found.scripts.includes(name));
  return {
    lcp: found.lcp,
    shown,
    longestTask: Math.max(0, ...found.tasks),
    firstKib: kib(first),
    allKib: kib(found.sizes),
  };
}

/** Waits for an element and returns when it appeared, in milliseconds from the page's navigation. */
export async function seen(element: Locator): Promise<number> {
  const first = element.first();
  await first.waitFor({ timeout: OPEN_MS });
  return first.evaluate(() => performance.now());
}

/** Scrolls the element's scroll container, one step per frame. */
export async function scrollThrough(element: Locator, step: number): Promise<{ fps: number; nodes: number }> {
  const run = { step, frames: FRAMES };
  return element.evaluate(async (start, { step, frames }) => {
    let scroller = start;
    while (scroller.parentElement && getComputedStyle(scroller).overflowY !== "auto") scroller = scroller.parentElement;
    const from = scroller.scrollTop;
    const began = performance.now();
    let nodes = 0;
    for (let frame = 0; frame < frames; frame += 1) {
      scroller.scrollTop += step;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (frame % 20 === 0) nodes = Math.max(nodes, document.querySelectorAll("*").length);
    }
    const took = performance.now() - began;
    if (scroller.scrollTop === from) throw new Error("nothing scrolled");
    return { fps: (frames / took) * 1000, nodes };
  }, run);
}

/** The longest task of the main thread during an action; 0 if none was over 50 ms. */
export async function longestTaskOf(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.loupeBench.tasks = [];
  });
  await act();
  await page.waitForTimeout(SETTLE_MS);
  return page.evaluate(() => Math.max(0, ...window.loupeBench.tasks));
}

/**
 * From each key press to the frame that shows it, in milliseconds, to the nearest 8 as browsers report it; 16 means at
 * most 16.
 */
export async function keysToPaint(page: Page, text: string): Promise<number[]> {
  await page.evaluate(() => {
    window.loupeBench.keys = [];
  });
  for (const key of text) {
    await page.keyboard.press(key);
    await page.waitForTimeout(100);
  }
  const keys = await page.evaluate(() => window.loupeBench.keys);
  // Browsers leave out shorter ones.
  return Array.from(text, (_, index) => keys[index] ?? LEAST_REPORTED_MS);
}

/** These functions run in the page: none may have a name, which the loader of this file would mark with a helper. */
async function observe(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.loupeBench = { lcp: 0, tasks: [], keys: [], scripts: [] };
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) window.loupeBench.lcp = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.loupeBench.tasks.push(duration);
    }).observe({ type: "longtask", buffered: true });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === "keydown") window.loupeBench.keys.push(duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
    document.addEventListener("DOMContentLoaded", () => {
      window.loupeBench.scripts = Array.from(document.scripts, ({ src }) => src).filter((src) => src !== "");
    });
  });
}

function kib(scripts: readonly { bytes: number }[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0) / KIB;
}
