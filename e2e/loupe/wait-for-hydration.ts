import type { Page } from "@playwright/test";

/**
 * Makes `goto`, `reload` and `waitForURL` wait until the page responds to keys and clicks: its rows are in the document
 * before its script runs. With `waitUntil: "commit"`, a test acts before.
 */
export function waitForHydration(page: Page): void {
  const hydrated = () => page.locator("html:not([data-hydrating])").waitFor({ state: "attached" });
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const waitForURL = page.waitForURL.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== "commit") await hydrated();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await hydrated();
    return response;
  };
  page.waitForURL = async (url, options) => {
    await waitForURL(url, options);
    await hydrated();
  };
}
