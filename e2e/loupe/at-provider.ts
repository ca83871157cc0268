import type { Page } from "@playwright/test";
import type { Grant } from "@/lib/contract/grants";
import { TestProvider } from "@/service/people/testing/test-provider";
import { Loupe } from "./loupe";

/** A Loupe whose people sign in at a provider in a process of its own, called Acme. */
export async function startWithProvider(
  groups: Readonly<Record<string, readonly Grant[]>>,
): Promise<{ loupe: Loupe; provider: TestProvider; clientSecret: string }> {
  const loupe = await Loupe.place();
  const client = {
    client_id: "loupe",
    client_secret: "a-secret-of-this-test-only",
    redirect_uris: [`${loupe.url}/api/auth/callback/oidc`],
    post_logout_redirect_uris: [`${loupe.url}/sign-in`],
    backchannel_logout_uri: `${loupe.serviceUrl}/people/provider_sign_out`,
  };
  const provider = await TestProvider.start([client]);
  await loupe.start("start", {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.client_id,
    OIDC_CLIENT_SECRET: client.client_secret,
    OIDC_NAME: "Acme",
    OIDC_SCOPE: "openid profile email groups",
    LOUPE_OIDC_GROUPS: JSON.stringify(groups),
  });
  return { loupe, provider, clientSecret: client.client_secret };
}

export const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in with Acme" });

/** What an open page says when its session has ended. */
export const sessionQuestion = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });

/** Fills in the provider's own page. */
export async function fillIn(page: Page, account: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(account);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
}

/** Opens a page without a session, and signs in at the provider, which leads to the page. */
export async function signInAtProvider(page: Page, url: string, account: string): Promise<void> {
  await page.goto(url);
  await signInButton(page).click();
  await fillIn(page, account);
  await page.waitForURL(url);
}
