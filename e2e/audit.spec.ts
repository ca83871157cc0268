import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import type { Role } from "@/lib/contract/endpoint";
import { barriersOn } from "./loupe/barriers";
import { PRICE } from "./loupe/price";
import { signInByKey } from "./loupe/sign-in";
import { expect, test } from "./loupe/test";
import { watchContext } from "./loupe/watched-context";

const rowsOf = (page: Page) => page.getByRole("grid", { name: "Audit log" }).getByRole("link");
const rowOf = (page: Page, action: string) =>
  page.getByRole("grid", { name: "Audit log" }).getByRole("row").filter({ hasText: action });

/** Another person's browser, signed in with a key. */
async function openAs(browser: Browser, url: string, key: string) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const problems = await watchContext(context);
  const page = await context.newPage();
  await signInByKey(page, { url, key });
  return { page, context, problems };
}

test("a new key and a removed price are in the log, with who did it; it is filtered and exported @all", async ({
  page,
  browser,
  loupe,
  service,
  project,
}) => {
  const [model, grace] = ["audited-model", `grace of ${project}`];
  await service.request("costCreate", { project_id: project, costs: { [model]: PRICE } });
  await page.goto("/settings/keys");
  await page.getByRole("button", { name: "New key" }).click();
  const form = page.getByRole("dialog", { name: "New key" });
  await form.getByLabel("Owner").fill(grace);
  await form.getByLabel("Projects").fill(project);
  await form.getByLabel("Role").selectOption("admin");
  await form.getByRole("button", { name: "Create key" }).click();
  const key = await page
    .getByRole("dialog", { name: `${grace}'s key` })
    .getByText(/^lp_/)
    .innerText();
  await page.getByRole("button", { name: "I have copied it" }).click();

  const other = await openAs(browser, `${loupe.url}/${project}/costs`, key);
  await other.page.getByRole("checkbox", { name: "Project prices only" }).check();
  await other.page.getByRole("button", { name: `Remove the price of ${model}` }).click();
  await expect(other.page.getByRole("button", { name: "Undo" }).first()).toBeVisible();

  await page.goto("/settings/audit");
  await page.getByRole("combobox", { name: "Project" }).selectOption(project);
  await expect(rowsOf(page)).toHaveText(["Remove prices", "Create key", "Add prices"]);
  await expect(rowOf(page, "Remove prices")).toContainText(grace);
  await expect(rowOf(page, "Remove prices")).toContainText("Done");
  await expect(rowOf(page, "Create key")).toContainText(`admin on ${project}`);
  expect(await page.content()).not.toContain(key);

  await page.getByRole("searchbox", { name: "By person" }).fill("GRACE OF");
  await expect(rowsOf(page)).toHaveText(["Remove prices"]);
  await rowOf(page, "Remove prices").getByRole("gridcell").nth(2).click();
  const record = page.getByRole("complementary", { name: "Record: Remove prices" });
  await expect(record).toContainText("127.0.0.1");
  await expect(record).toContainText("costPurge");
  expect(await barriersOn(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "By person" }).fill("");
  await page.getByRole("combobox", { name: "Action" }).selectOption("Create key");
  await expect(rowsOf(page)).toHaveText(["Create key"]);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { action: "keysCreate", project_id: project, owner: "admin", status: 200, target: { owner: grace } },
  ]);
  await page.getByRole("combobox", { name: "Action" }).selectOption("All exports");
  await expect(rowsOf(page)).toHaveText(["Export audit log"]);
  await page.getByRole("combobox", { name: "Outcome" }).selectOption("Failed");
  await expect(page.getByRole("heading", { name: "No record matches" })).toBeVisible();

  // An admin of one project reads only its records.
  await other.page.goto(`${loupe.url}/settings/audit`);
  await expect(other.page.getByRole("combobox", { name: "Project" }).getByRole("option")).toHaveText([project]);
  await expect(rowOf(other.page, "Create key")).toContainText("admin");
  await other.page.setViewportSize({ width: 390, height: 844 });
  await expect(rowsOf(other.page).first()).toBeVisible();
  expect(await barriersOn(other.page)).toEqual([]);
  expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await other.context.close();
  expect(other.problems, "what no page may do").toEqual([]);
});

test("an admin of projects that do not exist yet sees that there are no records @all", async ({
  browser,
  loupe,
  service,
}) => {
  const role: Role = "admin";
  const roles = [{ project_pattern: "nothing-yet/*", role }];
  const { api_key } = await service.request("keysCreate", { owner: "ada of nothing", roles });
  const { page, context, problems } = await openAs(browser, `${loupe.url}/settings/audit`, api_key);
  await expect(page.getByRole("heading", { name: "No records yet" })).toBeVisible();
  await context.close();
  expect(problems, "what no page may do").toEqual([]);
});

test("who is no admin learns who may read the log @all", async ({ browser, loupe, service, project }) => {
  const role: Role = "member";
  const roles = [{ project_pattern: project, role }];
  const { api_key } = await service.request("keysCreate", { owner: `ada of ${project}`, roles });
  const { page, context, problems } = await openAs(browser, `${loupe.url}/settings/audit`, api_key);
  await expect(page.getByRole("heading", { name: "The audit log is for admins" })).toBeVisible();
  await expect(page.getByText(`Your key belongs to ada of ${project}`)).toBeVisible();
  await context.close();
  expect(problems, "what no page may do").toEqual([]);
});
