import type { Page } from "@playwright/test";
import { expect, test } from "./loupe/test";

/**
 * KiB of script that a page may begin with, a few in a hundred more than it has: React and Next's router are 139 of
 * each. `p` is the project.
 */
const MOST_KIB: Record<string, number> = {
  "/sign-in": 165,
  "/": 269,
  "/settings/preferences": 234,
  "/settings/keys": 269,
  "/ref?uri=core:///wrong": 234,
  "/p": 253,
  "/p/calls": 305,
  "/p/calls/any": 308,
  "/p/calls/compare?a=any&b=other": 282,
  "/p/threads": 287,
  "/p/threads/any": 276,
  "/p/feedback": 292,
  "/p/feedback/annotations": 280,
  "/p/feedback/queues": 248,
  "/p/feedback/queues/any": 304,
  "/p/feedback/queues/new": 252,
  "/p/objects": 275,
  "/p/objects/any/latest": 302,
  "/p/ops": 275,
  "/p/ops/any/latest": 302,
  "/p/tables": 272,
  "/p/tables/new": 243,
  "/p/tables/any": 287,
  "/p/costs": 282,
  "/p/models": 283,
  "/p/playground": 342,
  "/p/training": 286,
  "/p/training/new": 318,
  "/p/training/any": 309,
};
const KIB = 1024;
/** A script is asked for twice before it counts as not there. */
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

/** The scripts that a page's document names, as they come over the wire. */
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
