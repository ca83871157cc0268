import type { Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { JsonText, toJsonText } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import { barriersOn } from "./loupe/barriers";
import { yesterdayAt } from "./loupe/send-calls";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const gridOf = (page: Page) => page.getByRole("grid", { name: "Calls" });
const namesOf = (page: Page) => gridOf(page).getByRole("row").getByRole("link");
const headerOf = (page: Page, name: string) => gridOf(page).getByRole("columnheader", { name, exact: true });

/** Three calls, one after the other, of which the second costs most and the third has no price. */
async function sendPriced(service: Client, project_id: string): Promise<void> {
  const price = { completion_token_cost: 0, effective_date: "2020-01-01T00:00:00Z" };
  await service.request("costCreate", {
    project_id,
    costs: { "m-cheap": { ...price, prompt_token_cost: 0.001 }, "m-dear": { ...price, prompt_token_cost: 0.1 } },
  });
  const batch = (["m-cheap", "m-dear", "m-unheard"] as const).flatMap((model, n) => {
    const id = model.slice(2);
    const at = yesterdayAt(`08:00:0${n}`);
    const start = {
      project_id,
      id,
      trace_id: id,
      op_name: id,
      started_at: at,
      attributes: new JsonText("{}"),
      inputs: new JsonText("{}"),
    };
    const summary = toJsonText({ usage: { [model]: { prompt_tokens: 10 } } });
    return [
      { mode: "start" as const, req: { start } },
      { mode: "end" as const, req: { end: { project_id, id, ended_at: at, summary } } },
    ];
  });
  await service.request("callUpsertBatch", { batch });
}

async function say(service: Client, project_id: string, id: string, type: string, payload: object): Promise<void> {
  await service.request("feedbackCreate", {
    project_id,
    core_ref: callRef(project_id, id),
    feedback_type: type,
    payload: toJsonText(payload),
  });
}

test.beforeEach(async ({ service, project }) => {
  await sendPriced(service, project);
  for (const emoji of ["👍", "👎"]) await say(service, project, "cheap", "core.reaction.1", { emoji });
  await say(service, project, "dear", "rating", { score: 12, why: "slow" });
  await say(service, project, "unheard", "rating", { score: 9 });
});

test("traces are sorted by cost and by feedback @all", async ({ page, project }) => {
  await page.goto(`/${project}/calls`);
  await expect(namesOf(page)).toHaveText(["unheard", "dear", "cheap"]);
  await headerOf(page, "Cost").click();
  await expect(namesOf(page)).toHaveText(["dear", "cheap", "unheard"]);
  await expect(headerOf(page, "Cost")).toHaveAttribute("aria-sort", "descending");
  await headerOf(page, "Cost").click();
  await expect(namesOf(page)).toHaveText(["cheap", "dear", "unheard"]);
  await headerOf(page, "Feedback").click();
  await expect(namesOf(page).first()).toHaveText("cheap");

  await page.getByRole("button", { name: "Columns" }).click();
  await page
    .getByRole("list", { name: "Add a feedback column" })
    .getByRole("button", { name: /rating score/ })
    .click();
  await page.keyboard.press("Escape");
  await headerOf(page, "rating score").click();
  await expect(namesOf(page)).toHaveText(["dear", "unheard", "cheap"]);
  await expect(gridOf(page).getByRole("row", { name: /dear/ })).toContainText("12");
  await page.reload();
  await expect(namesOf(page), "the address has the column and the order").toHaveText(["dear", "unheard", "cheap"]);
  await expect(headerOf(page, "rating score")).toHaveAttribute("aria-sort", "descending");
  expect(await barriersOn(page)).toEqual([]);
});

test("traces are sorted by cost by keyboard @all", async ({ page, project }) => {
  await page.goto(`/${project}/calls`);
  await expect(namesOf(page)).toHaveCount(3);
  const { keyboard } = page;
  await tabTo(gridOf(page).getByRole("columnheader", { name: "Status" }));
  for (const name of ["Name", "Started", "Input → output", "Feedback", "Latency", "Tokens", "Cost"]) {
    await keyboard.press("ArrowRight");
    await expect(headerOf(page, name)).toBeFocused();
  }
  await keyboard.press("Enter");
  await expect(namesOf(page)).toHaveText(["dear", "cheap", "unheard"]);
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "dear" })).toBeVisible();
});
