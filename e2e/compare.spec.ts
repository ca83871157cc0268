import type { Page } from "@playwright/test";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { ENDED, sendCalls, yesterdayAt } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test } from "./loupe/test";

const placesOf = (page: Page) => page.getByRole("treegrid", { name: "Calls of the two traces" });

test("two runs of an agent are compared: first difference and messages @all", async ({ page, loupe, project }) => {
  for (const [question, answer] of [
    ["Where is my parcel 9913?", "In Lyon."],
    ["And parcel 9914?", "Not sent yet."],
  ] as const) {
    const model = await standInModel(answer);
    try {
      await runCustomerAgent(loupe, { project, modelUrl: model.url, question });
    } finally {
      await model.close();
    }
  }
  await page.goto(`/${project}/calls`);
  const rows = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
  await expect(rows).toHaveCount(2);
  await rows.filter({ hasText: "9913" }).getByRole("link").click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Compare with another call" }).click();

  await expect(page.getByRole("heading", { name: "Compare with another call" })).toBeVisible();
  await page.getByLabel("Call ID or ref").fill("no-such-call");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByText("Call no-such-call not found")).toBeVisible();
  await page.getByRole("button", { name: /9914/ }).click();

  const places = placesOf(page);
  await expect(places.getByRole("row", { name: "answer-customer" })).toContainText("different input and output");
  await expect(places.getByRole("row", { name: "look up customer" })).toContainText("same");
  await expect(places.getByText("first difference")).toBeVisible();
  await places.getByRole("row", { name: "answer-customer" }).click();
  const differences = page.getByRole("region", { name: "Differences in output between A and B" });
  await expect(differences).toContainText("In Lyon.");
  await expect(differences).toContainText("Not sent yet.");
  await page.getByRole("tab", { name: "Input" }).click();
  await expect(page.getByRole("region", { name: "Differences in input between A and B" })).toContainText("9914");
  expect(await barriersOn(page)).toEqual([]);
});

test("a comparison is navigated by keyboard, and its link shows the same @all", async ({ page, service, project }) => {
  const trace = (name: string, steps: string[], failing?: string) => [
    { id: `${project}-${name}`, op_name: "agent", ended_at: ENDED, exception: failing && "Error: below" },
    ...steps.map((step, n) => ({
      id: `${project}-${name}-${n}`,
      trace_id: `${project}-${name}`,
      parent_id: `${project}-${name}`,
      op_name: step,
      started_at: yesterdayAt(`14:02:12.00000${n}`),
      ended_at: ENDED,
      exception: step === failing ? "Error: here" : undefined,
    })),
  ];
  await sendCalls(service, project, trace("a", ["plan", "search", "answer"]));
  await sendCalls(service, project, trace("b", ["plan", "search", "retry", "answer"], "search"));
  const sides = new URLSearchParams({ a: `${project}-a`, b: `${project}-b` });
  await page.goto(`/${project}/calls/compare?${sides}`);
  const places = placesOf(page);
  const row = (name: string) => places.getByRole("row", { name });
  await expect(row("search")).toContainText("first difference");
  await expect(row("search")).toHaveAttribute("aria-selected", "true");
  await expect(row("retry")).toContainText("only in B");

  const { keyboard } = page;
  await keyboard.press("n");
  await expect(row("retry")).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(/at=/);
  const shared = page.url();
  await keyboard.press("d");
  await expect(row("plan")).toBeHidden();
  await keyboard.press("d");
  await expect(row("plan")).toBeVisible();
  await keyboard.press("s");
  await expect(row("retry")).toContainText("only in A");
  await page.goto(shared);
  await expect(row("retry")).toHaveAttribute("aria-selected", "true");
  await row("retry").focus();
  await keyboard.press("ArrowUp");
  await expect(row("search")).toBeFocused();
  await keyboard.press("Home");
  await keyboard.press("ArrowLeft");
  await expect(row("plan")).toBeHidden();
});

test("missing calls are reported @all", async ({ page, service, project }) => {
  await page.goto(`/${project}/calls/compare`);
  await expect(page.getByRole("heading", { name: "Nothing to compare" })).toBeVisible();
  await page.goto(`/${project}/calls/compare?a=nobody`);
  await expect(page.getByRole("heading", { name: "Call nobody not found" })).toBeVisible();
  await sendCalls(service, project, [{ id: project, op_name: "alone", ended_at: ENDED }]);
  await page.goto(`/${project}/calls/compare?${new URLSearchParams({ a: project })}`);
  await expect(page.getByText("This project has no other calls to this op.")).toBeVisible();
});
