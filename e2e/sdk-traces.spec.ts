import { JsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { ENDED, sendCalls, yesterdayAt } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const QUESTION = "Where is my parcel 9913?";

test.describe("a trace of the AI SDK", () => {
  test.beforeEach(async ({ loupe, project }) => {
    const model = await standInModel("It left **Lyon** this morning.");
    try {
      await runCustomerAgent(loupe, { project, modelUrl: model.url, question: QUESTION });
    } finally {
      await model.close();
    }
  });

  test("shows Markdown in its preview, its parameters, and how its prompts differ @all", async ({ page, project }) => {
    const { keyboard } = page;
    await page.goto(`/${project}/threads`);
    await expect(page.getByRole("grid", { name: "Threads" })).toContainText(QUESTION);
    await page.goto(`/${project}/calls`);
    const row = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
    await expect(row.locator("strong", { hasText: "Lyon" })).toBeVisible();
    await row.getByRole("link").click();
    const tree = page.getByRole("treegrid", { name: "Calls in this trace" });
    await tree.getByRole("row", { name: "ai.generateText.doGenerate" }).last().click();
    const chips = page.getByRole("list", { name: "Model parameters" }).getByRole("listitem");
    await expect(chips.filter({ hasText: /^temperature\s*0\.2$/ })).toBeVisible();
    await expect(chips.filter({ hasText: /^max tokens\s*256$/ })).toBeVisible();
    await expect(chips.filter({ hasText: /^tools\s*1$/ })).toBeVisible();

    const since = page.getByRole("button", { name: "Since ai.generateText.doGenerate: 1 message added", exact: true });
    await tabTo(since);
    await keyboard.press("Enter");
    const differences = page.getByRole("region", {
      name: "Differences between the previous prompt and this one",
    });
    await expect(differences).toContainText("tool result track_parcel:");
    await expect(differences).not.toContainText("Be brief.");
    await differences
      .getByRole("button", { name: /^Show \d+ unchanged lines?$/ })
      .first()
      .click();
    await expect(differences).toContainText("Be brief.");
    expect(await barriersOn(page)).toEqual([]);

    await page.getByRole("tab", { name: "Output" }).click();
    await expect(chips.filter({ hasText: /^temperature\s*0\.2$/ })).toBeVisible();

    // Opened from a list, the steps of the graph have keys of their own.
    await page.getByRole("radio", { name: "Graph", exact: true }).click();
    await expect(page.getByRole("listbox", { name: "Steps of this trace" })).toBeVisible();
    await keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(help).toContainText("Next trace of the list");
    await expect(help).toContainText("Next step");
    await keyboard.press("Escape");
    await expect(help).toBeHidden();
    await keyboard.press("Shift+j");
    await expect(page.getByRole("option").and(page.locator(":focus"))).toHaveCount(1);
  });

  test("is corrected, and its correction becomes an expected output and an answer to train on", async ({
    page,
    service,
    project,
  }) => {
    await page.goto(`/${project}/calls`);
    const row = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
    await row.getByRole("link").click();
    await page.getByRole("button", { name: "Correct output" }).click();
    const field = page.getByRole("textbox", { name: "Corrected output" });
    await expect(field).toHaveValue("It left **Lyon** this morning.");
    await field.fill("It is in Lyon.");
    const stored = page.waitForResponse(/\/feedback\/create$/);
    await page.getByRole("button", { name: "Save correction" }).click();
    await stored;

    await page.goto(`/${project}/calls`);
    await row.getByRole("checkbox", { name: "Select" }).setChecked(true);
    await page.getByRole("button", { name: "Add to dataset" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Dataset", { exact: true }).fill("corrected");
    await dialog.getByRole("button", { name: "Add 1 call" }).click();
    await expect(page.getByText("Added 1 call to corrected", { exact: true })).toBeVisible();
    const { objs } = await service.request("objsQuery", { project_id: project });
    const value = objs.find(({ object_id: id }) => id === "corrected")?.val.text ?? "";
    const [, digest = ""] = /table\/([^"]+)/.exec(value) ?? [];
    const { rows } = await service.request("tableQuery", { project_id: project, digest });
    expect(JSON.parse((rows[0]?.val ?? new JsonText("{}")).text)).toMatchObject({ expected_output: "It is in Lyon." });

    await page.goto(`/${project}/calls`);
    await row.getByRole("checkbox", { name: "Select" }).setChecked(true);
    await page.getByRole("link", { name: "Train on selection" }).click();
    await page.getByRole("checkbox", { name: /Also add corrected outputs/ }).setChecked(true);
    await page.getByRole("button", { name: /^Reload/ }).click();
    await expect(page.getByRole("status").filter({ hasText: "1 of them corrected" })).toContainText("2 trajectories");
  });
});

test("a changed prompt is compared with the one before, and a failed call shows its parameters @all", async ({
  page,
  service,
  project,
}) => {
  const prompt = (system: string, messages: object[], temperature: number) =>
    JSON.stringify({ model: "m-1", temperature, messages: [{ role: "system", content: system }, ...messages] });
  const user = (content: string) => ({ role: "user", content });
  const chat = (id: string, second: number, inputs: string, more: object) => ({
    id: `${project}-${id}`,
    op_name: id,
    trace_id: project,
    parent_id: `${project}-root`,
    started_at: yesterdayAt(`10:00:0${second}.000000`),
    ended_at: ENDED,
    inputs,
    attributes: '{"weave":{"kind":"llm"}}',
    ...more,
  });
  const answer = (content: string) => JSON.stringify({ choices: [{ message: { role: "assistant", content } }] });
  await sendCalls(service, project, [
    { id: `${project}-root`, trace_id: project, op_name: "run", ended_at: ENDED },
    chat("first", 1, prompt("Be brief.", [user("One?"), user("Two?")], 0), { output: answer("Yes.") }),
    chat("second", 2, prompt("Be kind.", [user("Two?")], 1), { exception: "RateLimitError: try later" }),
  ]);
  await page.goto(`/${project}/calls/${encodeURIComponent(`${project}-second`)}`);
  const since = page.getByRole("button", {
    name: "Since first: 1 message changed · 1 removed · 1 parameter changed",
    exact: true,
  });
  await since.click();
  const differences = page.getByRole("region", { name: "Differences between the previous prompt and this one" });
  for (const line of ["Be brief.", "Be kind.", "One?", "temperature: 0", "temperature: 1"])
    await expect(differences).toContainText(line);
  const chips = page.getByRole("list", { name: "Model parameters" }).getByRole("listitem");
  const exception = page.getByRole("region", { name: "Exception" });
  await expect(exception).toContainText("RateLimitError");
  const input = page.getByRole("region", { name: "Input" });
  await expect(input.getByRole("list", { name: "Model parameters" })).toContainText("temperature");
  await page.getByRole("tab", { name: "Output" }).click();
  await expect(chips.filter({ hasText: /^temperature\s*1$/ })).toBeVisible();
});

test("threads are limited and sorted by what they add up to, and a turn is found again @all", async ({
  page,
  service,
  project,
}) => {
  const turn = (thread: string, n: number, more: object = {}) => ({
    id: `${project}-${thread}-${n}`,
    thread_id: thread,
    started_at: yesterdayAt(`10:${String(n).padStart(2, "0")}:00.000000`),
    ended_at: ENDED,
    inputs: JSON.stringify({ messages: [{ role: "user", content: `Question ${n} of ${thread}` }] }),
    ...more,
  });
  await sendCalls(service, project, [
    ...Array.from({ length: 8 }, (_, n) => turn("long", n)),
    turn("failing", 1, { exception: "no" }),
    turn("failing", 2, { exception: "no" }),
    turn("single", 9),
  ]);
  await page.goto(`/${project}/threads`);
  const rows = page
    .getByRole("grid", { name: "Threads" })
    .getByRole("row")
    .filter({ has: page.getByRole("link") });
  await expect(rows).toHaveCount(3);
  await page.getByRole("combobox", { name: "Failed calls" }).selectOption("2+ failed calls");
  await expect(rows).toHaveText([/failing/]);
  await page.getByRole("combobox", { name: "Turns" }).selectOption("1 turn");
  await page.getByRole("button", { name: "Any turns, failed calls and cost" }).click();
  await expect(rows).toHaveCount(3);
  await page.goto(`/${project}/threads?sort=failed.desc`);
  await expect(rows.first()).toContainText("failing");
  expect(await barriersOn(page)).toEqual([]);

  await page.goto(`/${project}/threads/long`);
  const turns = page.getByRole("feed", { name: "Turns" }).getByRole("article", { name: /^Turn/ });
  await turns.first().focus();
  await page.keyboard.press("End");
  await expect(turns.last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "answer" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("article", { name: "Turn 8", exact: true })).toBeFocused();
  await expect(page.getByText("Question 7 of long")).toBeInViewport();

  await page.goto(`/${project}/threads/not-yet`);
  const feedback = page.getByRole("region", { name: "Thread feedback" });
  await feedback.getByRole("button", { name: "React with 👍" }).click();
  await expect(feedback.getByRole("list", { name: "Existing feedback" }).getByRole("listitem")).toHaveCount(1);
});
