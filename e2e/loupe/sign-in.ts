import type { Page } from "@playwright/test";

interface KeyForm {
  /** A page of the dashboard, as a whole address. */
  url: string;
  key: string;
  /** For a service that wants one. */
  userName?: string;
}

/** Opens a page without a session, signs in by the form and is on the page. */
export async function signInByKey(page: Page, { url, key, userName }: KeyForm): Promise<void> {
  await page.goto(url);
  if (userName !== undefined) await page.getByLabel("User name").fill(userName);
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(url);
}
