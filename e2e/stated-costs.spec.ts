import type { Page } from "@playwright/test";
import { barriersOn } from "./loupe/barriers";
import { expect, test } from "./loupe/test";

const PRICED = "gpt-4o-mini";
const now = () => BigInt(Date.now()) * 1_000_000n;

/** A generation as Langfuse's SDK sends it: a thousand tokens each way, which cost 0.00075 dollars by its price. */
function generation(spanId: string, attributes: Record<string, string | number>) {
  return {
    traceId: spanId.repeat(2),
    spanId,
    name: `generation ${spanId.slice(0, 1)}`,
    kind: 1,
    startTimeUnixNano: String(now() - 2_000_000_000n),
    endTimeUnixNano: String(now() - 1_000_000_000n),
    attributes: Object.entries({
      "langfuse.observation.type": "generation",
      "langfuse.observation.model.name": PRICED,
      "langfuse.observation.usage_details": '{"input": 1000, "output": 1000}',
      ...attributes,
    }).map(([key, value]) => ({ key, value: { stringValue: String(value) } })),
  };
}

test.beforeEach(async ({ loupe, project }) => {
  const spans = [
    generation("a".repeat(16), {
      "langfuse.observation.cost_details": '{"input": 0.5, "output": 0.25, "total": 0.75}',
    }),
    generation("b".repeat(16), {}),
  ];
  const sent = await fetch(`${loupe.serviceUrl}/v1/traces`, {
    method: "POST",
    headers: { authorization: `Bearer ${loupe.key}`, "content-type": "application/json", "x-project": project },
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope: { name: "langfuse-sdk" }, spans }] }] }),
  });
  expect(sent.status).toBe(200);
});

const spent = (page: Page) => page.getByRole("definition").first();

test("a reported cost is shown with its source beside prices, until the project uses prices only @all", async ({
  page,
  project,
}) => {
  await page.goto(`/${project}/calls`);
  const row = page.getByRole("grid", { name: "Calls" }).getByRole("row").filter({ hasText: "generation a" });
  await expect(row.getByTitle(/\$0\.75 reported by Langfuse .* calculated from prices: \$0\.00075/)).toHaveText(
    /^\$0\.750*$/,
  );

  await page.goto(`/${project}/calls/${"a".repeat(16)}?tab=cost`);
  const stated = page.getByRole("region", { name: "Reported cost" });
  await expect(stated.getByRole("row", { name: "Reported by Langfuse" })).toContainText("$0.75000");
  await expect(stated.getByRole("row", { name: "Calculated from prices" })).toContainText("$0.00075");
  await expect(stated.getByRole("row", { name: "Difference" })).toContainText("+$0.74925");
  await expect(page.getByRole("region", { name: PRICED })).toContainText("1,000 input");
  expect(await barriersOn(page)).toEqual([]);

  await page.goto(`/${project}/costs`);
  await expect(spent(page)).toHaveText("$0.751");
  await expect(page.getByText("Cost, 2 calls", { exact: true })).toBeVisible();
  const sources = page.getByRole("region", { name: "Cost by source" });
  await expect(sources.getByRole("row", { name: "Reported by Langfuse" })).toContainText("$0.75000");
  await expect(sources.getByRole("row", { name: "All calls, if calculated from prices" })).toContainText("$0.00150");
  expect(await barriersOn(page)).toEqual([]);

  await page.getByLabel("Costs are based on").selectOption("Prices only");
  await expect(spent(page)).toHaveText("$0.00150");
  await expect(sources).toBeHidden();
  await page.goto(`/${project}/calls/${"a".repeat(16)}?tab=cost`);
  await expect(page.getByText("This call has a cost of $0.75, reported by Langfuse")).toBeVisible();
  await expect(page.getByText("this project uses prices only")).toBeVisible();
});
