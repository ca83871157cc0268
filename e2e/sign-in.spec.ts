import { expect, test } from "./loupe/test";

test.describe("without a session", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("a wrong key is refused with a message, and the text is kept", async ({ page, loupe }) => {
    await page.goto("/local/default/calls?status=error");
    await expect(page).toHaveURL(/\/sign-in\?from=/);
    await expect(page.getByLabel("Username")).toHaveCount(0);
    await page.getByLabel("API key").fill("lp_wrong_key");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Unknown or revoked API key" })).toBeVisible();
    await expect(page.getByLabel("API key")).toHaveValue("lp_wrong_key");

    await page.getByLabel("API key").fill(loupe.key);
    await page.getByLabel("API key").press("Enter");
    await expect(page).toHaveURL(`${loupe.url}/local/default/calls?status=error`);
    await expect(page.getByRole("button", { name: "Account: admin" })).toBeVisible();
  });

  test("a key submitted before the page's script runs is not put into the address, and signs in", async ({
    page,
    loupe,
  }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/_next/static/**/*.js", async (route) => {
      await released;
      await route.continue();
    });
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await page.goto("/sign-in", { waitUntil: "commit" });
    await page.getByLabel("API key").fill(loupe.key);
    await page.getByLabel("API key").press("Enter");
    release();
    await page.waitForURL(`${loupe.url}/`);
    expect(addresses.filter((address) => address.includes(loupe.key))).toEqual([]);
  });

  test("a sign-in link works once, and then says how to get another", async ({ page, context, loupe }) => {
    const link = await loupe.newSignInLink();
    await page.goto(link);
    await expect(page).toHaveURL(`${loupe.url}/`);
    await context.clearCookies();
    await page.goto(link);
    await expect(page.getByRole("status").filter({ hasText: "the command sign-in-link" })).toBeVisible();
    await expect(page).toHaveURL(`${loupe.url}/sign-in`);
  });
});
