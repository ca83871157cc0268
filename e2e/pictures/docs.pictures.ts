import { execFileSync } from "node:child_process";
import path from "node:path";
import { type Page, expect, test } from "@playwright/test";
import { Loupe } from "../loupe/loupe";
import { chooseModel, pane } from "../loupe/playground";
import { serviceClient } from "../loupe/test";
import { TRAINING } from "../loupe/training";
import { waitForHydration } from "../loupe/wait-for-hydration";
import { EXAMPLES } from "./desk";
import { DESK_MODELS, deskModel } from "./desk-model";
import { PROJECT, giveFeedback, publishAndRun, publishDashboard, sendTraces, train } from "./seed-desk";

const FOLDER = path.resolve(import.meta.dirname, "../../docs/images");

/** Takes a picture of the page once everything is loaded, and makes it small with pngquant. */
async function take(page: Page, name: string): Promise<void> {
  await expect(page.locator(".animate-pulse")).toHaveCount(0);
  await page.mouse.move(0, 0);
  const file = path.join(FOLDER, `${name}.png`);
  await page.screenshot({ path: file, animations: "disabled", caret: "hide" });
  execFileSync("pngquant", ["--force", "--strip", "--skip-if-larger", "--output", file, "256", file]);
}

test("the pictures of the documentation", async ({ page }) => {
  test.setTimeout(600_000);
  const models = await deskModel();
  const loupe = await Loupe.place();
  const open = (where: string) => page.goto(`${loupe.url}/${PROJECT}/${where}`);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  try {
    await loupe.start("start", {
      ...TRAINING,
      LOUPE_UPSTREAMS: JSON.stringify([{ name: "desk", base_url: models.url, models: DESK_MODELS }]),
    });
    waitForHydration(page);
    await page.goto(loupe.signInLink);
    await page.waitForURL(`${loupe.url}/`);
    const service = serviceClient(loupe);
    const answered = await sendTraces(loupe, service);
    await giveFeedback(loupe, service, answered);
    await publishDashboard(service);
    const job = await train(service);

    await test.step("traces", async () => {
      await open("calls?range=24h");
      await expect(page.getByRole("grid", { name: "Calls" }).getByRole("row").nth(8)).toBeVisible();
      await take(page, "traces");

      const failed = answered.findLast((one) => one.failed);
      const good = answered.findLast((one) => !one.failed && one.topic === failed?.topic);
      await open(`calls/${failed?.callId}`);
      await expect(page.getByRole("treegrid", { name: "Calls in this trace" })).toContainText("track_parcel");
      await expect(page.getByText("Ben Okafor")).toBeVisible();
      await expect(page.getByRole("group", { name: "Output" }).getByRole("paragraph").first()).toBeVisible();
      await take(page, "call");

      await open(`calls/compare?${new URLSearchParams({ a: failed?.callId ?? "", b: good?.callId ?? "" })}`);
      await expect(page.getByRole("treegrid", { name: "Calls of the two traces" })).toBeVisible();
      await take(page, "comparison");
    });

    await test.step("feedback, charts and costs", async () => {
      await open("feedback/queues/unclear-answers");
      await expect(page.getByRole("heading", { name: /Call \d+ of/ })).toBeVisible();
      await take(page, "queue");
      await open("dashboards/support-desk");
      await expect(page.getByRole("listitem", { name: "Tool errors" })).toBeVisible();
      await take(page, "dashboard");
      await open("costs");
      await take(page, "costs");
    });

    await test.step("prompts and experiments", async () => {
      const experiments = await publishAndRun(service);
      await open("objects/support-agent/v4");
      await page.getByRole("tab", { name: "Changes" }).click();
      await take(page, "prompt");

      await open("playground?prompt=support-agent&version=v4");
      await expect(page.getByText("Opened support-agent v4", { exact: true })).toBeVisible();
      await press("Add pane");
      await chooseModel(page, 2, DESK_MODELS[1]);
      const variables = page.getByRole("region", { name: "Variables" });
      await variables.getByLabel("policies").fill(EXAMPLES[1]?.policy ?? "");
      await variables.getByLabel("question").fill(EXAMPLES[1]?.question ?? "");
      await page.getByRole("toolbar").getByRole("button", { name: "Run" }).click();
      for (const place of [1, 2]) await expect(pane(page, place).getByLabel("Answer metrics")).toContainText("stop");
      await press("Parameters");
      await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
      await take(page, "playground");

      await expect
        .poll(async () => {
          const { experiments: all } = await service.request("experimentsQuery", { project_id: PROJECT });
          return all.map(({ status }) => status);
        })
        .toEqual(["completed", "completed"]);
      await open(`experiments/compare?${new URLSearchParams({ ids: experiments.join(",") })}`);
      await expect(page.getByRole("table", { name: "Summary" })).toBeVisible();
      await take(page, "experiments");
    });

    await test.step("training", async () => {
      await open(`training/${job}`);
      await expect(page.getByText("Succeeded").first()).toBeVisible();
      await take(page, "training");
    });
  } finally {
    await loupe.remove();
    await models.close();
  }
});
