import type { Page } from "@playwright/test";
import { expect, test } from "./loupe/test";

/**
 * KiB of script that a page may begin with, a few in a hundred more than it has: React and Next's router are 135 of
 * each. `p` is the project.
 */
const MOST_KIB: Record<string, number> = {
  "/sign-in": 147,
  "/sign-in/invitation": 165,
  "/": 199,
  "/settings/preferences": 179,
  "/settings/keys": 201,
  "/settings/people": 205,
  "/settings/audit": 210,
  "/settings/model-servers": 206,
  "/settings/training-runner": 185,
  "/ref?uri=core:///wrong": 179,
  "/p": 204,
  "/p/calls": 230,
  "/p/calls/any": 229,
  "/p/calls/compare?a=any&b=other": 218,
  "/p/threads": 215,
  "/p/threads/any": 216,
  "/p/feedback": 220,
  "/p/feedback/analysis": 205,
  "/p/feedback/annotations": 205,
  "/p/feedback/queues": 197,
  "/p/feedback/queues/any": 237,
  "/p/feedback/queues/new": 205,
  "/p/objects": 208,
  "/p/objects/any/latest": 229,
  "/p/scorers/new": 183,
  "/p/ops": 208,
  "/p/ops/any/latest": 229,
  "/p/tables": 204,
  "/p/tables/new": 195,
  "/p/tables/any": 219,
  "/p/alerts": 215,
  "/p/scoring": 201,
  "/p/privacy/erasure": 190,
  "/p/dashboards": 209,
  "/p/dashboards/any": 209,
  "/p/costs": 217,
  "/p/models": 211,
  "/p/playground": 181,
  "/p/experiments": 212,
  "/p/experiments/compare?ids=any": 212,
  "/p/experiments/leaderboard": 212,
  "/p/experiments/new": 186,
  "/p/training": 211,
  "/p/training/new": 224,
  "/p/training/any": 220,
  "/p/privacy": 205,
};
const KIB = 1024;
/** A script is requested twice before it counts as missing. */
const FAILURES = 4;

test("no page exceeds its budget of first-load script", async ({ page, project }) => {
  for (const [path, most] of Object.entries(MOST_KIB)) {
    const address = path.replace(/^\/p(?=\/|$)/, `/${project}`);
    expect.soft(await firstScriptsKib(page, address), path).toBeLessThanOrEqual(most);
  }
});

test("a page recovers when the contract's schemas fail to load at first", async ({ page, project }) => {
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

/** The scripts that a page's document names, as transferred. */
async function firstScriptsKib(page: Page, address: string): Promise<number> {
  const document = await page.goto(address);
  const named = [...((await document?.text()) ?? "").matchAll(/<script[^>]*? src="([^"]+)"/g)].map(([, src]) => src);
  const bytes = await page.evaluate(
    (scripts) =>
      performance
        .getEntriesByType("resource")
        .filter(
          (entry) =>
            entry instanceof PerformanceResourceTiming && scripts.some((src) => entry.name.endsWith(src ?? "")),
        )
        .map((entry) => ("encodedBodySize" in entry ? Number(entry.encodedBodySize) : 0)),
    named,
  );
  expect(bytes.length, `${address} names no script`).toBeGreaterThan(0);
  return bytes.reduce((sum, one) => sum + one, 0) / KIB;
}
