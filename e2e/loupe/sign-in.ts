import type { Page } from "@playwright/test";

interface KeyForm {
  /** A page of the dashboard, as an absolute address. */
  url: string;
  key: string;
  /** For a service that needs one. */
  userName?: string;
}

/** Opens a page without a session and signs in with the form, which leads to the page. */
export async function signInByKey(page: Page, { url, key, userName }: KeyForm): Promise<void> {
  await page.goto(url);
  if (userName !== undefined) await page.getByLabel("Username").fill(userName);
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(url);
}
