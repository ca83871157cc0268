import type { Page } from "@playwright/test";
import { callRef } from "@/lib/contract/refs";
import { numberText } from "@/lib/format/number-text";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect } from "./loupe/test";
import { expectedReward, sendJob, test, TRAINING } from "./loupe/training";

const status = (page: Page) =>
  page.getByRole("definition").filter({ hasText: /^(Queued|Running|Stopping|Succeeded|Failed|Canceled)$/ });
const curve = (page: Page, name: string) => page.getByRole("figure").filter({ hasText: name }).first();

test("traces of an SDK with feedback become a job whose rewards are that feedback", async ({
  page,
  loupe,
  project,
  gate,
}) => {
  const answers = ["It left Lyon this morning.", "No idea.", "Ask somebody else."];
  for (const answer of answers) {
    const model = await standInModel(answer);
    await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "Where is my parcel 9913?" });
    await model.close();
  }

  await page.goto(`/${project}/calls`);
  const rows = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
  await expect(rows).toHaveCount(3);
  for (const [place, answer] of answers.entries()) {
    await rows.filter({ hasText: answer }).getByRole("link").click();
    await page.getByRole("button", { name: `React with ${place === 0 ? "👍" : "👎"}` }).click();
    await expect(page.getByRole("list", { name: "Existing feedback" }).getByRole("listitem")).toHaveCount(1);
    await page.goto(`/${project}/calls`);
  }
  await expect(rows).toHaveCount(3);
  for (const answer of answers) {
    const box = rows.filter({ hasText: answer }).getByRole("checkbox");
    await box.click();
    await expect(box).toBeChecked();
  }
  await page.getByRole("link", { name: "Train on selection" }).click();

  // Rewards 1, 0, 0: mean 1/3, population deviation √(2/9), advantages √2 and −1/√2.
  const groups = page.getByRole("grid", { name: "Groups" });
  await expect(page.getByText("1 group · 3 trajectories")).toBeVisible();
  await expect(page.getByLabel("Reward for 👍")).toHaveValue("1");
  await expect(page.getByLabel("Reward for 👎")).toHaveValue("0");
  const group = groups.getByRole("row").nth(1);
  await expect(group).toContainText("0.3333");
  await expect(group).toContainText("0.4714");
  for (const advantage of ["+1.414", "−0.7071"]) await expect(group).toContainText(advantage);

  await page.getByRole("button", { name: "New trainable model" }).click();
  const making = page.getByRole("dialog", { name: "New trainable model" });
  await making.getByLabel("Base model").fill("stand-in/base");
  await making.getByLabel("Name").fill("customer");
  await making.getByRole("button", { name: "Create model" }).click();
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue(/^[0-9a-f-]{36}$/);
  await page.getByLabel("Learning rate").fill("0.5");
  await page.getByRole("button", { name: "Other training parameters (JSON)" }).click();
  await page
    .getByRole("textbox", { name: "Other training parameters" })
    .fill(JSON.stringify({ steps: 30, hold_at: 16, gate: gate.file }));
  await page.getByRole("button", { name: "Submit 1 group" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "customer" })).toBeVisible({ timeout: 30_000 });
  await expect(status(page)).toHaveText("Running");
  const rewardAt = (step: number) => numberText(expectedReward([1, 0, 0], step, 0.5));
  await expect(curve(page, "reward")).toContainText(rewardAt(15));
  gate.open();
  await expect(status(page)).toHaveText("Succeeded");
  await expect(curve(page, "reward")).toContainText(rewardAt(30));

  await page.getByRole("tab", { name: "Groups" }).click();
  await groups.getByRole("row").nth(1).click();
  const opened = page.getByRole("complementary", { name: "Group 1" });
  await opened.getByRole("button", { name: "+1.414" }).click();
  await expect(opened.getByRole("article", { name: "assistant message" })).toContainText(answers[0] ?? "");
  await opened.getByRole("link", { name: /^call / }).click();
  await expect(page.getByRole("heading", { level: 1, name: "answer-customer" })).toBeVisible();
  await page.getByRole("definition").getByRole("link", { name: "customer", exact: true }).click();
  await expect(status(page)).toHaveText("Succeeded");
});

test("a job is followed from the list to success, and links to its calls and back @all", async ({
  page,
  service,
  project,
  gate,
}) => {
  const callId = `${project}-call`;
  await sendCalls(service, project, [{ id: callId, op_name: "answer-customer", ended_at: ENDED }]);
  const rewards = [0, 0, 1];
  const id = await sendJob(service, {
    project,
    rewards: [rewards, [1, 1]],
    callRefs: [callRef(project, callId)],
    settings: { hold_at: 16, gate: gate.file },
  });

  await page.goto(`/${project}/training`);
  const row = page.getByRole("grid", { name: "Jobs" }).getByRole("row", { name: "support" });
  await expect(row).toContainText("Running");
  await expect(row).toContainText("2 (1 without reward variance)");
  await expect(row.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "15");
  await row.getByRole("link").click();

  await expect(page.getByRole("heading", { level: 1, name: "support" })).toBeVisible();
  await expect(status(page)).toHaveText("Running");
  await expect(page.getByRole("progressbar", { name: "Steps" })).toHaveAttribute("aria-valuenow", "15");
  const rewardAt = (step: number) => numberText((expectedReward(rewards, step, 0.5) + 1) / 2);
  await expect(curve(page, "reward")).toContainText(rewardAt(15));

  gate.open();
  await expect(status(page)).toHaveText("Succeeded");
  await expect(curve(page, "reward")).toContainText(rewardAt(30));
  await expect(curve(page, "loss")).toContainText(`−${rewardAt(30)}`);
  await expect(page.getByText("The trained model is support:30")).toBeVisible();

  const point = page.getByRole("slider", { name: "reward: select a step" }).first();
  await point.focus();
  await page.keyboard.press("Home");
  await expect(point).toHaveAttribute("aria-valuetext", `Step 1: value ${rewardAt(1)}`);

  const events = page.getByRole("grid", { name: "Events" });
  await expect(events.getByRole("row", { name: "training_ended" })).toBeVisible();
  await page.getByLabel("Type of event").selectOption({ label: "checkpoint (3)" });
  await expect(events.getByRole("row", { name: "checkpoint" })).toHaveCount(3);
  await events.getByRole("row", { name: "checkpoint" }).first().click();
  await expect(page.getByRole("complementary", { name: "Event checkpoint" })).toContainText("support:30");

  await page.getByRole("tab", { name: "Groups" }).click();
  const groups = page.getByRole("grid", { name: "Groups" });
  await expect(groups.getByRole("row").nth(1)).toContainText("0.3333");
  await expect(groups.getByRole("row").nth(1)).toContainText("0.4714");
  await expect(groups.getByRole("row").nth(2)).toContainText("no reward variance");
  await groups.getByRole("row").nth(1).click();
  const group = page.getByRole("complementary", { name: "Group 1" });
  // (1 − 1/3) ÷ √(2/9) and (0 − 1/3) ÷ √(2/9)
  await expect(group.getByRole("button", { name: "Trajectory 3" })).toContainText("+1.414");
  await group.getByRole("button", { name: "Trajectory 1" }).click();
  await expect(group.getByRole("button", { name: "Trajectory 1" })).toContainText("−0.7071");
  await expect(group.getByRole("article", { name: "user message" })).toContainText("Where is parcel 1?");
  await expect(group.getByRole("article", { name: "assistant message" })).toContainText("It is in town 1.");

  await page.getByRole("tab", { name: "Log" }).click();
  const log = page.getByRole("region", { name: "Log lines" });
  await expect(log).toContainText("step 30 of 30");
  await page.getByRole("searchbox", { name: "Search the log" }).fill("step 7 of");
  await expect(log).toHaveText("step 7 of 30");

  await page.goto(`/${project}/calls/${encodeURIComponent(callId)}`);
  await page.getByRole("definition").getByRole("link", { name: "support" }).click();
  await expect(page).toHaveURL(new RegExp(`/training/${id}$`));
});

test("a failed job gives its reason; a cancelled job stops; a silent job gets a warning, then stops @all", async ({
  page,
  service,
  project,
  gate,
}) => {
  const rewards = [[0, 1]];
  const failing = await sendJob(service, { project, model: "failing", rewards, settings: { fail_at: 4 } });
  await page.goto(`/${project}/training/${failing}`);
  await expect(status(page)).toHaveText("Failed");
  const failure = page.getByRole("alert").filter({ hasText: "exited with code 3" });
  await expect(failure.getByRole("region", { name: "End of the log" })).toContainText("the loss is not a number");
  await expect(page.getByRole("progressbar", { name: "Steps" })).toHaveAttribute("aria-valuenow", "3");

  const held = await sendJob(service, {
    project,
    model: "held",
    rewards,
    settings: { hold_at: 3, gate: gate.file },
  });
  await page.goto(`/${project}/training/${held}`);
  await expect(status(page)).toHaveText("Running");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep job" }).click();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel job" }).click();
  await expect(status(page)).toHaveText("Canceled");
  await expect(page.getByRole("button", { name: "Cancel", exact: true })).toHaveCount(0);

  const steady = await sendJob(service, {
    project,
    model: "steady",
    rewards,
    settings: { hold_at: 3, gate: gate.file },
  });
  await page.clock.install();
  await page.goto(`/${project}/training/${steady}`);
  await expect(status(page)).toHaveText("Running");
  await page.clock.fastForward("05:00");
  await expect(page.getByText("No events for")).toContainText("(4.00 s without an event)");
  gate.open();
  await expect(status(page)).toHaveText("Succeeded");

  const shut = await sendJob(service, {
    project,
    model: "silent",
    rewards,
    settings: { hold_at: 3, gate: `${gate.file}.never`, is_silent: true },
  });
  await page.goto(`/${project}/training/${shut}`);
  await expect(status(page)).toHaveText("Failed");
  await expect(page.getByRole("alert").filter({ hasText: "without events" })).toContainText("4 s");

  await page.goto(`/${project}/training`);
  await page.getByLabel("Status", { exact: true }).selectOption("failed");
  await expect(page).toHaveURL(/status=failed/);
  const rows = page.getByRole("grid", { name: "Jobs" }).getByRole("row").filter({ hasText: "Failed" });
  await expect(rows).toHaveCount(2);
});

test("a job survives kill -9 of everything else and succeeds @all", async ({ page, loupe, service, project, gate }) => {
  const rewards = [0, 1];
  const id = await sendJob(service, { project, rewards: [rewards], settings: { hold_at: 11, gate: gate.file } });
  await page.goto(`/${project}/training/${id}`);
  await expect(page.getByRole("progressbar", { name: "Steps" })).toHaveAttribute("aria-valuenow", "10");
  // Everything that the page loads by itself has arrived before the service stops.
  await expect(curve(page, "reward").locator("canvas")).toBeVisible();
  await loupe.kill();
  gate.open();
  await loupe.start("start", TRAINING);
  await page.reload();
  await expect(status(page)).toHaveText("Succeeded", { timeout: 60_000 });
  await expect(curve(page, "reward")).toContainText(numberText(expectedReward(rewards, 30, 0.5)));
  await page.getByLabel("Type of event").selectOption({ label: "gradient_step (30)" });
});

test("a job is found, read and cancelled by keyboard; axe finds nothing @all", async ({
  page,
  service,
  project,
  gate,
}) => {
  await sendJob(service, { project, rewards: [[0, 1]], settings: { hold_at: 5, gate: gate.file } });
  const { keyboard } = page;
  await page.goto(`/${project}/calls`);
  await keyboard.press("ControlOrMeta+k");
  // The typed text filters the loaded ones.
  await expect(page.getByRole("option", { name: /^support, (queued|running)$/ })).toBeVisible();
  await keyboard.type("training job support");
  await expect(page.getByRole("option", { selected: true })).toHaveText(/^support, (queued|running)$/);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "support" })).toBeVisible();
  await tabTo(page.getByRole("tab", { name: "Events" }));
  await keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Groups" })).toHaveAttribute("aria-selected", "true");
  const row = page.getByRole("grid", { name: "Groups" }).getByRole("row").nth(1);
  await tabTo(row);
  await keyboard.press("p");
  await tabTo(page.getByRole("button", { name: "Trajectory 2" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "assistant message" })).toContainText("It is in town 2.");
  expect(await barriersOn(page)).toEqual([]);
  await keyboard.press("Shift+C");
  await expect(page.getByRole("dialog", { name: "Cancel this job?" })).toBeVisible();
  await tabTo(page.getByRole("button", { name: "Cancel job" }));
  await keyboard.press("Enter");
  await expect(status(page)).toHaveText("Canceled");

  await page.setViewportSize({ width: 390, height: 844 });
  for (const place of ["training", "training?tab=models"]) {
    await page.goto(`/${project}/${place}`);
    await expect(page.getByRole("row", { name: "support" }).first()).toBeVisible();
    expect(await barriersOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});
