import { expect, test, type Page } from "@playwright/test";
import { barriersOn } from "./loupe/barriers";
import { fillIn, sessionQuestion, signInAtProvider, signInButton, startWithProvider } from "./loupe/at-provider";
import type { Loupe } from "./loupe/loupe";
import { invite, openPeople, personRow, turnOff } from "./loupe/people-screen";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { serviceClient } from "./loupe/test";
import { Receiver } from "@/service/background/alerts/test-receiver";
import type { TestProvider } from "@/service/people/testing/test-provider";

const PROJECT = "acme/team";
const CALL = `/${PROJECT}/calls/answer`;

let loupe: Loupe;
let provider: TestProvider;
/** Answers for the provider's pictures. */
let pictures: Receiver;

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  ({ loupe, provider } = await startWithProvider({ keepers: [{ project_pattern: "*", role: "admin" }] }));
  await sendCalls(serviceClient(loupe), PROJECT, [{ id: "answer", op_name: "answer", ended_at: ENDED }]);
  pictures = await Receiver.start((response) => void response.end(Buffer.from(PNG, "base64")));
  const claims = { email_verified: true, groups: [] };
  const picture = `${await provider.picturesFrom(pictures.url)}/ada.png`;
  const ada = { ...claims, email: "ada@example.com", name: "Ada Lovelace", picture, groups: ["keepers"] };
  await provider.account("ada", ada);
  await provider.account("grace", { ...claims, email: "grace@example.com", name: "Grace Hopper" });
  await provider.account("eve", { ...claims, email: "eve@example.com", name: "Eve" });
});

test.afterAll(async () => {
  await loupe.remove();
  await provider.stop();
  await pictures.close();
});

/** What the addresses and referrers of a page's requests contain. */
function recordAddresses(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => seen.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
  return seen;
}

test("a colleague is invited, signs in, gives feedback under their name, and is turned off @all", async ({
  page: admin,
  browser,
}) => {
  await signInAtProvider(admin, `${loupe.url}/`, "ada");
  await openPeople(admin);
  await expect(personRow(admin, "Ada Lovelace")).toContainText("admin on every project");
  const link = await invite(admin, { projects: "acme/*", role: "annotator", email: "grace@example.com" });
  const open = admin.getByRole("list", { name: "Open invitations" }).getByRole("listitem");
  await expect(open).toContainText(["grace@example.com annotator on acme/* · by Ada Lovelace"]);
  expect(await barriersOn(admin)).toEqual([]);

  const context = await browser.newContext();
  const page = await context.newPage();
  const addresses = recordAddresses(page);
  await page.goto(link);
  await expect(page.getByText("Ada Lovelace has invited you, as annotator on acme/*.")).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await signInButton(page).click();
  await fillIn(page, "grace");
  await page.waitForURL(`${loupe.url}/`);
  const token = new URL(link).hash.slice(1);
  expect(token).toHaveLength(43);
  expect(addresses.filter((address) => address.includes(token))).toEqual([]);
  expect(loupe.output).not.toContain(token);

  await page.goto(loupe.url + CALL);
  await page.getByLabel("Note").fill("Polite, and right");
  await page.getByRole("button", { name: "Add note" }).click();
  const note = (on: Page) => on.getByRole("list", { name: "Existing feedback" }).getByRole("listitem");
  await expect(note(page)).toContainText(["Grace Hopper"]);
  await expect(note(page).getByTitle("grace@example.com")).toBeVisible();

  // The admin sees the person wherever they are shown.
  const key = await serviceClient(loupe).request("keysCreate", {
    owner: "grace@example.com",
    roles: [{ project_pattern: PROJECT, role: "member" }],
  });
  await admin.reload();
  await expect(personRow(admin, "Grace Hopper")).toContainText("annotator on acme/*");
  await expect(admin.getByRole("list", { name: "Open invitations" })).toHaveCount(0);
  await personRow(admin, "Grace Hopper").getByRole("link", { name: "1 key of grace@example.com" }).click();
  await expect(admin.getByRole("grid", { name: "API keys" }).getByRole("row")).toHaveCount(2);
  await admin.goto(loupe.url + CALL);
  await expect(note(admin)).toContainText(["Grace Hopper"]);
  await admin.goto(`${loupe.url}/settings/audit?who=hopper`);
  await expect(admin.getByRole("grid", { name: "Audit log" }).getByRole("row", { name: /Add feedback/ })).toContainText(
    "Grace Hopper",
  );

  await page.goto(`${loupe.url}/${PROJECT}/calls`);
  await expect(page.getByRole("grid", { name: "Calls" })).toBeVisible();
  await openPeople(admin);
  await turnOff(admin, "Grace Hopper");
  await expect(sessionQuestion(page)).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${key.api_key}`, "content-type": "application/json" };
      return (await fetch(`${loupe.serviceUrl}/keys/self`, { method: "POST", body: "{}", headers })).status;
    })
    .toBe(401);
  await page.goto(link);
  await expect(page.getByText("The invitation was used before")).toBeVisible();
  await page.getByRole("link", { name: "sign in" }).click();
  await signInButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "turned off" })).toBeVisible();
  await context.close();
});

test("an invitation for another address is refused in words, and stays open @all", async ({ page: admin, browser }) => {
  await signInAtProvider(admin, `${loupe.url}/settings/people`, "ada");
  const link = await invite(admin, { projects: PROJECT, role: "viewer", email: "new@example.com", note: "A new one" });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await signInButton(page).click();
  await fillIn(page, "eve");
  await expect(page.getByRole("alert").filter({ hasText: "is for another e-mail address" })).toBeVisible();
  await context.close();

  const open = admin.getByRole("list", { name: "Open invitations" });
  await expect(open).toContainText("A new one");
  await admin.getByRole("button", { name: "Revoke the invitation: new@example.com · A new one" }).click();
  await admin.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(open).toHaveCount(0);
  await admin.goto(link);
  await expect(admin.getByText("The invitation was revoked")).toBeVisible();
});

test("changed roles apply to an open page; without any, the person has to sign in @all", async ({
  page: admin,
  browser,
}) => {
  await signInAtProvider(admin, `${loupe.url}/settings/people`, "ada");
  const link = await invite(admin, { projects: PROJECT, role: "annotator" });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await signInButton(page).click();
  await fillIn(page, "eve");
  await page.waitForURL(`${loupe.url}/`);
  await page.goto(`${loupe.url}/${PROJECT}/calls`);
  await expect(page.getByRole("grid", { name: "Calls" })).toBeVisible();

  await admin.reload();
  await admin.getByRole("button", { name: "Change the roles of Eve" }).click();
  await admin.getByRole("button", { name: `Remove ${PROJECT}` }).click();
  await expect(admin.getByText("Without a role, they are signed out and cannot sign in.")).toBeVisible();
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(personRow(admin, "Eve")).toContainText("none");
  await expect(personRow(admin, "Ada Lovelace").locator("img")).toHaveJSProperty("naturalWidth", 1);
  expect(pictures.received).toHaveLength(1);
  await expect(sessionQuestion(page)).toBeVisible({ timeout: 60_000 });

  await admin.setViewportSize({ width: 390, height: 844 });
  await expect(personRow(admin, "Grace Hopper")).toBeVisible();
  expect(await barriersOn(admin)).toEqual([]);
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await context.close();
});
