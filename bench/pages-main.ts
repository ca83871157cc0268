import { ensureBuilt } from "@/scripts/start/build.mjs";
import { bigField, bigTable, bigTraces, openings, typing } from "./pages";
import { startBrowser } from "./pages-browser";
import { seedPages, type Sizes } from "./pages-seed";
import { toService } from "./post";
import { type Result, printRun } from "./report";
import { startSystem } from "./system";

const FULL: Sizes = {
  calls: 10_000,
  traces: [10_000, 100_000],
  tableRows: 1_000_000,
  fieldBytes: 20e6,
  messages: 200,
};

/** `npm run bench -- pages [share]`: the pages in a browser, on a fresh Loupe with that share of the full sizes. */
export async function benchPages(share: number): Promise<void> {
  const sizes = sharedOut(share);
  await ensureBuilt("all");
  const system = await startSystem();
  try {
    const seeded = await seedPages(toService(system), sizes);
    const browser = await startBrowser(system);
    try {
      const results: Result[] = [];
      for (const measure of [openings, bigTraces, bigField, bigTable, typing]) {
        process.stderr.write(`measuring: ${measure.name}\n`);
        results.push(...(await measure(browser, seeded, sizes)));
      }
      printRun({ sizes }, { node: process.versions.node, chromium: `${browser.version}, headless` }, results);
    } finally {
      await browser.close();
    }
  } finally {
    await system.remove();
  }
}

function sharedOut(share: number): Sizes {
  const part = (full: number) => Math.max(1000, Math.round(full * share));
  const { calls, traces, tableRows, fieldBytes, messages } = FULL;
  return {
    calls: part(calls),
    traces: traces.map(part),
    tableRows: part(tableRows),
    fieldBytes: part(fieldBytes),
    messages,
  };
}
