import { barriersOn } from "./loupe/barriers";
import { invite, openPeople, personRow, turnOff } from "./loupe/people-screen";
import { signInByKey } from "./loupe/sign-in";
import { expect, test } from "./loupe/test";
import { watchContext } from "./loupe/watched-context";

test("without a provider, who is invited chooses a name and keeps a key to come back with", async ({
  page: admin,
  browser,
  loupe,
  project,
}) => {
  await admin.goto("/");
  await openPeople(admin);
  const name = `Grace of ${project}`;
  const link = await invite(admin, { projects: project, role: "annotator", note: "for Grace", isNew: true });

  const context = await browser.newContext();
  const problems = await watchContext(context);
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByText(`admin has invited you, as annotator on ${project}.`)).toBeVisible();
  await page.getByLabel("Your name").fill("Admin");
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect(page.getByText("is taken; choose another one")).toBeVisible();
  await page.getByLabel("Your name").fill(name);
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect(page.getByText("You are signed in here.")).toBeVisible();
  const key = await page.getByRole("region", { name: "Key" }).innerText();
  expect(key).toMatch(/^lp_[0-9a-f]{12}_/);
  expect(await barriersOn(page)).toEqual([]);
  expect(page.url()).toBe(`${loupe.url}/sign-in/invitation`);
  await page.getByRole("button", { name: "I have kept it, open Loupe" }).click();
  await expect(page.getByRole("button", { name: `Account: ${name}` })).toBeVisible();

  await context.clearCookies();
  await signInByKey(page, { url: `${loupe.url}/${project}/calls`, key });
  await expect(page.getByRole("button", { name: `Account: ${name}` })).toBeVisible();
  await page.goto(`${loupe.url}/settings/people`);
  await expect(page.getByRole("heading", { name: "People are managed by admins" })).toBeVisible();

  await admin.goto(`/settings/people?search=${encodeURIComponent(project)}`);
  await expect(personRow(admin, name)).toContainText(`annotator on ${project}`);
  await turnOff(admin, name);
  await page.goto(`${loupe.url}/${project}/calls`);
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible({ timeout: 60_000 });
  await context.close();
  expect(problems, "what no page may do").toEqual([]);
});
