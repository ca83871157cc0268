import { readFileSync } from "node:fs";
import { type Page, expect, test } from "@playwright/test";
import { processesOf } from "@/scripts/testing/started";
import type { Grant } from "@/lib/contract/grants";
import type { TestProvider } from "@/service/people/testing/test-provider";
import { fillIn, sessionQuestion, signInAtProvider, signInButton, startWithProvider } from "./loupe/at-provider";
import { barriersOn } from "./loupe/barriers";
import type { Loupe } from "./loupe/loupe";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { serviceClient } from "./loupe/test";

const PROJECT = "acme/seen";
const GROUPS: Record<string, Grant[]> = { readers: [{ project_pattern: "acme/*", role: "viewer" }] };
const READER = { email: "ada@example.com", email_verified: true, groups: ["readers"] };
/** Rights end within a minute; a test that waits for it gives up much later. */
const PATIENCE = { timeout: 150_000 };

let loupe: Loupe;
let provider: TestProvider;

// One after the other, in one Loupe with a provider.
test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  ({ loupe, provider } = await startWithProvider(GROUPS));
  await sendCalls(serviceClient(loupe), PROJECT, [{ id: "seen", op_name: "seen", ended_at: ENDED }]);
});

test.beforeEach(async () => {
  await provider.account("ada", READER);
  await provider.account("eve", { email: "eve@example.com", groups: ["private"] });
});

test.afterAll(async () => {
  await loupe.remove();
  await provider.stop();
});

const signIn = async (page: Page, path = `/${PROJECT}/calls`) => signInAtProvider(page, loupe.url + path, "ada");

async function ownKeyStatus(page: Page): Promise<number> {
  const headers = { origin: loupe.url };
  return (await page.request.post(`${loupe.url}/api/service/keys/self`, { data: {}, headers })).status();
}

test("signing in at the provider leads to the page, with the rights of the person's groups", async ({ page }) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await signIn(page, `/${PROJECT}/calls?status=success`);
  await expect(page.getByRole("button", { name: "Account: ada@example.com" })).toBeVisible();
  await expect(page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "seen" })).toBeVisible();

  const own = await page.request.post(`${loupe.url}/api/service/keys/self`, {
    data: {},
    headers: { origin: loupe.url },
  });
  const { key } = await own.json();
  expect(key).toMatchObject({ owner: "ada@example.com", roles: [{ project_pattern: "acme/*", role: "viewer" }] });
  const data = { project_id: PROJECT, costs: { m: { prompt_token_cost: 1, completion_token_cost: 1 } } };
  const changed = await page.request.post(`${loupe.url}/api/service/cost/create`, {
    data,
    headers: { origin: loupe.url },
  });
  expect(changed.status()).toBe(403);

  // What came back from the provider signs nobody in a second time.
  const callback = addresses.find((address) => address.includes("/api/auth/callback/oidc?")) ?? "";
  await page.context().clearCookies();
  await page.goto(callback);
  await expect(page.getByRole("alert").filter({ hasText: "The sign-in with Acme was not completed" })).toBeVisible();
  await page.goto(`${loupe.url}/${PROJECT}/calls`);
  await expect(signInButton(page)).toBeVisible();
});

test("nobody has a key that may do everything: not the dashboard, and no page", async ({ page }) => {
  await signIn(page);
  const pid = processesOf(loupe.dataFolder).get("dashboard");
  const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
  expect(environment).toContain("OIDC_CLIENT_ID=loupe");
  expect(environment).toContain("LOUPE_FORWARDED_KEY=");
  expect(environment).not.toContain(loupe.key);
  const session = await (await page.request.get(`${loupe.url}/api/auth/session`)).text();
  expect(session).not.toMatch(/lp_[0-9a-f]{12}_|ey[\w-]+\./);
});

test("somebody without a group is told so, and can try again @all", async ({ page }) => {
  await page.goto(`${loupe.url}/sign-in`);
  await signInButton(page).click();
  await fillIn(page, "eve");
  await expect(page.getByRole("alert").filter({ hasText: "none of your groups may use Loupe" })).toBeVisible();
  await expect(page.getByText("private")).toHaveCount(0);
  expect(await barriersOn(page)).toEqual([]);
  await expect(signInButton(page)).toBeVisible();
});

test("when a group is taken away, the page asks for the sign-in and goes on after it @all", async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await provider.account("ada", { ...READER, groups: [] });
  await expect(sessionQuestion(page)).toBeVisible(PATIENCE);
  // In each process of the service.
  await expect.poll(() => ownKeyStatus(page)).toBe(401);

  await provider.account("ada", READER);
  const opened = context.waitForEvent("page");
  await sessionQuestion(page).getByRole("button", { name: "Sign in with Acme" }).click();
  const tab = await opened;
  // The person is still signed in at the provider.
  await expect.poll(() => tab.isClosed()).toBe(true);
  await expect(sessionQuestion(page)).toBeHidden();
  await expect(page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "seen" })).toBeVisible();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("signing out ends the session at the provider too @all", async ({ page }) => {
  await signIn(page);
  await page.getByRole("button", { name: "Account: ada@example.com" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.waitForURL(`${loupe.url}/sign-in`);
  await page.goto(`${loupe.url}/${PROJECT}/calls`);
  await signInButton(page).click();
  await expect(page.getByPlaceholder("Enter any login")).toBeVisible();
});

test("after signing out, the provider is asked to let the person choose an account, once @all", async ({ page }) => {
  const prompts: (string | null)[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin === provider.issuer && url.pathname === "/auth") prompts.push(url.searchParams.get("prompt"));
  });
  await signIn(page);
  await page.getByRole("button", { name: "Account: ada@example.com" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.waitForURL(`${loupe.url}/sign-in`);
  await signIn(page);
  expect((await page.context().cookies(`${loupe.url}/api/auth`)).map(({ name }) => name).join()).not.toContain(
    "choose",
  );
  expect(prompts).toEqual([null, "select_account"]);
});

test("signing out at the provider ends the session here @all", async ({ page, context }) => {
  await signIn(page);
  const other = await context.newPage();
  await other.goto(`${provider.issuer}/session/end`);
  await other.getByRole("button", { name: "Yes, sign me out" }).click();
  await expect(sessionQuestion(page)).toBeVisible(PATIENCE);
});
