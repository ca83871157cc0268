import type { Page } from "@playwright/test";
import { JsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { Loupe } from "./loupe/loupe";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, serviceClient, test as base } from "./loupe/test";

const PROJECT = "local/alone";

/** Addresses in a Loupe with data for every endpoint, opened by one whose service has only the core interface. */
const test = base.extend<object, { digest: string }>({
  loupe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const loupe = await Loupe.place();
      try {
        await loupe.start("service");
        await use(loupe);
      } finally {
        await loupe.remove();
      }
    },
    { scope: "worker", timeout: 240_000 },
  ],
  digest: [
    async ({ loupe }, use) => {
      const service = serviceClient(loupe);
      const val = new JsonText('{"seed": 12345678901234567890}');
      await service.request("objCreate", { obj: { project_id: PROJECT, object_id: "settings", val } });
      const rows = Array.from({ length: 230 }, (_, n) => new JsonText(`{"n": ${n}}`));
      const { digest } = await service.request("tableCreate", { table: { project_id: PROJECT, rows } });
      const trace = { trace_id: "root", ended_at: ENDED };
      await sendCalls(service, PROJECT, [
        { ...trace, id: "root", op_name: "agent", inputs: '{"ask": 1.0}', output: '"done"' },
        { ...trace, id: "child", parent_id: "root", op_name: "step", output: '{"n": 12345678901234567890}' },
      ]);
      const costs = { "m-1": { prompt_token_cost: 1e-6, completion_token_cost: 2e-6 } };
      await service.request("costCreate", { project_id: PROJECT, costs });
      await loupe.stop();
      await loupe.start("start", { LOUPE_SERVICE_CORE_ONLY: "1" });
      await use(digest);
    },
    { scope: "worker", timeout: 240_000 },
  ],
  // Signs in where only the core interface is available.
  session: [
    async ({ browser, loupe, digest }, use) => {
      expect(digest).not.toBe("");
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(loupe.signInLink);
      await page.waitForURL(`${loupe.url}/`);
      await use(await context.storageState());
      await context.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

// Its Loupe is started twice, so one worker runs all of these.
test.describe.configure({ mode: "default" });

const lacks = (page: Page, what: string) => page.getByRole("heading", { name: `This service does not ${what}` });

test("an object and a table open by ref @all", async ({ page, digest }) => {
  await page.goto(`/${PROJECT}/objects`);
  await expect(lacks(page, "list objects")).toBeVisible();
  await page.getByLabel("Ref").fill(`core:///${PROJECT}/object/settings:v0`);
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("tree", { name: "Value" })).toContainText("12345678901234567890");

  await page.goto(`/${PROJECT}/tables`);
  await expect(lacks(page, "list tables")).toBeVisible();
  await page.getByLabel("Ref").fill(`weave:///${PROJECT}/table/${digest}`);
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("grid", { name: "Rows" })).toHaveAttribute("aria-rowcount", "231");
  await expect(page.getByRole("grid", { name: "Rows" }).getByRole("row").nth(3)).toContainText("2");
});

test("each list names the missing endpoint and opens a ref by keyboard", async ({ page }) => {
  const screens = [
    ["/", "list projects"],
    [`/${PROJECT}`, "list traces"],
    [`/${PROJECT}/calls`, "list traces"],
    [`/${PROJECT}/threads`, "list threads"],
    [`/${PROJECT}/feedback`, "list feedback"],
    [`/${PROJECT}/feedback/analysis`, "analyze feedback"],
    [`/${PROJECT}/feedback/annotations`, "list annotations"],
    [`/${PROJECT}/feedback/queues`, "list queues"],
    [`/${PROJECT}/objects`, "list objects"],
    [`/${PROJECT}/ops`, "list ops"],
    [`/${PROJECT}/tables`, "list tables"],
    [`/${PROJECT}/training`, "list training jobs"],
    [`/${PROJECT}/training/01980b9c-0000-7000-8000-000000000000`, "report job status"],
  ] as const;
  for (const [path, what] of screens) {
    await page.goto(path);
    await expect(lacks(page, what)).toBeVisible();
    await expect(page.getByLabel("Ref")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    expect(await barriersOn(page)).toEqual([]);
  }
  await page.getByLabel("Ref").focus();
  await page.keyboard.type("core:///nowhere");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Ref")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Ref").fill(`core:///${PROJECT}/call/child`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "step" })).toBeVisible();
});

test("a call is shown alone, links to its parent, and is listed as recently opened @all", async ({ page }) => {
  await page.goto(`/${PROJECT}/calls/child?tab=output`);
  await expect(page.getByText("only this call is shown")).toBeVisible();
  await expect(page.getByRole("tree", { name: "Output" })).toContainText("12345678901234567890");
  await expect(page.getByText("This service cannot list feedback")).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await page.goto(`/${PROJECT}/calls/child`);
  await page.getByRole("button", { name: "IDs and more" }).click();
  await page.getByRole("link", { name: "root", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "agent" })).toBeVisible();
  await page.goto(`/${PROJECT}/calls`);
  await page.getByRole("navigation", { name: "Recently opened" }).getByRole("link", { name: "step" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "step" })).toBeVisible();
});

test("core endpoints work: prices, playground, command palette @all", async ({ page }) => {
  await page.goto(`/${PROJECT}/costs`);
  await expect(page.getByText("This service does not report costs over time")).toBeVisible();
  await page.getByLabel("Search models").fill("m-1");
  await expect(page.getByRole("grid", { name: "Prices" }).getByRole("row", { name: "m-1" })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  for (const [path, shows] of [
    [`/${PROJECT}/models`, page.getByRole("heading", { level: 1 })],
    [`/${PROJECT}/playground`, page.getByRole("toolbar", { name: "Playground" })],
    [`/${PROJECT}/threads/some`, page.getByText("This service does not list the calls of a thread")],
    ["/settings/keys", page.getByRole("heading", { name: "This service does not manage keys" })],
    ["/settings/people", page.getByRole("heading", { name: "This service does not manage people" })],
    ["/settings/model-servers", page.getByRole("heading", { name: "This service does not manage model servers" })],
    ["/settings/audit", page.getByRole("heading", { name: "This service has no audit log" })],
    [
      "/settings/training-runner",
      page.getByRole("heading", { name: "This service has no settings for a training runner" }),
    ],
    ["/settings/preferences", page.getByRole("heading", { level: 1, name: "Preferences" })],
  ] as const) {
    await page.goto(path);
    await expect(shows).toBeVisible();
    expect(await barriersOn(page)).toEqual([]);
  }
  await page.goto(`/${PROJECT}/costs`);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Go to" }).fill(`core:///${PROJECT}/object/settings:v0`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tree", { name: "Value" })).toContainText("12345678901234567890");
});
