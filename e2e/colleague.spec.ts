import { type Page, expect, test } from "@playwright/test";
import { fillIn, sessionQuestion, signInAtProvider, signInButton, startWithProvider } from "./loupe/at-provider";
import type { Loupe } from "./loupe/loupe";
import { invite, personRow } from "./loupe/people-screen";
import { chooseModel, lastBody, pane, turn } from "./loupe/playground";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { type StandInChat, standInChat } from "./loupe/stand-in-chat";
import { serviceClient } from "./loupe/test";
import type { TestProvider } from "@/service/people/testing/test-provider";

const PROJECT = "acme/team";
const KEY = "sk-canary-colleague-0123456789";

let loupe: Loupe;
let provider: TestProvider;
let models: StandInChat;

test.beforeAll(async () => {
  models = await standInChat(["talker"], KEY);
  ({ loupe, provider } = await startWithProvider({ keepers: [{ project_pattern: "*", role: "admin" }] }));
  await sendCalls(serviceClient(loupe), PROJECT, [{ id: "first", op_name: "first", ended_at: ENDED }]);
  const claims = { email_verified: true, groups: [] };
  await provider.account("ada", { ...claims, email: "ada@example.com", name: "Ada Lovelace", groups: ["keepers"] });
  await provider.account("grace", { ...claims, email: "grace@example.com", name: "Grace Hopper" });
});

test.afterAll(async () => {
  await loupe.remove();
  await provider.stop();
  await models.close();
});

const note = (page: Page) => page.getByRole("list", { name: "Existing feedback" }).getByRole("listitem");

test("a colleague is invited, signs in, adds a model server, asks it, notes its answer, and loses their rights", async ({
  page: admin,
  browser,
}) => {
  await signInAtProvider(admin, `${loupe.url}/settings/people`, "ada");
  const link = await invite(admin, { projects: "*", role: "admin", email: "grace@example.com" });

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await signInButton(page).click();
  await fillIn(page, "grace");
  await page.waitForURL(`${loupe.url}/`);

  await page.goto(`${loupe.url}/${PROJECT}/playground`);
  await page.getByRole("link", { name: "Add a model server" }).click();
  const form = page.getByRole("dialog", { name: "Add model server" });
  await form.getByLabel("Provider").selectOption("Other");
  await form.getByLabel("Name").fill("lab");
  await form.getByLabel("Address").fill(models.url);
  await form.getByLabel("Key (optional)").fill(KEY);
  await form.getByRole("button", { name: "Test" }).click();
  await expect(page.getByRole("status", { name: "Test" })).toContainText("talker answered");
  await form.getByRole("button", { name: "Add model server" }).click();
  await expect(form).toBeHidden();

  await page.goto(`${loupe.url}/${PROJECT}/playground`);
  await turn(page, 2).fill("What is the capital of France?");
  await chooseModel(page, 1, "talker");
  await page.getByRole("toolbar").getByRole("button", { name: "Run" }).click();
  await expect(pane(page, 1)).toContainText("Paris is the capital of France.");
  expect(lastBody(models)).toContain("What is the capital of France?");

  await pane(page, 1).getByRole("link", { name: "Trace" }).click();
  await expect(page.getByRole("article").first()).toContainText("What is the capital of France?");
  await page.getByLabel("Note").fill("Right");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(note(page)).toContainText(["Grace Hopper"]);

  // The admin finds all of it under the name of the colleague.
  await admin.goto(page.url());
  await expect(note(admin)).toContainText(["Right"]);
  await expect(note(admin)).toContainText(["Grace Hopper"]);
  await admin.goto(`${loupe.url}/settings/audit?who=hopper`);
  for (const action of ["Sign in", "Add model server", "Add feedback"])
    await expect(
      admin.getByRole("grid", { name: "Audit log" }).getByRole("row").filter({ hasText: action }),
    ).toHaveCount(1);

  await page.goto(`${loupe.url}/${PROJECT}/calls`);
  await expect(page.getByRole("grid", { name: "Calls" })).toBeVisible();
  await admin.goto(`${loupe.url}/settings/people`);
  await admin.getByRole("button", { name: "Change the roles of Grace Hopper" }).click();
  await admin.getByRole("button", { name: "Remove *" }).click();
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(personRow(admin, "Grace Hopper")).toContainText("none");
  await expect(sessionQuestion(page)).toBeVisible({ timeout: 60_000 });
  await page.goto(`${loupe.url}/sign-in`);
  await signInButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "none of your groups may use Loupe" })).toBeVisible();
  // What the colleague added stays, without their key in any answer.
  await admin.goto(`${loupe.url}/settings/model-servers`);
  await expect(admin.getByRole("grid", { name: "Model servers" }).getByRole("row", { name: /lab/ })).toBeVisible();
  expect(await admin.content()).not.toContain(KEY);
  expect(loupe.output).not.toContain(KEY);
  await context.close();
});
