import type { Locator, Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import { callRef } from "@/lib/contract/refs";
import { formatDuration } from "@/lib/format/duration";
import { JsonNode } from "@/lib/json/node";
import { toJsonText } from "@/lib/json/text";
import { PRICE } from "./loupe/price";
import { runPromptPublisher } from "./loupe/run-program";
import { expect, test } from "./loupe/test";

const compared = (page: Page) => page.getByRole("table", { name: "Versions compared" });
const rowOf = (page: Page, version: string) =>
  compared(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: version, exact: true }) });
/** The cells of a version: calls, error rate, p50, p95, tokens, cost, cost of traces, feedback, mean. */
const cellsOf = (row: Locator) => row.getByRole("cell").allTextContents();

test("a prompt's page tells how each version does, and which calls used it @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  await service.request("costCreate", { project_id: project, costs: { "priced-1": PRICE } });
  const [digest = ""] = await runPromptPublisher(loupe, service, project, "prompt-calls");
  const calls = await callsOf(service, project);
  const failed = calls.find(({ exception }) => exception !== undefined);
  const rated = calls.filter((call) => inputOf(call, "question")?.startsWith("Where is parcel"));
  const give = (id: string, value: number | string) =>
    service.request("feedbackCreate", {
      project_id: project,
      core_ref: callRef(project, id),
      feedback_type: "rating",
      payload: toJsonText({ value }),
    });
  for (const call of rated) await give(call.id, inputOf(call, "question") === "Where is parcel 2?" ? 2 : 5);
  await give(failed?.id ?? "", "unusable");

  await page.goto(`/${project}/objects/support/v1`);
  await page.getByRole("tab", { name: "Statistics" }).click();
  // Weave: the op that got the prompt has no tokens of its own; those of its trace are its child's.
  await expect(rowOf(page, "v1").getByRole("link", { name: "3 calls of v1" })).toBeVisible();
  const [count, errors, p50, p95, ...rest] = await cellsOf(rowOf(page, "v1"));
  expect([count, errors]).toEqual(["3", "33.3%"]);
  const latencies = calls
    .filter((call) => inputOf(call, "prompt")?.endsWith(digest))
    .map(({ overview }) => overview?.latency_ms ?? 0);
  expect([p50, p95]).toEqual([0.5, 0.95].map((share) => formatDuration(percentile(latencies, share))));
  // Two answered questions of 1,000 × $0.001 + 100 × $0.01 each; three records, of which two are numbers: 5 and 2.
  expect(rest).toEqual(["0", "—", "$4.00", "3", "3.5 of 2 numbers"]);
  expect((await cellsOf(rowOf(page, "v2"))).toSpliced(2, 2)).toEqual(["1", "0%", "0", "—", "$2.00", "1", "5"]);
  await expect(page.getByRole("img").or(page.getByRole("figure")).first()).toBeVisible();

  await page.getByLabel("Metric").selectOption("Feedback mean");
  await page.getByRole("button", { name: "Show as table: Feedback mean by version" }).click();
  const values = page.getByRole("table", { name: "Feedback mean by version" });
  await expect(values.getByRole("row").last()).toContainText(/3\.5.*5|5.*3\.5/);
  await page.keyboard.press("Escape");

  // The number leads to the same calls.
  await rowOf(page, "v1").getByRole("link", { name: "3 calls of v1" }).click();
  await expect(page.getByRole("grid").getByRole("row").filter({ hasText: "answer" })).toHaveCount(3);
  await page.goBack();

  await page.getByRole("tab", { name: "Used by" }).click();
  const uses = page.getByRole("region", { name: "Calls" });
  const use = uses.getByRole("listitem").filter({ hasText: "Where is parcel 2?" });
  await expect(use).toContainText("In Lyon.");
  await expect(use).toContainText("v1");
  await expect(use).toContainText("$2.00");
  await expect(use).toContainText("rating 2");
  await expect(uses.getByRole("listitem").filter({ hasText: "no question" })).toContainText("v1");
});

test("a prompt of Langfuse's SDK counts the generations linked to each version @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  await service.request("costCreate", { project_id: project, costs: { "priced-1": PRICE } });
  await runPromptPublisher(loupe, service, project, "prompt-calls");
  await page.goto(`/${project}/objects/greeting/latest?tab=statistics`);
  await expect(rowOf(page, "v2").getByRole("link", { name: "2 calls of v2" })).toBeVisible();
  // 300 and 500 tokens at $0.001, and twice 10 at $0.01.
  expect((await cellsOf(rowOf(page, "v2"))).toSpliced(2, 2)).toEqual(["2", "0%", "820", "$1.00", "$1.00", "0", "—"]);
  expect((await cellsOf(rowOf(page, "v1"))).toSpliced(2, 2)).toEqual(["1", "0%", "210", "$0.30", "$0.30", "0", "—"]);
  await page.getByRole("tab", { name: "Used by" }).click();
  const uses = page.getByRole("region", { name: "Calls" });
  await expect(uses.getByRole("listitem")).toHaveCount(3);
  await expect(uses.getByRole("listitem").filter({ hasText: "v2" })).toHaveCount(2);
  await page.getByLabel("Version", { exact: true }).selectOption("This version");
  await expect(uses.getByRole("listitem")).toHaveCount(2);

  // A range without calls.
  await page.goto(
    `/${project}/objects/greeting/latest?tab=statistics&since=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z`,
  );
  await expect(page.getByText("No call in this range used greeting.")).toBeVisible();
  expect((await cellsOf(rowOf(page, "v2"))).join(" ")).toBe("0 — — — — — — 0 —");
});

test("an op's page compares its versions @all", async ({ page, loupe, service, project }) => {
  await runPromptPublisher(loupe, service, project, "prompt-calls");
  await page.goto(`/${project}/ops/answer/latest`);
  await page.getByRole("tab", { name: "Statistics" }).click();
  await expect(rowOf(page, "v1").getByRole("link", { name: "4 calls of v1" })).toBeVisible();
  expect((await cellsOf(rowOf(page, "v1")))[1]).toBe("25%");
});

/** By nearest rank: the smallest value that at least this share of all do not exceed. */
function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;
}

async function callsOf(service: Client, project: string): Promise<CallRow[]> {
  const rows: CallRow[] = [];
  for await (const row of service.stream("callsStreamQuery", { project_id: project, include_overview: true }))
    rows.push(row);
  return rows;
}

function inputOf({ inputs }: CallRow, name: string): string | undefined {
  return inputs && JsonNode.parse(inputs).get(name)?.string();
}
