import type { Locator, Page } from "@playwright/test";
import {
  chooseModel,
  findParameter,
  lastBody,
  measures,
  openPlayground,
  pane,
  parameter,
  setParameter,
  test,
  turn,
} from "./loupe/playground";
import { expect } from "./loupe/test";

const answeredBy = (page: Page, place = 1): Locator => pane(page, place).getByRole("group", { name: "Answered by" });
const forced = (page: Page, place = 1): Locator => pane(page, place).locator("mark");

test("an answer keeps its model, server and parameters", async ({ page, project }) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Where is Paris?");
  await chooseModel(page, 1, "talker");
  await setParameter(page, "temperature", "0.70");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(measures(page)).toContainText("12 → 4 tokens");
  await expect(answeredBy(page)).toContainText("talker on lab");
  await setParameter(page, "temperature", "0.10");
  await answeredBy(page).getByRole("button").click();
  await expect(answeredBy(page)).toContainText("temperature 0.70");

  await chooseModel(page, 1, "reasoner");
  await expect(pane(page, 1)).toContainText("No answer from reasoner yet.");
  await expect(pane(page, 1)).not.toContainText("capital");
  await expect(measures(page)).toHaveCount(0);
  await expect(pane(page, 1).getByRole("link", { name: "Trace" })).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(pane(page, 1).getByText("On the Seine.")).toBeVisible();
  await expect(answeredBy(page)).toContainText("reasoner on lab");

  await chooseModel(page, 1, "talker");
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await expect(answeredBy(page)).toContainText("talker on lab");
  await page.reload();
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await expect(answeredBy(page)).toContainText("talker on lab");
  await chooseModel(page, 1, "reasoner");
  await expect(pane(page, 1).getByText("On the Seine.")).toBeVisible();

  await pane(page, 1).getByRole("button", { name: "Add to conversation" }).click();
  const said = page.getByRole("listitem", { name: "Message 3, assistant" });
  await expect(said).toContainText("reasoner");
  await chooseModel(page, 1, "talker");
  await expect(said).toContainText("reasoner");
  await turn(page, 3).fill("On the Thames.");
  await expect(said).toContainText("reasoner, edited");
});

test("choosing another model stops a streaming answer, which returns with its own model @all", async ({
  page,
  project,
  models,
}) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Talk on and on");
  await chooseModel(page, 1, "endless");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await chooseModel(page, 1, "talker");
  await expect(pane(page, 1)).toContainText("No answer from talker yet.");
  await expect.poll(() => models.open).toBe(0);
  await chooseModel(page, 1, "endless");
  await expect(measures(page)).toContainText("stopped");
  await expect(answeredBy(page)).toContainText("endless on lab");
});

test("a fork belongs to its pane: the answer marks the forced text, and other panes do not have it @all", async ({
  page,
  project,
  models,
}) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Where is Paris?");
  await chooseModel(page, 1, "measured");
  await findParameter(page, "logprobs");
  await parameter(page, "logprobs").selectOption("true");
  await parameter(page, "top_logprobs").fill("2");
  await page.getByRole("button", { name: "Add pane", exact: true }).click();
  await chooseModel(page, 2, "talker");
  await page.getByRole("button", { name: "Run all" }).click();
  await expect(pane(page, 1)).toContainText("Paris is sunny");
  await expect(pane(page, 2).getByText("capital")).toBeVisible();
  await page.getByLabel("Answer format").selectOption("tokens");
  const fork = async (token: string, other: string) => {
    await pane(page, 1).getByRole("option", { name: token, exact: true }).click();
    await pane(page, 1).getByRole("row").filter({ hasText: other }).getByRole("button", { name: "Fork" }).click();
  };
  const sent = models.arrived.length;
  await fork("sunny", "grey");
  await expect(measures(page)).toContainText("stop");
  await expect(forced(page)).toHaveText([" grey"]);
  await expect(turn(page, 3)).toHaveCount(0);
  expect(models.arrived.length).toBe(sent + 1);
  expect(lastBody(models)).toContain('{"role":"assistant","content":"Paris is grey"}');
  expect(lastBody(models)).toContain('"continue_final_message":true,"add_generation_prompt":false');
  for (const look of ["formatted", "plain"]) {
    await page.getByLabel("Answer format").selectOption(look);
    await expect(forced(page)).toHaveText([" grey"]);
    await expect(pane(page, 1)).toContainText("Paris is greyParis is sunny");
  }

  await page.getByRole("button", { name: "Run all" }).click();
  await expect(page.getByRole("button", { name: "Run all" })).toBeVisible();
  const [one = "", other = ""] = models.arrived.slice(sent + 1).toSorted();
  expect(one).toContain('"content":"Paris is grey"');
  expect(other).toContain('"model":"talker"');
  expect(other).not.toContain("grey");
  expect(other).not.toContain("continue_final_message");
  await page.reload();
  await expect(forced(page)).toHaveText([" grey"]);
  await expect(pane(page, 1)).toContainText("Begins with “Paris is grey”");

  await page.getByLabel("Answer format").selectOption("tokens");
  await fork("is", "was");
  await expect(forced(page)).toHaveText([" grey", " was"]);
  expect(lastBody(models)).toContain('"content":"Paris is greyParis was"');
  await pane(page, 1).getByRole("button", { name: "Parameters of pane 1" }).click();
  await page.getByRole("button", { name: "Use in code" }).click();
  await expect(page.getByRole("dialog")).toContainText("Paris is greyParis was");
  await page.keyboard.press("Escape");

  await chooseModel(page, 1, "reasoner");
  await expect(pane(page, 1).getByText("Begins with")).toHaveCount(0);
  await pane(page, 1).getByRole("button", { name: "Run this pane" }).click();
  await expect(pane(page, 1)).toContainText("On the Seine.");
  expect(lastBody(models)).not.toContain("was");
  await chooseModel(page, 1, "measured");
  await expect(forced(page)).toHaveText([" grey", " was"]);
  await pane(page, 1).getByRole("button", { name: "Remove fork" }).click();
  await expect(forced(page)).toHaveCount(0);
  await expect(pane(page, 1).getByRole("option", { name: "sunny" })).toBeVisible();

  await fork("sunny", "grey");
  await expect(measures(page)).toContainText("stop");
  await pane(page, 1).getByRole("button", { name: "Add to conversation" }).click();
  await expect(turn(page, 3)).toHaveValue("Paris is greyParis is sunny");
  await expect(pane(page, 1)).not.toContainText("Begins with");
  await expect(forced(page)).toHaveText([" grey"]);
  await page.reload();
  await expect(forced(page)).toHaveText([" grey"]);
  await page.getByLabel("Answer format").selectOption("formatted");
});

test("trying a model opens a new playground; the previous one is in History with its answers @all", async ({
  page,
  project,
}) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Where is {{city}}?");
  await page.getByRole("region", { name: "Variables" }).getByLabel("city").fill("Paris");
  await chooseModel(page, 1, "talker");
  await setParameter(page, "temperature", "0.70");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(pane(page, 1).getByText("capital")).toBeVisible();

  await page.goto(`/${project}/models`);
  await page.getByRole("link", { name: "Try reasoner in the playground" }).click();
  await expect(page.getByRole("button", { name: "Model of pane 1: reasoner" })).toBeVisible();
  await expect(turn(page, 2)).toHaveValue("");
  await expect(pane(page, 1)).toContainText("No answer from reasoner yet.");
  await expect(page.getByRole("region", { name: "Variables" })).toHaveCount(0);
  await findParameter(page, "temperature");
  await expect(parameter(page, "temperature")).toHaveValue("");
  await turn(page, 2).fill("Which river?");

  await page.getByRole("button", { name: "History" }).click();
  const earlier = page.getByRole("dialog").getByRole("region", { name: "Earlier playgrounds" });
  await expect(earlier.getByRole("listitem")).toHaveCount(1);
  await expect(earlier).toContainText("talker");
  await earlier.getByRole("button", { name: /Where is \{\{city\}\}\?/ }).click();
  await expect(turn(page, 2)).toHaveValue("Where is {{city}}?");
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await expect(answeredBy(page)).toContainText("talker on lab");
  await expect(parameter(page, "temperature")).toHaveValue("0.70");
  await page.reload();
  await expect(turn(page, 2)).toHaveValue("Where is {{city}}?");
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await page.getByRole("button", { name: "History" }).click();
  await expect(earlier.getByRole("listitem")).toHaveCount(1);
  await expect(earlier).toContainText("Which river?");
});
