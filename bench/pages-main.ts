import { cpus, totalmem } from "node:os";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { bigField, bigTable, bigTraces, openings, typing } from "./pages";
import { startBrowser } from "./pages-browser";
import { seedPages, type Sizes } from "./pages-seed";
import { toService } from "./post";
import { type Result, printTable, ratioOf } from "./report";
import { startSystem } from "./system";

const GIB = 1024 ** 3;
const FULL: Sizes = {
  calls: 10_000,
  traces: [10_000, 100_000],
  tableRows: 1_000_000,
  fieldBytes: 20e6,
  messages: 200,
};

/** `npm run bench -- pages [share]`: the pages in a browser, on a fresh Loupe that holds that share of the full sizes. */
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
      const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / GIB)} GiB`;
      const versions = { node: process.versions.node, chromium: browser.version };
      console.log(`\n${machine}; Node ${versions.node}; Chromium ${versions.chromium}, headless\n`);
      printTable(results);
      const rows = results.map((one) => ({ ...one, ratio: ratioOf(one) }));
      console.log(`\n${JSON.stringify({ sizes, machine, versions, results: rows })}`);
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
