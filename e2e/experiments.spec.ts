import type { Page } from "@playwright/test";
import { JsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { PRICE } from "./loupe/price";
import { runEvaluations } from "./loupe/run-program";
import { expect, test } from "./loupe/test";

const list = (page: Page) => page.getByRole("grid", { name: "Experiments" });
const examples = (page: Page) => page.getByRole("grid", { name: "Examples" });
const summary = (page: Page, line: string) =>
  page.getByRole("table", { name: "Summary" }).getByRole("row", { name: new RegExp(`^${line}`) });

test("evaluations of W&B's SDK are listed, and compared example by example @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  await service.request("costCreate", { project_id: project, costs: { "priced-1": PRICE } });
  await runEvaluations(loupe, project);
  await page.goto(`/${project}/experiments`);
  await expect(list(page).getByRole("row").filter({ hasText: "exact 50%" })).toHaveCount(2);
  const first = list(page).getByRole("row").filter({ hasText: "first-model" });
  const second = list(page).getByRole("row").filter({ hasText: "second-model" });
  await expect(first).toContainText("$1.20");

  await first.getByRole("checkbox").click();
  await second.getByRole("checkbox").click();
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { name: "Compare experiments" })).toBeVisible();
  // Right: A for places 0, 1, 2; B for 1, 2, 3, 4, and 5 failed, which no scorer has scored.
  await expect(summary(page, "exact").getByRole("cell").nth(0)).toHaveText("50%");
  const rate = summary(page, "exact").getByRole("cell").nth(1);
  await expect(rate).toContainText("80% of 5 examples");
  // Of the five examples in both: −1, 0, 0, +1, +1.
  await expect(rate).toContainText("+20 pp");
  await expect(rate).toContainText("2 higher, 1 lower, 2 the same");
  // A: 5, 5, 5, 2, 2, 2; B: 2, 5, 5, 5, 5; of those in both +0.6.
  await expect(summary(page, "judge.grade").getByRole("cell").nth(0)).toHaveText("3.5");
  const grade = summary(page, "judge.grade").getByRole("cell").nth(1);
  await expect(grade).toContainText("4.4 of 5 examples");
  await expect(grade).toContainText("+0.6");
  await expect(summary(page, "Failures")).toContainText("0 of 6 results");
  await expect(summary(page, "Failures")).toContainText("1 of 6 results");

  const rows = examples(page).getByRole("row");
  await expect(rows.nth(1)).toContainText('"question":"Where is parcel 1?"');
  await expect(rows.nth(1)).toContainText("$0.20");
  await expect(rows.filter({ hasText: "parcel 6" })).toContainText("no connection");
  await page.getByLabel("Order").selectOption("Largest loss first");
  await expect(rows.nth(1)).toContainText("parcel 1?");
  await expect(rows.nth(1)).toContainText("−100 pp");
  await page.getByLabel("Order").selectOption("Largest gain first");
  await expect(rows.nth(1)).toContainText("parcel 4?");
  await page.getByLabel("Score", { exact: true }).selectOption("judge.grade");
  await expect(rows.nth(1)).toContainText("+3");

  // The other one as the baseline, after a reload too.
  await page.getByRole("radio", { name: "Baseline" }).nth(1).check();
  await expect(summary(page, "exact").getByRole("cell").nth(0)).toContainText("−20 pp");
  await expect(page).toHaveURL(/base=/);
  await page.reload();
  await expect(summary(page, "exact").getByRole("cell").nth(0)).toContainText("1 higher, 2 lower, 2 the same");

  // An example leads to both of its results.
  await page.getByLabel("Order").selectOption("Dataset order");
  await expect(page).not.toHaveURL(/order=/);
  await rows.nth(1).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Comparison of two traces" })).toBeVisible();
});

test("the models of an evaluation are ranked by the scores that its SDK reports @all", async ({
  page,
  loupe,
  project,
}) => {
  await runEvaluations(loupe, project);
  await page.goto(`/${project}/experiments`);
  await page.getByRole("link", { name: "Leaderboard" }).click();
  const board = page.getByRole("grid", { name: "Leaderboard" }).getByRole("row");
  // The logged evaluation is the newest, and has a leaderboard of its own.
  await expect(board).toHaveCount(2);
  const choice = page.getByLabel("Evaluation");
  const others = await choice.getByRole("option").allInnerTexts();
  expect(others).toHaveLength(2);
  await choice.selectOption({ index: 1 });
  await expect(board).toHaveCount(3);
  // Right: B for 4 of 6, where a failed one counts as 0; A for 3 of 6.
  await expect(board.nth(1)).toContainText("second-model");
  await expect(board.nth(1)).toContainText("66.7%");
  await expect(board.nth(2)).toContainText("first-model");
  await expect(board.nth(2)).toContainText("50%");
  await page.getByRole("columnheader", { name: "exact" }).click();
  await expect(board.nth(1)).toContainText("first-model");
  await page.reload();
  await expect(board.nth(1)).toContainText("first-model");
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole("link", { name: "Compare" }).click();
  await expect(summary(page, "exact").getByRole("cell")).toHaveCount(2);
});

test("a pinned baseline is remembered for its evaluation, marked and undone @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  await runEvaluations(loupe, project);
  const open = async () => {
    await page.goto(`/${project}/experiments`);
    for (const model of ["first-model", "second-model"])
      await list(page).getByRole("row").filter({ hasText: model }).getByRole("checkbox").click();
    await page.keyboard.press("c");
    await expect(page.getByRole("heading", { name: "Compare experiments" })).toBeVisible();
  };
  const baselines = page.getByRole("radio", { name: "Baseline" });
  await open();
  await expect(baselines.nth(0)).toBeChecked();
  await page.getByRole("button", { name: "Pin B as the baseline" }).click();
  await expect(baselines.nth(1)).toBeChecked();
  await expect(summary(page, "exact").getByRole("cell").nth(0)).toContainText("−20 pp");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(baselines.nth(0)).toBeChecked();

  // Someone else has pinned another one since: undo keeps that.
  await page.getByRole("button", { name: "Pin B as the baseline" }).click();
  await expect(baselines.nth(1)).toBeChecked();
  const { objs } = await service.request("objsQuery", {
    project_id: project,
    filter: { base_object_classes: ["PinnedBaseline"], latest_only: true },
  });
  const [ours] = objs;
  const others = new JsonText(ours?.val.text.replace(/}$/, ',"by":"someone else"}') ?? "");
  const { digest } = await service.request("objCreate", {
    obj: {
      project_id: project,
      object_id: ours?.object_id ?? "",
      val: others,
      builtin_object_class: "PinnedBaseline",
    },
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Could not undo", { exact: true })).toBeVisible();
  const now = { project_id: project, object_id: ours?.object_id ?? "", digest: "latest" };
  expect((await service.request("objRead", now)).obj.digest).toBe(digest);
  await expect(baselines.nth(1)).toBeChecked();
  expect(await barriersOn(page)).toEqual([]);

  // The same for everyone: nothing of it is in the address.
  await open();
  expect(page.url()).not.toContain("base=");
  await expect(baselines.nth(1)).toBeChecked();
  await page.reload();
  await expect(baselines.nth(1)).toBeChecked();
  // Another one can still be chosen for once.
  await baselines.nth(0).check();
  await expect(summary(page, "exact").getByRole("cell").nth(1)).toContainText("+20 pp");

  await page.goto(`/${project}/experiments`);
  await expect(list(page).getByRole("row").filter({ hasText: "second-model" })).toContainText("Baseline");
  await expect(list(page).getByText("Baseline", { exact: true })).toHaveCount(1);
  expect(await barriersOn(page)).toEqual([]);
  await page.goto(`/${project}/experiments/leaderboard`);
  const board = page.getByRole("grid", { name: "Leaderboard" });
  await page.getByLabel("Evaluation").selectOption({ index: 1 });
  await expect(board.getByRole("row").filter({ hasText: "second-model" })).toContainText("Baseline");
  await expect(board.getByText("Baseline", { exact: true })).toHaveCount(1);

  // An experiment that is opened alone leads to the comparison with it.
  await page.goto(`/${project}/experiments`);
  await list(page).getByRole("row").filter({ hasText: "first-model" }).getByRole("link").click();
  await page.getByRole("button", { name: "Compare with the baseline" }).click();
  await expect(baselines).toHaveCount(2);
  await expect(baselines.nth(0)).toBeChecked();
  await expect(summary(page, "exact").getByRole("cell").nth(1)).toContainText("−20 pp");
  await page.getByRole("button", { name: "Unpin A as the baseline" }).click();
  await expect(page.getByRole("button", { name: /^Pin A as the baseline/ })).toBeVisible();
  await page.goto(`/${project}/experiments`);
  await expect(list(page).getByRole("row")).toHaveCount(4);
  await expect(list(page).getByText("Baseline", { exact: true })).toHaveCount(0);
});

test("a logged evaluation is one experiment, opened and compared by keyboard @all", async ({
  page,
  loupe,
  project,
}) => {
  const { keyboard } = page;
  await runEvaluations(loupe, project);
  await page.goto(`/${project}/experiments`);
  await expect(list(page).getByRole("row")).toHaveCount(4);
  await list(page).getByRole("row").filter({ hasText: "by-hand" }).getByRole("link").click();
  await expect(summary(page, "exact").getByRole("cell").nth(0)).toHaveText("50%");
  await expect(examples(page).getByRole("row")).toHaveCount(3);
  await page.goBack();
  await page.goto(`/${project}/experiments`);
  await expect(list(page).getByRole("row")).toHaveCount(4);
  for (const key of ["j", "x", "j", "x", "c"]) await keyboard.press(key);
  await expect(page.getByRole("heading", { name: "Compare experiments" })).toBeVisible();
  await page.goto(`/${project}/experiments/compare?ids=none`);
  await expect(page.getByText("Experiments not found")).toBeVisible();
  await page.goto(`/${project}/experiments/compare`);
  await expect(page.getByText("No experiments selected")).toBeVisible();
});
