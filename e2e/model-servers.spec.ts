import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { barriersOn } from "./loupe/barriers";
import { filesIn } from "./loupe/files-in";
import { Loupe } from "./loupe/loupe";
import { chooseModel, openPlayground, pane, turn } from "./loupe/playground";
import { signInByKey } from "./loupe/sign-in";
import { type StandInChat, standInChat } from "./loupe/stand-in-chat";
import { tabTo } from "./loupe/tab-to";
import { test as base, expect } from "./loupe/test";
import { watchContext } from "./loupe/watched-context";

const KEY = "sk-canary-e2e-0123456789abcdef";
const PAGE = "/settings/model-servers";

/** Playwright's test with a Loupe whose only model server does not respond, and one that could be added. */
const test = base.extend<object, { lab: StandInChat }>({
  lab: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const lab = await standInChat(["talker", "reasoner", "measured"], KEY);
      await use(lab);
      await lab.close();
    },
    { scope: "worker" },
  ],
  loupe: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const gone = await standInChat();
      await gone.close();
      const loupe = await Loupe.place();
      const upstreams = [{ name: "gpu-1", base_url: gone.url, projects: ["*"], max_parallel: 4 }];
      try {
        await loupe.start("start", { LOUPE_UPSTREAMS: JSON.stringify(upstreams) });
        await use(loupe);
      } finally {
        await loupe.remove();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const rowOf = (page: Page, name: string) =>
  page.getByRole("grid", { name: "Model servers" }).getByRole("row", { name, exact: false });
const peekOf = (page: Page, name: string) => page.getByRole("complementary", { name: `Model server ${name}` });
const testResult = (page: Page) => page.getByRole("status", { name: "Test" });

/** All responses to the browser from now on. */
function recordResponses(context: BrowserContext) {
  const reading: Promise<string>[] = [];
  context.on("response", (response) => {
    const text = response.text().catch(() => "");
    reading.push(text.then((body) => `${response.url()} ${JSON.stringify(response.headers())} ${body}`));
  });
  return async () => Promise.all(reading);
}

test("a model server is added, tested, asked, changed by two people and deleted; its key is nowhere @all", async ({
  page,
  context,
  loupe,
  lab,
  service,
  project,
}) => {
  const responses = recordResponses(context);
  await page.goto(`/${project}/models`);
  await expect(page.getByRole("heading", { name: "No models yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Look on the service's machine" })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await openPlayground(page, project);
  await expect(page.getByText("No model can be called for this project yet.")).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole("link", { name: "Add a model server" }).click();

  const form = page.getByRole("dialog", { name: "Add model server" });
  await expect(form.getByLabel("Address")).toHaveValue("https://api.openai.com/v1");
  await form.getByLabel("Provider").selectOption("Other");
  await form.getByLabel("Name").fill("lab");
  await form.getByLabel("Address").fill(lab.url);
  await form.getByLabel("Key (optional)").fill("sk-wrong-0123456789");
  await form.getByRole("button", { name: "Test" }).click();
  await expect(testResult(page)).toContainText("The server rejected the API key (401): Incorrect API key provided");
  await expect(form.getByLabel("Key (optional)")).toHaveAttribute("aria-invalid", "true");
  await form.getByLabel("Key (optional)").fill(KEY);
  await form.getByRole("button", { name: "Test" }).click();
  await expect(testResult(page)).toContainText("3 models");
  await expect(testResult(page)).toContainText("talker answered “Paris is the **capital** of France.”");
  expect(await barriersOn(page)).toEqual([]);
  const source = await page.content();
  await form.getByRole("button", { name: "Add model server" }).click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${PAGE}\\?server=[\\da-f-]+$`));
  for (const name of ["Responds", "ends with cdef", "All", "3"])
    await expect(rowOf(page, "lab").getByRole("gridcell", { name, exact: true })).toBeVisible();

  await rowOf(page, "gpu-1").getByRole("gridcell").nth(3).click();
  await expect(peekOf(page, "gpu-1")).toContainText("It is fixed by LOUPE_UPSTREAMS.");
  await expect(peekOf(page, "gpu-1")).toContainText("Does not respond");
  expect(await barriersOn(page)).toEqual([]);

  await openPlayground(page, project);
  await turn(page, 2).fill("What is the capital of France?");
  await chooseModel(page, 1, "talker");
  await page.getByRole("toolbar").getByRole("button", { name: "Run" }).click();
  await expect(pane(page, 1)).toContainText("Paris is the capital of France.");
  await expect(page.getByText("No model can be called for this project yet.")).toBeHidden();

  // By keyboard from here on.
  const { connections } = await service.request("connectionsQuery", {});
  const added = connections.find(({ name }) => name === "lab");
  await page.goto(PAGE);
  await expect(rowOf(page, "lab")).toBeVisible();
  for (const name of ["gpu-1", "lab"]) {
    await page.keyboard.press("j");
    await expect(rowOf(page, name)).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await tabTo(peekOf(page, "lab").getByRole("button", { name: "Edit" }));
  await page.keyboard.press("Enter");
  const edit = page.getByRole("dialog", { name: "Edit lab" });
  await expect(edit.getByText("The stored key ends with cdef.")).toBeVisible();
  await service.request("connectionsUpdate", { id: added?.id ?? "", max_parallel: 4 });
  await tabTo(edit.getByLabel("Models"));
  await page.keyboard.type("talker");
  await tabTo(edit.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await expect(edit.getByText(/^Somebody else changed this model server/)).toContainText(
    "Their changes are now in the form: requests at once.",
  );
  await expect(edit.getByLabel("Requests at once")).toHaveValue("4");
  await expect(edit.getByLabel("Models")).toHaveValue("talker");
  expect(await barriersOn(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(edit).toBeHidden();
  const after = await service.request("connectionsQuery", {});
  expect(after.connections.find(({ name }) => name === "lab")).toMatchObject({
    models: ["talker"],
    max_parallel: 4,
    has_key: true,
    revision: 3,
  });

  await tabTo(peekOf(page, "lab").getByRole("button", { name: "Delete" }));
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Delete the model server “lab”?" });
  await expect(question).toContainText("its key is deleted too");
  await tabTo(question.getByRole("button", { name: "Delete model server" }));
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "lab")).toHaveCount(0);
  await expect(rowOf(page, "gpu-1")).toBeVisible();

  const stores = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, document.cookie, location.href]),
  );
  const places = [...(await responses()), source, await page.content(), stores, loupe.output];
  for (const file of filesIn(loupe.dataFolder)) places.push(readFileSync(file, "latin1"));
  expect(places.filter((text) => text.includes(KEY))).toEqual([]);
  expect(lab.arrived.some((body) => body.includes("What is the capital of France?"))).toBe(true);
});

test("on a phone, and by somebody who may not @all", async ({ page, browser, loupe, service, project }) => {
  await service.request("connectionsCreate", {
    name: `hosted-${project.slice(-8)}`,
    base_url: "http://127.0.0.1:9/an/address/with/a/very/long/path/of/many/segments/openai/v1",
    api_key: KEY,
    models: ["m-1", "m-2"],
    projects: [project, "acme/*", "understanding-of-speech/*"],
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PAGE);
  await rowOf(page, "hosted-").getByRole("gridcell").first().click();
  await expect(peekOf(page, "hosted-")).toContainText("m-1, m-2");
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "More settings" }).click();
  await page.getByRole("button", { name: "Add header" }).click();
  expect(await barriersOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const { api_key } = await service.request("keysCreate", {
    owner: `ada of ${project}`,
    roles: [{ project_pattern: project, role: "admin" }],
  });
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const problems = await watchContext(context);
  const other = await context.newPage();
  await signInByKey(other, { url: `${loupe.url}${PAGE}`, key: api_key });
  await expect(
    other.getByRole("heading", { name: "Model servers are managed by admins of all projects" }),
  ).toBeVisible();
  await other.goto(`${loupe.url}/${project}/models`);
  await expect(other.getByText("Ask an admin of all projects to add a model server")).toBeVisible();
  expect(await barriersOn(other)).toEqual([]);
  await context.close();
  expect(problems, "what no page may do").toEqual([]);
});
