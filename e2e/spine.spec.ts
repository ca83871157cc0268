import type { Page } from "@playwright/test";
import { formatDuration } from "@/lib/format/duration";
import { Loupe } from "./loupe/loupe";
import { type SentSpan, runCustomerAgent } from "./loupe/run-program";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test } from "./loupe/test";

const PROJECT = "local/support";
const QUESTION = "Where is my parcel 9913?";
const ANSWER = "Your order left Lyon this morning.";
const CUSTOM_JSON = '{"score": 1.0, "ticket": 12345678901234567890}';

test.use({ storageState: { cookies: [], origins: [] } });

test("a trace is sent, found, read and annotated, and survives kill -9 of everything", async ({ page }) => {
  const loupe = await Loupe.place();
  const model = await standInModel(ANSWER);
  try {
    await loupe.start();
    const agent = { project: PROJECT, modelUrl: model.url };
    await runCustomerAgent(loupe, { ...agent, question: "Do you ship to Portugal?" });
    const spans = await runCustomerAgent(loupe, { ...agent, question: QUESTION });

    await page.goto(loupe.signInLink);
    await page.getByRole("link", { name: PROJECT }).click();
    await page.getByRole("link", { name: "View all traces" }).click();
    const rows = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
    await expect(rows).toHaveCount(2);
    await page.getByRole("combobox", { name: "Search or filter" }).fill("parcel 9913");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(`${QUESTION} → ${ANSWER}`);
    await expect(rows.getByRole("gridcell", { name: "131", exact: true })).toBeVisible();
    await rows.getByRole("link").click();

    await expectTrace(page, spans);
    await annotate(page);
    await expectFeedback(page);

    await loupe.kill();
    await loupe.start();
    await page.reload();
    await expectTrace(page, spans);
    await expectFeedback(page);
  } finally {
    await loupe.remove();
    await model.close();
  }
});

/** The call page shows the tree, times, tokens and messages of the agent as they were sent. */
async function expectTrace(page: Page, spans: readonly SentSpan[]): Promise<void> {
  const tree = page.getByRole("treegrid", { name: "Calls in this trace" });
  await expect(tree.getByRole("row").filter({ has: page.getByRole("gridcell") })).toHaveCount(spans.length);
  const shownAs = new Map([
    ["ai.generateText", "track-and-answer"],
    ["ai.toolCall", "track_parcel"],
  ]);
  for (const span of spans) {
    const row = tree
      .getByRole("row", { name: shownAs.get(span.name) ?? span.name })
      .filter({ hasText: formatDuration(span.durationMs) })
      .first();
    await expect(row).toHaveAttribute("aria-level", String(levelOf(span, spans)));
  }

  await tree.getByRole("row", { name: "answer-customer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "answer-customer" })).toBeVisible();
  const facts = page.getByRole("main").getByRole("definition");
  await expect(facts.filter({ hasText: "131 tokens" }).first()).toBeVisible();
  await expect(facts.filter({ hasText: "thread-a1" }).first()).toBeVisible();
  await expect(page.getByRole("article", { name: "user message" })).toContainText(QUESTION);
  await expect(page.getByRole("article", { name: "assistant message" })).toContainText(ANSWER);

  await tree.getByRole("row", { name: "ai.generateText.doGenerate" }).last().click();
  await page.getByRole("button", { name: /earlier messages? from ai\.generateText\.doGenerate/ }).click();
  await expect(page.getByRole("article", { name: "system message" })).toContainText("Be brief.");
  await expect(page.getByRole("group", { name: "Tool call track_parcel" })).toContainText("9913");
  await expect(page.getByRole("group", { name: "Tool result track_parcel" })).toContainText("Lyon");
  await expect(facts.filter({ hasText: "79 tokens" }).first()).toBeVisible();

  await tree.getByRole("row", { name: "answer-customer" }).click();
  await expect(page.getByRole("article", { name: "user message" })).toContainText(QUESTION);
}

async function annotate(page: Page): Promise<void> {
  const feedback = page.getByRole("region", { name: "Feedback" });
  await feedback.getByRole("button", { name: "React with 👍" }).click();
  await feedback.getByLabel("Note").fill("Right answer.\nBut slow.");
  await feedback.getByLabel("Note").press("ControlOrMeta+Enter");
  await expect(feedback.getByLabel("Note")).toHaveValue("");
  await feedback.getByRole("button", { name: "Custom JSON" }).click();
  await feedback.getByLabel("Type", { exact: true }).fill("rating");
  await feedback.getByLabel("JSON", { exact: true }).fill(CUSTOM_JSON);
  await feedback.getByRole("button", { name: "Add feedback" }).click();
  await expect(feedback.getByLabel("JSON", { exact: true })).toHaveValue("");
}

async function expectFeedback(page: Page): Promise<void> {
  const given = page.getByRole("list", { name: "Existing feedback" }).getByRole("listitem");
  await expect(given).toHaveCount(3);
  await expect(given.filter({ hasText: "👍" })).toContainText("admin");
  await expect(given.filter({ hasText: "Right answer.\nBut slow." })).toBeVisible();
  const custom = given.filter({ hasText: "rating" });
  await expect(custom).toContainText("12345678901234567890");
  await expect(custom).toContainText("1.0");
}

function levelOf(span: SentSpan, spans: readonly SentSpan[]): number {
  const parent = spans.find(({ id }) => id === span.parentId);
  return parent ? levelOf(parent, spans) + 1 : 1;
}
