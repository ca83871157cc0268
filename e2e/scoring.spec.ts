import type { Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { isOneOf, whereAll } from "@/lib/contract/conditions";
import { callIdOf, versionRef } from "@/lib/contract/refs";
import { JsonNode } from "@/lib/json/node";
import { toJsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { Loupe } from "./loupe/loupe";
import { PRICE } from "./loupe/price";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { CLERK, standInClerk } from "./loupe/stand-in-clerk";
import { tabTo } from "./loupe/tab-to";
import { expect, serviceClient, test } from "./loupe/test";

const PROJECT = "local/scoring";
/** What each verdict of the stand-in costs: 10 and 2 tokens. */
const VERDICT_USD = 10 * PRICE.prompt_token_cost + 2 * PRICE.completion_token_cost;
const CITY = "Lyon|Lisbon";
/** By the ids of the traces. */
const FIRST: Readonly<Record<string, string>> = {
  "parcel-0": "It is in Lyon, thank you for asking.",
  "parcel-1": "Lisbon.",
  "parcel-2": "Nobody knows, thank you.",
};
/** The judge answers to this one only later. */
const REFUSED = "Lisbon.";
const isPolite = (answer: string) => answer.includes("thank you");

test.use({ storageState: { cookies: [], origins: [] } });

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const panel = (page: Page, name: string) => page.getByRole("complementary", { name: `Rule ${name}` });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

/** A count or another fact of a rule's panel. */
const fact = (page: Page, rule: string, term: string) =>
  panel(page, rule).getByRole("term").filter({ hasText: term }).locator("xpath=following-sibling::dd[1]");

async function expectNoBarriers(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await barriersOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Publishes a scorer and returns its ref. */
async function publishScorer(service: Client, object_id: string, scorer: object): Promise<string> {
  const bases = { _type: "Scorer", _class_name: "Scorer", _bases: ["Object", "BaseModel"] };
  const val = toJsonText({ ...bases, name: object_id, scorer });
  const { digest } = await service.request("objCreate", { obj: { project_id: PROJECT, object_id, val } });
  return versionRef(PROJECT, { kind: "object", name: object_id, digest });
}

const sendTraces = (service: Client, answers: Readonly<Record<string, string>>) =>
  sendCalls(
    service,
    PROJECT,
    Object.entries(answers).flatMap(([id, content]) => [
      { id, ended_at: ENDED, inputs: '{"question": "Where is it?"}', output: JSON.stringify({ content }) },
      { id: `${id}-step`, trace_id: id, parent_id: id, ended_at: ENDED, output: '{"content": "Lyon"}' },
    ]),
  );

/** The scores of a scorer by call, as they are stored. */
async function scoresOf(service: Client, scorer: string): Promise<Record<string, unknown>> {
  const query = whereAll([isOneOf("feedback_type", [`core.runnable.${scorer}`])]);
  const { result } = await service.request("feedbackQuery", { project_id: PROJECT, query });
  return Object.fromEntries(
    result.map(({ core_ref: ref, payload }) => [
      callIdOf(ref),
      payload && JsonNode.parse(payload).get("output")?.boolean(),
    ]),
  );
}

const mapped = <Value>(answers: Readonly<Record<string, string>>, valueOf: (answer: string) => Value) =>
  Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, valueOf(answer)]));

test("rules score new traces by a pattern, and earlier ones by a judge with a budget", async ({ page }) => {
  test.setTimeout(240_000);
  let isMended = false;
  const judge = await standInClerk((messages) => {
    const answer = messages.at(-1)?.content ?? "";
    if (answer.includes(REFUSED) && !isMended) return undefined;
    return JSON.stringify({ reasoning: "By its words.", score: isPolite(answer) });
  });
  const loupe = await Loupe.place();
  try {
    await loupe.start("start", {
      LOUPE_UPSTREAMS: JSON.stringify([{ name: "here", base_url: judge.url, models: [CLERK] }]),
    });
    await page.goto(loupe.signInLink);
    await page.waitForURL(`${loupe.url}/`);
    const service = serviceClient(loupe);
    const { keyboard } = page;
    await publishScorer(service, "city", { type: "regex", pattern: CITY });
    await publishScorer(service, "expected", { type: "exact" });
    const score = { type: "boolean" };
    const content = "Is this polite? {{output}}";
    const scorer = { type: "judge", model: CLERK, messages: [{ role: "user", content }], score };
    const polite = await publishScorer(service, "polite", scorer);
    await service.request("costCreate", { project_id: PROJECT, costs: { [CLERK]: PRICE } });

    await test.step("a rule is made by keyboard", async () => {
      await page.goto(`${loupe.url}/${PROJECT}/scoring`);
      await expect(page.getByRole("heading", { name: "No scoring rules yet" })).toBeVisible();
      await keyboard.press("n");
      const form = dialog(page, "New scoring rule");
      await expect(form.getByText("1 scorer is not offered")).toBeVisible();
      await form.getByLabel("Scorer").selectOption({ label: "city v1 · Regular expression" });
      await tabTo(form.getByLabel("Name"));
      await keyboard.type("Names a city");
      await tabTo(form.getByLabel("Filter"));
      await keyboard.type("latency>soon");
      await keyboard.press("Enter");
      await expect(form.getByLabel("Filter")).toHaveAttribute("aria-invalid", "true");
      await expectNoBarriers(page);
      await form.getByLabel("Filter").fill("op:answer");
      await keyboard.press("Enter");
      await expect(panel(page, "Names a city").getByText("Active")).toBeVisible();
    });

    await test.step("it scores the roots of new traces, each once", async () => {
      await sendTraces(service, FIRST);
      await expect(fact(page, "Names a city", "Scored")).toHaveText("3");
      const expected = mapped(FIRST, (answer) => new RegExp(CITY, "u").test(answer));
      expect(await scoresOf(service, "city")).toEqual(expected);
      await sendTraces(service, { "parcel-3": "Still in Lyon." });
      await expect(fact(page, "Names a city", "Scored")).toHaveText("4");
      expect(await scoresOf(service, "city")).toEqual({ ...expected, "parcel-3": true });
      await expectNoBarriers(page);
      await panel(page, "Names a city").getByRole("link", { name: "Scores", exact: true }).click();
      await expect(page.getByRole("grid", { name: "Feedback" }).getByText("true")).toHaveCount(3);
      await page.goBack();
      await panel(page, "Names a city").getByRole("link", { name: "Alert on these scores" }).click();
      const alert = dialog(page, "New alert");
      await expect(alert.getByLabel("Feedback type")).toHaveValue("core.runnable.city");
      await expect(alert.getByLabel("Value", { exact: true })).toHaveValue("true");
    });

    await test.step("a rule of a judge begins on the page of its scorer, with the budget of four verdicts", async () => {
      await page.goto(`${loupe.url}/${PROJECT}/objects/polite/latest`);
      await page.getByRole("link", { name: "Score new traces" }).click();
      const form = dialog(page, "New scoring rule");
      await expect(form.getByLabel("Scorer")).toHaveValue(polite);
      await form.getByLabel("Budget in USD").fill(String(4 * VERDICT_USD));
      await press(page, "Create rule");
      await expect(fact(page, "polite", "Cost")).toHaveText("$0 of $0.120");
    });

    await test.step("a backfill says what it would score and cost; the failure is shown and retried", async () => {
      await press(page, "Backfill");
      const form = dialog(page, "Backfill polite");
      await form.getByRole("button", { name: /^Last/ }).click();
      await page.getByRole("group", { name: "Ranges" }).getByRole("button", { name: "All time" }).click();
      await expect(form.getByText("a rough estimate")).toBeVisible();
      await expect(form.getByRole("button", { name: "Score 4 traces" })).toBeEnabled();
      await expectNoBarriers(page);
      expect(judge.asked).toHaveLength(0);
      await press(page, "Score 4 traces");
      await expect(fact(page, "polite", "Scored")).toHaveText("3");
      await expect(fact(page, "polite", "Failed")).toHaveText("1");
      const failure = panel(page, "polite").getByRole("list", { name: "Failures" }).getByRole("listitem");
      await expect(failure).toContainText("this parcel is not in the files");
      await expectNoBarriers(page);
      isMended = true;
      await press(page, "Retry 1 failed call");
      await expect(fact(page, "polite", "Scored")).toHaveText("4");
      await expect(failure).toHaveCount(0);
      expect(await scoresOf(service, "polite")).toEqual({ ...mapped(FIRST, isPolite), "parcel-3": false });
    });

    await test.step("it pauses at its budget with the reason, and goes on with another", async () => {
      await expect(fact(page, "polite", "Cost")).toHaveText("$0.120 of $0.120");
      await sendTraces(service, { "parcel-4": "In Porto, thank you." });
      await expect(panel(page, "polite").getByText(/^Paused: The budget of .* is used up/)).toBeVisible();
      await expect(fact(page, "polite", "Waiting")).toHaveText("1");
      await press(page, "Edit");
      await dialog(page, "Edit polite").getByLabel("Budget in USD").fill("1");
      await press(page, "Save rule");
      await press(page, "Resume");
      await expect(fact(page, "polite", "Scored")).toHaveText("5");
      await expect(panel(page, "polite").getByText("Paused")).toHaveCount(0);
      expect(await scoresOf(service, "polite")).toMatchObject({ "parcel-4": true });
    });

    await test.step("what comes while it is paused is for a backfill, which scores nothing twice", async () => {
      await press(page, "Pause");
      await expect(panel(page, "polite").getByText(/^No calls are collected while it is paused/)).toBeVisible();
      await sendTraces(service, { "parcel-5": "In Rome." });
      await press(page, "Resume");
      await press(page, "Backfill");
      const form = dialog(page, "Backfill polite");
      await form.getByRole("button", { name: /^Last/ }).click();
      await page.getByRole("group", { name: "Ranges" }).getByRole("button", { name: "All time" }).click();
      await expect(form.getByText("from what verdicts of this version have cost so far")).toBeVisible();
      await press(page, "Score 1 trace");
      await expect(fact(page, "polite", "Scored")).toHaveText("6");
      // One was refused.
      expect(judge.asked).toHaveLength(7);
    });

    await test.step("the filter of the list of traces begins a rule; a deleted one leaves its scores", async () => {
      await page.goto(`${loupe.url}/${PROJECT}/calls?q=op:answer`);
      await press(page, "Filter");
      await page.getByRole("link", { name: "Score new traces with this filter" }).click();
      await expect(dialog(page, "New scoring rule").getByLabel("Filter")).toHaveValue("op:answer");
      await keyboard.press("Escape");
      await page.getByRole("grid", { name: "Scoring rules" }).getByRole("row", { name: "polite" }).click();
      await press(page, "Delete");
      await press(page, "Delete rule");
      await expect(page.getByRole("grid", { name: "Scoring rules" }).getByRole("row")).toHaveCount(2);
      expect(Object.keys(await scoresOf(service, "polite"))).toHaveLength(6);
    });
  } finally {
    await loupe.remove();
    await judge.close();
  }
});
