import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { trainingJobRequest } from "@/lib/contract/training";
import type { Client } from "@/lib/client/client";
import { barriersOn } from "./loupe/barriers";
import { holdRequests, isNotTo } from "./loupe/hold-requests";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

interface Scored {
  task: string;
  answer: string;
  /** JSON text; nothing is written when it is absent. */
  reward?: string;
}

const line = ({ task, answer, reward }: Scored) =>
  `{"messages_and_choices":[{"role":"user","content":"Task ${task}"},{"role":"assistant","content":"${answer}"}],` +
  `"metadata":{"task":"${task}","seed":12345678901234567890}${reward === undefined ? "" : `,"reward":${reward}`}}`;
const fileOf = (text: string) => ({ name: "groups.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) });
const makeModel = (service: Client, project: string) =>
  service.request("trainedModelCreate", { project_id: project, name: "support", base_model: "stand-in/base" });
const jobId = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";
const totals = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

async function bodyOf(service: Client, id: string): Promise<string> {
  return (await service.open("trainingJobBody", { id })).text();
}

test("a file is validated line by line, its training signal is shown, and the valid part is submitted unchanged @all", async ({
  page,
  service,
  project,
}) => {
  const model = await makeModel(service, project);
  const good = [
    { task: "a", answer: "one", reward: "1.0" },
    { task: "a", answer: "two", reward: "0" },
    { task: "a", answer: "three", reward: "0" },
    { task: "a", answer: "four", reward: "1" },
    { task: "b", answer: "five", reward: "0.5" },
    { task: "b", answer: "six", reward: "0.5" },
    { task: "c", answer: "seven", reward: "2" },
    { task: "c", answer: "eight" },
  ].map(line);
  const text = [...good.slice(0, 3), "{broken", ...good.slice(3), '{"messages_and_choices":[],"reward":"x"}'].join(
    "\n",
  );

  await page.goto(`/${project}/training`);
  await page.getByRole("link", { name: "New job" }).first().click();
  await expect(page).toHaveTitle(/New/);
  expect(await barriersOn(page)).toEqual([]);
  await page.getByLabel("Choose JSON or JSONL files").setInputFiles(fileOf(text));
  await expect(page.getByText("2 entries have errors and will be left out")).toBeVisible();
  const problems = page.getByRole("region", { name: "Errors in groups.jsonl" }).getByRole("listitem");
  await expect(problems).toHaveText([
    /^line 4: Not valid JSON/,
    /^line 10: messages_and_choices: must not be empty; reward: must be a number, found a string$/,
  ]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download list" }).click();
  expect((await readFile(await (await download).path(), "utf8")).trim().split("\n")).toHaveLength(2);

  // Rewards 1, 0, 0, 1: mean and population deviation are ½, the advantages 1 and −1.
  await totals(page, "3 groups · 7 trajectories");
  const groups = page.getByRole("grid", { name: "Groups" });
  const row = (name: string) => groups.getByRole("row", { name });
  await expect(row("Task a")).toContainText("0.5");
  await expect(row("Task a")).toContainText("+1, −1, −1, +1");
  await page.getByRole("checkbox", { name: "Divide by the group's standard deviation" }).click();
  await expect(row("Task a")).toContainText("+0.5, −0.5, −0.5, +0.5");
  await expect(row("Task b")).toContainText("no reward variance");
  await expect(page.getByText("2 groups without reward variance")).toBeVisible();
  await page.getByRole("button", { name: "Leave them out" }).click();
  await totals(page, "1 group · 4 trajectories");

  await row("Task c").click();
  const opened = page.getByRole("region", { name: "Group", exact: true });
  await expect(opened.getByText("eight")).toBeVisible();
  await opened.getByRole("textbox", { name: "reward" }).fill("0.25");
  await totals(page, "2 groups · 6 trajectories");
  await page.getByLabel("Group by").selectOption({ label: "Same metadata.task" });
  await totals(page, "2 groups · 6 trajectories");
  // Chromium does not update the colors of contents that are skipped because they are scrolled out of view.
  await page.getByText("2 entries have errors and will be left out").scrollIntoViewIfNeeded();
  expect(await barriersOn(page)).toEqual([]);

  await page.getByLabel("Model", { exact: true }).selectOption(model.id);
  await page.getByLabel("Learning rate").fill("1.50e-5");
  await page.getByRole("button", { name: "Preview request" }).click();
  const request = page.getByRole("region", { name: "Start of the request" });
  await expect(request).toContainText('"experimental_config":{"learning_rate":1.50e-5}');
  await page.getByRole("button", { name: "Submit 2 groups" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "support" })).toBeVisible({ timeout: 30_000 });

  const body = await bodyOf(service, jobId(page));
  expect(body.startsWith(`{"model_id":"${model.id}","experimental_config":{"learning_rate":1.50e-5},`)).toBe(true);
  for (const sent of [...good.slice(0, 4), good[6]]) expect(body).toContain(sent);
  const { trajectory_groups: sent } = trainingJobRequest.parse(JSON.parse(body));
  expect(sent.map(({ trajectories }) => trajectories.map(({ reward }) => reward))).toEqual([
    [1, 0, 0, 1],
    [2, 0.25],
  ]);

  await page.getByRole("link", { name: "Run again with changes" }).click();
  await expect(page.getByText("Prefilled with the groups and settings of the job for support")).toBeVisible();
  await totals(page, "2 groups · 6 trajectories");
  await expect(page.getByLabel("Learning rate")).toHaveValue("1.50e-5");
});

test("by keyboard: groups are pasted, previewed and submitted, and an error keeps everything @all", async ({
  page,
  service,
  project,
}) => {
  await page.goto(`/${project}/training/new`);
  const press = (key: string) => page.keyboard.press(key);
  await tabTo(page.getByRole("tab", { name: "Files" }));
  await press("ArrowRight");
  const editor = page.getByRole("textbox", { name: "Groups as JSON or JSONL" });
  await tabTo(editor);
  const pasted = [line({ task: "a", answer: "one", reward: "1" }), line({ task: "a", answer: "two", reward: "0" })];
  await page.keyboard.insertText(`{"trajectories":[${pasted.join(",")}],"note":1.0}`);
  await totals(page, "1 group · 2 trajectories");

  await tabTo(page.getByRole("grid", { name: "Groups" }).getByRole("row").nth(1));
  await press("p");
  const opened = page.getByRole("region", { name: "Group", exact: true });
  await expect(opened.getByText("advantage −1")).toBeVisible();
  await press("Escape");
  await expect(opened).toBeHidden();

  await tabTo(page.getByRole("button", { name: "New trainable model" }));
  await press("Enter");
  await tabTo(page.getByRole("dialog").getByLabel("Base model"));
  await page.keyboard.insertText("stand-in/base");
  await press("Enter");
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue(/^[0-9a-f-]{36}$/);
  await tabTo(page.getByRole("button", { name: "Other training parameters (JSON)" }));
  await press("Enter");
  const settings = page.getByRole("textbox", { name: "Other training parameters" });
  await tabTo(settings);
  await page.keyboard.insertText('{"precalculate_logprobs":"yes"}');
  await tabTo(page.getByRole("button", { name: "Submit 1 group" }));
  await press("Enter");
  await expect(page.getByRole("list", { name: "Job errors" })).toContainText(
    "experimental_config.precalculate_logprobs must be true or false",
  );

  await settings.focus();
  await press("ControlOrMeta+a");
  await page.keyboard.insertText('{"epsilon":0.20}');
  await tabTo(page.getByRole("button", { name: "Submit again 1 group" }));
  await press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "base" })).toBeVisible({ timeout: 30_000 });
  const body = await bodyOf(service, jobId(page));
  expect(body).toContain(
    `"experimental_config":{"epsilon":0.20},"trajectory_groups":[{"trajectories":[${pasted.join(",")}],"note":1.0}]`,
  );
});

test("fifty invalid lines are listed, and an expired session submits nothing twice @all", async ({
  page,
  context,
  loupe,
  service,
  project,
}) => {
  const model = await makeModel(service, project);
  const rest = "All of it was said before. ".repeat(40);
  const lines = Array.from({ length: 10_050 }, (_each, index) =>
    index % 201 === 7
      ? "{}"
      : line({ task: String(index >> 3), answer: `${index} ${rest}`, reward: String(index % 2) }),
  );
  await page.goto(`/${project}/training/new`);
  await page.getByLabel("Choose JSON or JSONL files").setInputFiles(fileOf(lines.join("\n")));
  await expect(page.getByText("50 entries have errors and will be left out")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("listitem").filter({ hasText: /^line \d+: messages_and_choices/ })).toHaveCount(50);
  await totals(page, "1,257 groups · 10,000 trajectories");
  await page.getByLabel("Model", { exact: true }).selectOption(model.id);

  // The page's other requests are held, so that this one finds the session expired.
  const release = await holdRequests(page, isNotTo("/v1/preview/training-jobs"));
  await context.clearCookies();
  await page.getByRole("button", { name: /^Submit/ }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.getByLabel("API key").fill(loupe.key);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "support" })).toBeVisible({ timeout: 60_000 });
  const { data: jobs } = await service.request("trainingJobs", { project_id: project });
  expect(jobs.map(({ trajectories }) => trajectories)).toEqual([10_000]);
});
