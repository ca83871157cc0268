import { gzipSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./loupe/test";

/** What a page may begin with: script that is worth it, and no copy of everything. */
const MOST_KIB = 300;
const KIB = 1024;

/** A page of each kind; `p` is the project. */
const PAGES = [
  "/sign-in",
  "/sign-in/invitation",
  "/",
  "/settings/preferences",
  "/settings/keys",
  "/settings/people",
  "/settings/audit",
  "/settings/model-servers",
  "/settings/training-runner",
  "/ref?uri=core:///wrong",
  "/p",
  "/p/calls",
  "/p/calls/any",
  "/p/calls/compare?a=any&b=other",
  "/p/threads",
  "/p/threads/any",
  "/p/feedback",
  "/p/feedback/analysis",
  "/p/feedback/annotations",
  "/p/feedback/queues",
  "/p/feedback/queues/any",
  "/p/feedback/queues/new",
  "/p/objects",
  "/p/objects/any/latest",
  "/p/scorers/new",
  "/p/ops",
  "/p/ops/any/latest",
  "/p/tables",
  "/p/tables/new",
  "/p/tables/any",
  "/p/alerts",
  "/p/scoring",
  "/p/privacy/erasure",
  "/p/dashboards",
  "/p/dashboards/any",
  "/p/costs",
  "/p/models",
  "/p/playground",
  "/p/experiments",
  "/p/experiments/compare?ids=any",
  "/p/experiments/leaderboard",
  "/p/experiments/new",
  "/p/training",
  "/p/training/new",
  "/p/training/any",
  "/p/privacy",
];
/** A script is requested twice before it counts as missing. */
const FAILURES = 4;

test(`no page begins with more than ${MOST_KIB} KiB of script`, async ({ page, project }) => {
  const sizes = new Map<string, number>();
  const largest = { path: "", kib: 0 };
  for (const path of PAGES) {
    const kib = await firstScriptsKib(page.request, path.replace(/^\/p(?=\/|$)/, `/${project}`), sizes);
    expect.soft(kib, path).toBeLessThanOrEqual(MOST_KIB);
    if (kib > largest.kib) Object.assign(largest, { path, kib });
  }
  console.log(`first-load script: at most ${largest.kib.toFixed(0)} KiB, of ${largest.path}`);
});

test("a page recovers when the contract's schemas fail to load at first @all", async ({ page, project }) => {
  let failed = 0;
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    const script = await route.fetch();
    const readsAnswers = (await script.text()).includes("returned an unexpected response");
    if (!readsAnswers || failed === FAILURES) return route.fulfill({ response: script });
    failed += 1;
    return route.abort();
  });
  await page.goto(`/${project}/calls`);
  await expect(page.getByText("The dashboard did not respond.")).toBeVisible();
  await expect(page.getByText("0 traces")).toBeVisible();
  await expect(page.getByText("The dashboard did not respond.")).toBeHidden();
  expect(failed).toBe(FAILURES);
});

/** The scripts that a page's document names, in KiB of gzip; `sizes` remembers those of the pages before. */
async function firstScriptsKib(
  request: APIRequestContext,
  address: string,
  sizes: Map<string, number>,
): Promise<number> {
  const document = await (await request.get(address)).text();
  const scripts = new Set([...document.matchAll(/<script[^>]*? src="([^"]+)"/g)].map(([, src = ""]) => src));
  expect(scripts.size, `${address} names no script`).toBeGreaterThan(0);
  for (const src of scripts)
    if (!sizes.has(src)) sizes.set(src, gzipSync(await (await request.get(src)).body()).byteLength / KIB);
  return [...scripts].reduce((sum, src) => sum + (sizes.get(src) ?? 0), 0);
}
