import type { Page } from "@playwright/test";
import { callRef } from "@/lib/contract/refs";
import { JsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test } from "./loupe/test";

const boxOf = (page: Page) => page.getByRole("combobox", { name: "Search or filter" });

test("traces of an SDK are found by feedback, attributes, days and the calls below them @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  const model = await standInModel("Your order left Lyon.");
  const roots: string[] = [];
  try {
    for (const question of ["Where is my parcel 9913?", "Do you ship to Portugal?"]) {
      const spans = await runCustomerAgent(loupe, { project, modelUrl: model.url, question });
      roots.push(spans.find(({ name }) => name === "answer-customer")?.id ?? "");
    }
  } finally {
    await model.close();
  }
  const [disliked = ""] = roots;
  for (const [feedback_type, payload] of [
    ["core.reaction.1", '{"emoji":"👎"}'],
    ["core.reaction.1", '{"emoji":"👀"}'],
    ["helpfulness", '{"value":0.25}'],
  ] as const)
    await service.request("feedbackCreate", {
      project_id: project,
      core_ref: callRef(project, disliked),
      feedback_type,
      payload: new JsonText(payload),
    });
  await page.goto(`/${project}/calls`);
  const rows = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
  await expect(rows).toHaveCount(2);
  const found = async (filter: string, count: number) => {
    await boxOf(page).fill(filter);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL((url) => url.searchParams.get("q") === filter);
    await expect(rows).toHaveCount(count);
  };

  await found("feedback:👎", 1);
  await expect(rows).toContainText("parcel 9913");
  await found("feedback.helpfulness<0.5 feedback>2", 1);
  await found("feedback:none", 1);
  await expect(rows).toContainText("Portugal");
  await found("service.name:customer-* thread:* started:today,yesterday started>1h", 2);
  await found('has(kind:tool "nowhere" after(customer.city:Lyon))', 0);
  await found("has(kind:tool after(customer.city:Lyon customer.id>40)) not has(status:error)", 2);

  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("tab", { name: "Builder" }).click();
  const below = page.getByRole("group", { name: "Group 1", exact: true });
  await expect(below.getByRole("combobox", { name: "About" }).first()).toHaveValue("below");
  const earlier = page.getByRole("group", { name: "Group 1.2", exact: true });
  await earlier
    .getByRole("group", { name: "Condition 1.2.2" })
    .getByRole("textbox", { name: "Value" })
    .last()
    .fill("41");
  await expect(boxOf(page)).toHaveValue(
    "has(kind:tool after(customer.city:Lyon customer.id>41)) not has(status:error)",
  );
  await earlier.getByRole("combobox", { name: "About" }).selectOption("A later call");
  await expect(boxOf(page)).toHaveValue(/^has\(kind:tool before\(/);
  await expect(rows).toHaveCount(0);
  expect(await barriersOn(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await found("has(customer.ctiy:Lyon)", 0);
  await expect(page.getByText("No call has a value at customer.ctiy.")).toBeVisible();
  await page.getByRole("button", { name: "Use customer.city" }).click();
  await expect(boxOf(page)).toHaveValue("has(customer.city:Lyon)");
  await expect(rows).toHaveCount(2);
});
