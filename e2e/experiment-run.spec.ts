import type { Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { toJsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { Loupe } from "./loupe/loupe";
import { CLERK, type StandInClerk, standInClerk } from "./loupe/stand-in-clerk";
import { tabTo } from "./loupe/tab-to";
import { expect, serviceClient, test } from "./loupe/test";

const PROJECT = "local/experiments";
const LONG = "Answer at length.";
const SHORT = "Answer with the city.";
const CITIES = ["Lyon", "Lisbon", "Porto", "Paris", "Rome", "Oslo"];
/** The places of the parcels that each version of the prompt finds. */
const FOUND: Readonly<Record<string, readonly number[]>> = { [LONG]: [0, 1, 2], [SHORT]: [1, 2, 3, 4, 5] };
/** The parcel that the model refuses at first. */
const REFUSED = 5;
const PATTERN = "^[A-Z][a-z]+$";

test.use({ storageState: { cookies: [], origins: [] } });

const grid = (page: Page, name: string) => page.getByRole("grid", { name });
const summary = (page: Page, line: string) =>
  page.getByRole("table", { name: "Summary" }).getByRole("row", { name: new RegExp(`^${line}`) });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const status = (page: Page) => page.getByRole("region", { name: "Progress" }).getByRole("status").first();
const progress = (page: Page) => page.getByRole("region", { name: "Progress" }).getByRole("progressbar");

function answerOf(system: string, place: number): string {
  return FOUND[system]?.includes(place) ? (CITIES[place] ?? "") : "That is not known";
}

/** How many of the answers of a version the scorer accepts. */
const matches = (system: string) =>
  CITIES.filter((_city, place) => new RegExp(PATTERN, "u").test(answerOf(system, place))).length;

async function expectNoBarriers(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await barriersOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** A dataset, two versions of a prompt, and a scorer. */
async function prepare(service: Client): Promise<void> {
  const rows = CITIES.map((city, place) => toJsonText({ question: `Where is parcel ${place}?`, expected: city }));
  const { digest } = await service.request("tableCreate", { table: { project_id: PROJECT, rows } });
  const publish = (object_id: string, _type: string, val: object) =>
    service.request("objCreate", {
      obj: { project_id: PROJECT, object_id, val: toJsonText({ _type, _class_name: _type, ...val }) },
    });
  await publish("parcels", "Dataset", { _bases: ["Object", "BaseModel"], rows: `weave:///${PROJECT}/table/${digest}` });
  for (const content of [LONG, SHORT])
    await publish("clerk", "MessagesPrompt", {
      _bases: ["Prompt", "Object", "BaseModel"],
      messages: [
        { role: "system", content },
        { role: "user", content: "{{Question}}" },
      ],
      config: { temperature: 0 },
    });
  const scorer = { type: "regex", pattern: PATTERN };
  await publish("one-word", "Scorer", { _bases: ["Object", "BaseModel"], name: "one-word", scorer });
}

/** Fills the form that was opened from a version of the prompt. */
async function fillForm(page: Page): Promise<void> {
  await press(page, "Choose a table");
  await page.getByRole("dialog").getByRole("button", { name: "parcels" }).click();
  await expect(page.getByText("6 requests")).toBeVisible();
  await page.getByRole("button", { name: "Model", exact: true }).click();
  await page.getByRole("option", { name: CLERK }).click();
  await page.getByRole("checkbox", { name: /one-word/ }).click();
  await page.getByLabel("Requests at once").fill("1");
}

test("two versions of a prompt run over a dataset: paused, retried and compared", async ({ page }) => {
  let isMended = false;
  const clerk: StandInClerk = await standInClerk((messages) => {
    const place = Number(/parcel (\d)/.exec(messages.at(-1)?.content ?? "")?.[1]);
    if (place === REFUSED && !isMended) return undefined;
    return answerOf(messages[0]?.content ?? "", place);
  });
  const loupe = await Loupe.place();
  try {
    await loupe.start("start", {
      LOUPE_UPSTREAMS: JSON.stringify([{ name: "here", base_url: clerk.url, models: [CLERK] }]),
    });
    await page.goto(loupe.signInLink);
    await page.waitForURL(`${loupe.url}/`);
    await prepare(serviceClient(loupe));

    await test.step("the form names what is missing, and previews each request", async () => {
      await page.goto(`${loupe.url}/${PROJECT}/experiments`);
      await page.getByRole("link", { name: "New experiment" }).click();
      await press(page, "Run experiment");
      await expect(page.getByText("Nothing was sent. Complete the marked fields.")).toBeVisible();
      for (const problem of ["Choose a table", "Choose a prompt"])
        await expect(page.getByRole("paragraph").filter({ hasText: problem }).first()).toBeVisible();
      await page.goto(`${loupe.url}/${PROJECT}/objects/clerk/v1`);
      await page.getByRole("link", { name: "Run over a table" }).click();
      await fillForm(page);
      await expect(page.getByLabel("{{Question}}")).toHaveValue("question");
      await expect(page.getByLabel("Expected answer")).toHaveValue("expected");
      const preview = page.getByRole("region", { name: "Request of the row" });
      await expect(preview).toContainText('"content": "Where is parcel 0?"');
      await press(page, "Next row");
      await expect(preview).toContainText('"content": "Where is parcel 1?"');
      await expect(preview).toContainText('"temperature": 0');
      await page.getByLabel("Rows to run").selectOption("Rows that match a filter");
      await page.getByLabel("Column", { exact: true }).selectOption("expected");
      await page.getByLabel("Text", { exact: true }).fill("o");
      await expect(page.getByText("5 of 6 rows match.")).toBeVisible();
      await expect(page.getByText("5 requests")).toBeVisible();
      await page.getByLabel("Comparison").selectOption("equals");
      await press(page, "Run experiment");
      await expect(page.getByText("No row matches the filter", { exact: true })).toBeVisible();
      await page.getByLabel("Text", { exact: true }).fill("Porto");
      await expect(page.getByText("1 of 6 rows matches.")).toBeVisible();
      await expect(preview).toContainText('"content": "Where is parcel 2?"');
      await expectNoBarriers(page);
      await page.getByLabel("Rows to run").selectOption("All 6 rows");
      await expectNoBarriers(page);
      await page.reload();
      await expect(page.getByLabel("Requests at once")).toHaveValue("1");
    });

    await test.step("it is created once, and pauses after the request that is under way", async () => {
      clerk.hold();
      await page.getByRole("button", { name: "Run experiment" }).dblclick();
      await expect(page.getByRole("heading", { name: "clerk, clerk-1 on parcels" })).toBeVisible();
      await expect.poll(() => clerk.asked.length).toBe(1);
      await expect(status(page)).toHaveText("Running");
      await press(page, "Pause");
      await expect(status(page)).toHaveText("Paused");
      clerk.release();
      await expect(progress(page)).toHaveAttribute("aria-valuetext", "1 of 6 rows");
      await page.goto(`${loupe.url}/${PROJECT}/experiments`);
      await expect(grid(page, "Experiments").getByRole("row")).toHaveCount(2);
      await expect(grid(page, "Experiments").getByRole("progressbar")).toHaveAttribute("aria-valuenow", "1");
      expect(clerk.asked).toHaveLength(1);
    });

    await test.step("it goes on, and a failed row is retried", async () => {
      await expectNoBarriers(page);
      await grid(page, "Experiments").getByRole("link").first().click();
      await press(page, "Resume");
      await expect(status(page)).toHaveText("Completed");
      await expect(progress(page)).toHaveAttribute("aria-valuetext", "6 of 6 rows");
      await expect(grid(page, "Examples").getByText("this parcel is not in the files")).toBeVisible();
      await expectNoBarriers(page);
      isMended = true;
      await press(page, "Retry 1 failed row");
      await expect(page.getByRole("button", { name: /Retry/ })).toBeHidden();
      await expect(status(page)).toHaveText("Completed");
      await expect(summary(page, "Failures")).toContainText("0 of 6 results");
      await expect(grid(page, "Examples").getByText("this parcel is not in the files")).toBeHidden();
      await expect(summary(page, "one-word.score").getByRole("cell")).toHaveText(`${(matches(LONG) / 6) * 100}%`);
      expect(clerk.asked).toHaveLength(7);
    });

    await test.step("the other version is run by keyboard, and compared", async () => {
      const { keyboard } = page;
      await tabTo(page.getByRole("link", { name: "Run again" }));
      await keyboard.press("Enter");
      await expect(page.getByText("6 requests")).toBeVisible();
      await tabTo(page.getByRole("button", { name: "Change prompt" }));
      await keyboard.press("Enter");
      await tabTo(page.getByRole("dialog").getByRole("button", { name: "clerk, v2" }));
      await keyboard.press("Enter");
      await expect(page.getByRole("region", { name: "Request of the row" })).toContainText(SHORT);
      await tabTo(page.getByLabel("Name", { exact: true }));
      await keyboard.press("ControlOrMeta+a");
      await keyboard.type("short answers");
      await keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "short answers" })).toBeVisible();
      await expect(status(page)).toHaveText("Completed");
      await page.goto(`${loupe.url}/${PROJECT}/experiments`);
      await expect(grid(page, "Experiments").getByRole("row")).toHaveCount(3);
      for (const key of ["j", "x", "j", "x", "c"]) await keyboard.press(key);
      await expect(page.getByRole("heading", { name: "Compare experiments" })).toBeVisible();
      const cells = summary(page, "one-word.score").getByRole("cell");
      await expect(cells.nth(0)).toContainText("50%");
      const [higher, lower] = [SHORT, LONG].map(
        (of, at, both) =>
          FOUND[of]?.filter((place) => !FOUND[both[1 - at] ?? ""]?.includes(place)).length ?? Number.NaN,
      );
      await expect(cells.nth(1)).toContainText("83");
      await expect(cells.nth(1)).toContainText(
        `${higher} higher, ${lower} lower, ${6 - (higher ?? 0) - (lower ?? 0)} the same`,
      );
      expect(matches(SHORT) / 6).toBeCloseTo(0.833, 3);
    });

    await test.step("only the rows that a filter selects are run", async () => {
      const before = clerk.asked.length;
      await page.goto(`${loupe.url}/${PROJECT}/objects/clerk/v1`);
      await page.getByRole("link", { name: "Run over a table" }).click();
      await fillForm(page);
      await page.getByLabel("Rows to run").selectOption("Rows that match a filter");
      await page.getByLabel("Column", { exact: true }).selectOption("expected");
      await page.getByLabel("Text", { exact: true }).fill("PORTO");
      await press(page, "Run experiment");
      await expect(status(page)).toHaveText("Completed");
      await expect(progress(page)).toHaveAttribute("aria-valuetext", "1 of 1 row");
      expect(clerk.asked.slice(before).map((messages) => messages.at(-1)?.content)).toEqual(["Where is parcel 2?"]);
    });
  } finally {
    clerk.release();
    await loupe.remove();
    await clerk.close();
  }
});
