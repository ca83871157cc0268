import type { Page } from "@playwright/test";

/**
 * Makes a page that is opened or reloaded wait until it responds: its rows are in the document before its script runs.
 * With `waitUntil: "commit"`, a test acts before that.
 */
export function waitForHydration(page: Page): void {
  const responds = () => page.locator("html:not([data-hydrating])").waitFor({ state: "attached" });
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== "commit") await responds();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await responds();
    return response;
  };
}
