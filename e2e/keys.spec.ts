import type { Browser, Page } from "@playwright/test";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { signInByKey } from "./loupe/sign-in";
import { expect, test } from "./loupe/test";
import { watchContext } from "./loupe/watched-context";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const keyRow = (page: Page, owner: string) =>
  page.getByRole("grid", { name: "API keys" }).getByRole("row", { name: owner });

/** Creates a key on the settings screen, and returns what its copy button copied. */
async function makeKey(page: Page, owner: string, grants: readonly [project: string, role: string][]): Promise<string> {
  await page.getByRole("button", { name: "New key" }).click();
  const form = page.getByRole("dialog", { name: "New key" });
  await form.getByLabel("Owner").fill(owner);
  for (const [index, [project, role]] of grants.entries()) {
    if (index > 0) await form.getByRole("button", { name: "Add role" }).click();
    await form.getByLabel("Projects").nth(index).fill(project);
    await form.getByLabel("Role").nth(index).selectOption(role);
  }
  await form.getByRole("button", { name: "Create key" }).click();
  const made = page.getByRole("dialog", { name: `${owner}'s key` });
  await made.getByRole("button", { name: "Copy key" }).click();
  await expect.poll(() => clipboard(page)).toMatch(/^lp_[\w-]+$/);
  const key = await clipboard(page);
  await made.getByRole("button", { name: "I have copied it" }).click();
  await expect(made).toBeHidden();
  return key;
}

/** Another person's browser, without a session. */
async function anotherReader(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  return { context, problems: await watchContext(context), page: await context.newPage() };
}

test("a key can do what its role permits, nothing else, and stops working when revoked", async ({
  page,
  browser,
  loupe,
  service,
  project,
}) => {
  const [owner, readOnly, foreign] = [`grace of ${project}`, `${project}-read`, `${project}-foreign`];
  const callPage = (of: string) => `/${of}/calls/${encodeURIComponent(of)}`;
  for (const each of [project, readOnly, foreign])
    await sendCalls(service, each, [{ id: each, op_name: "seen", ended_at: ENDED }]);

  await page.goto("/settings/keys");
  const key = await makeKey(page, owner, [
    [project, "annotator"],
    [readOnly, "viewer"],
  ]);
  await expect(keyRow(page, owner)).toContainText(`annotator on ${project}, viewer on ${readOnly}`);
  await expect(keyRow(page, owner)).toContainText("never");
  expect(await page.content()).not.toContain(key);

  const { context, problems, page: reader } = await anotherReader(browser, loupe.url);
  const given = reader.getByRole("list", { name: "Existing feedback" }).getByRole("listitem");
  await signInByKey(reader, { url: loupe.url + callPage(project), key });
  await reader.getByRole("button", { name: "React with 👍" }).click();
  await expect(given).toContainText([owner]);

  await reader.goto(callPage(readOnly));
  await expect(reader.getByRole("heading", { level: 1, name: "seen" })).toBeVisible();
  await expect(reader.getByText("Giving feedback requires the annotator role")).toBeVisible();
  await expect(reader.getByLabel("Note")).toHaveCount(0);
  await expect(given).toHaveCount(0);

  await reader.goto(`/${foreign}/calls`);
  await expect(
    reader.getByText(`This key does not have the viewer role on project ${foreign}; ask an admin for access`).first(),
  ).toBeVisible();
  await reader.goto("/settings/keys");
  await expect(reader.getByRole("heading", { name: "Keys are managed by admins" })).toBeVisible();
  await reader.goto("/");
  const projects = reader.getByRole("grid", { name: "Projects" });
  await expect(projects.getByRole("link", { name: project, exact: true })).toBeVisible();
  await expect(projects.getByRole("link", { name: foreign })).toHaveCount(0);

  await reader.goto(callPage(project));
  await reader.getByLabel("Note").fill("not yet said");
  await keyRow(page, owner).getByRole("button", { name: "Revoke" }).click();
  await page
    .getByRole("dialog", { name: `Revoke ${owner}'s key?` })
    .getByText("Revoke key")
    .click();
  await expect(keyRow(page, owner)).toHaveCount(0);

  const ended = reader.getByRole("dialog", { name: "Your session has ended" });
  await expect(ended).toBeVisible();
  await ended.getByLabel("API key").fill(key);
  await ended.getByRole("button", { name: "Sign in" }).click();
  await expect(ended.getByRole("alert")).toContainText("Unknown or revoked API key");
  await ended.getByLabel("API key").fill(loupe.key);
  await ended.getByRole("button", { name: "Sign in" }).click();
  await expect(ended).toBeHidden();
  await expect(reader.getByLabel("Note")).toHaveValue("not yet said");
  await context.close();
  expect(problems, "what no page may do").toEqual([]);
});

test("errors of a new key are shown at their field, and revoked keys can be listed @all", async ({ page, project }) => {
  const owner = `program of ${project}`;
  await page.goto("/settings/keys");
  await page.getByRole("button", { name: "New key" }).click();
  const form = page.getByRole("dialog", { name: "New key" });
  await form.getByLabel("Owner").fill(owner);
  await form.getByLabel("Projects").fill("a/b/c");
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByLabel("Projects")).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByLabel("Owner")).toHaveValue(owner);
  await form.getByLabel("Projects").fill(project);
  await form.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "I have copied it" }).click();

  await keyRow(page, owner).getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Keep key" }).click();
  await expect(keyRow(page, owner)).toBeVisible();
  await keyRow(page, owner).getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(keyRow(page, owner)).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Show revoked keys" }).click();
  await expect(keyRow(page, owner)).toContainText("revoked");
  await page.reload();
  await expect(keyRow(page, owner)).toContainText("revoked");
});
