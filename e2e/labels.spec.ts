import type { Page } from "@playwright/test";
import { versionName } from "@/lib/contract/version-name";
import { toJsonText } from "@/lib/json/text";
import { signInByKey } from "./loupe/sign-in";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const menu = (page: Page) => page.getByRole("dialog", { name: "Labels of greet" });
const open = (page: Page) => page.getByRole("button", { name: "Labels", exact: true }).click();
const tick = (page: Page, label: string) => menu(page).getByRole("checkbox", { name: label, exact: true });
const shownValue = (page: Page) => page.getByRole("tree", { name: "Value" });

test("a label is moved, undone, opened, protected, and keeps its version @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  for (const text of ["Hello", "Good day"])
    await service.request("objCreate", { obj: { project_id: project, object_id: "greet", val: toJsonText({ text }) } });
  const set = (label: string, digest: string) =>
    service.request("objLabelsSet", { project_id: project, object_id: "greet", label, digest });
  const labelsOf = async () =>
    (await service.request("objLabelsQuery", { project_id: project, object_ids: ["greet"] })).labels.map(
      ({ label, version_index }) => `${label} ${versionName(version_index)}`,
    );
  await set("production", "v0");

  // The address of a label leads to its version.
  await page.goto(`/${project}/objects/greet/production`);
  await expect(shownValue(page)).toContainText("Hello");
  const facts = page.getByRole("article", { name: "greet" }).locator("dl");
  await expect(facts.getByRole("link", { name: "production" })).toBeVisible();
  const versions = page.getByRole("grid", { name: "Versions" });
  await expect(versions.getByRole("link")).toHaveText([/v2.*latest/, /v1.*production/]);

  // By keyboard: to the newest version.
  await versions.getByRole("link", { name: "v2" }).click();
  await expect(shownValue(page)).toContainText("Good day");
  await page.getByRole("button", { name: "Labels", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(menu(page)).toContainText("On v1 · admin");
  await tabTo(tick(page, "production"));
  await page.keyboard.press("Space");
  await expect(tick(page, "production")).toBeChecked();
  await expect(versions.getByRole("link")).toHaveText([/v2.*production/, "v1"]);
  await page.reload();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(versions.getByRole("link")).toHaveText([/v2.*latest/, /v1.*production/]);
  expect(await labelsOf()).toEqual(["production v1"]);

  // A new label, and one that cannot be one.
  await open(page);
  await menu(page).getByLabel("New label").fill("v7");
  await menu(page).getByRole("button", { name: "Add" }).click();
  await expect(menu(page)).toContainText("The label must not be v and a number, which is a version.");
  await menu(page).getByLabel("New label").fill("eu.canary");
  await menu(page).getByRole("button", { name: "Add" }).click();
  await expect(tick(page, "eu.canary")).toBeChecked();
  await expect(menu(page).getByLabel("New label")).toHaveValue("");
  await menu(page).getByRole("button", { name: "History" }).click();
  await expect(menu(page).getByRole("list", { name: "Moves of labels" }).getByRole("listitem")).toContainText([
    "eu.canaryadded to v2",
    "productionv2 → v1",
    "productionv1 → v2",
    "productionadded to v1",
  ]);

  // Someone else moves it while the menu is open.
  await set("eu.canary", "v0");
  await tick(page, "eu.canary").click();
  await expect(page.getByText("Could not remove the label", { exact: true })).toBeVisible();
  await expect(tick(page, "eu.canary")).not.toBeChecked();
  await menu(page).getByRole("button", { name: "Protect production" }).click();
  await expect(menu(page).getByRole("button", { name: "Unprotect production" })).toBeVisible();

  // The version of a label is not deleted.
  await page.goto(`/${project}/objects/greet/production`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText(/^Label eu.canary is on v1 of object greet; move or remove the label/)).toBeVisible();
  await page.getByRole("tab", { name: "Use in code" }).click();
  await expect(page.getByRole("region", { name: "TypeScript", exact: true })).toContainText('digest: "eu.canary"');
  await page.getByLabel("Read by").selectOption("Label production");
  await expect(page.getByRole("region", { name: "Python", exact: true })).toContainText('"digest": "production"');

  // A member moves other labels only.
  const roles = [{ project_pattern: project, role: "member" as const }];
  const { api_key: key } = await service.request("keysCreate", { owner: "Mel", roles });
  await page.context().clearCookies();
  await signInByKey(page, { url: `${loupe.url}/${project}/objects/greet/latest`, key });
  await open(page);
  await expect(tick(page, "production")).toBeDisabled();
  await expect(menu(page)).toContainText("Protected: only admins of the project can move it.");
  await expect(menu(page).getByRole("button", { name: /rotect/ })).toHaveCount(0);
  await tick(page, "staging").click();
  await expect(tick(page, "staging")).toBeChecked();
  await expect(menu(page)).toContainText("Here · Mel");
  await tick(page, "staging").click();
  await expect(menu(page).getByRole("listitem").filter({ hasText: "staging" })).toContainText("On no version");
  expect(await labelsOf()).toEqual(["eu.canary v1", "production v1"]);
});

test("removing the label of the address keeps the version open @all", async ({ page, service, project }) => {
  const object = { project_id: project, object_id: "greet" };
  await service.request("objCreate", { obj: { ...object, val: toJsonText("Hello") } });
  await service.request("objLabelsSet", { ...object, label: "production", digest: "v0" });
  await page.goto(`/${project}/objects/greet/production?tab=code`);
  await open(page);
  await tick(page, "production").click();
  await expect(page).toHaveURL(/\/greet\/[\w-]{43}\?tab=code$/);
  await expect(page.locator("dl").getByRole("link", { name: "production" })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("dl").getByRole("link", { name: "production" })).toBeVisible();
});

test("a page without labels offers them, and names the one that is not found @all", async ({
  page,
  service,
  project,
}) => {
  await service.request("objCreate", { obj: { project_id: project, object_id: "greet", val: toJsonText("Hello") } });
  await page.goto(`/${project}/objects/greet/nowhere`);
  await expect(page.getByText("Version nowhere of greet not found")).toBeVisible();
  await page.goto(`/${project}/objects/greet/latest`);
  await open(page);
  await expect(menu(page).getByRole("checkbox")).toHaveCount(2);
  await menu(page).getByRole("button", { name: "History" }).click();
  await expect(menu(page)).toContainText("No label has been moved yet.");
  await tick(page, "production").click();
  await expect(tick(page, "production")).toBeChecked();
  await page.goto(`/${project}/objects`);
  await expect(page.getByRole("grid", { name: "Objects" }).getByRole("row", { name: "greet" })).toContainText(
    "production",
  );
});
