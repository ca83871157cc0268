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
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { signInByKey } from "./loupe/sign-in";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect } from "./loupe/test";
import { watchContext } from "./loupe/watched-context";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a chat by mouse: variables, parameters, an answer with its metrics, feedback and trace", async ({
  page,
  models,
  project,
}) => {
  await openPlayground(page, project);
  await page.getByRole("button", { name: "Run", exact: false }).first().click();
  await expect(pane(page, 1)).toContainText("The request was not sent.");

  await turn(page, 1).fill("Be brief.");
  await turn(page, 2).fill("Where is {{city}}?");
  await page.getByRole("region", { name: "Variables" }).getByLabel("city").fill('"Paris"');
  await chooseModel(page, 1, "talker");
  await setParameter(page, "temperature", "0.70");
  await setParameter(page, "seed", "9223372036854775807");
  await page.getByRole("toolbar").getByRole("button", { name: "Run" }).click();

  await expect(pane(page, 1).getByText("capital")).toHaveCSS("font-weight", "600");
  await expect(measures(page)).toContainText("12 → 4 tokens");
  await expect(measures(page)).toContainText("first token");
  await expect(measures(page)).toContainText("no price");
  await expect(measures(page)).toContainText("stop");
  expect(lastBody(models)).toContain('{"role":"user","content":"Where is \\"Paris\\"?"}');
  expect(lastBody(models)).toContain('"temperature":0.70,"seed":9223372036854775807');

  await page.getByRole("tab", { name: "JSON" }).click();
  const json = page.getByRole("textbox", { name: "Model and parameters as JSON" });
  await expect(json).toContainText("9223372036854775807");
  await json.fill('{"model": "reasoner", "top_p": 1.0, "stream": true}');
  await page.getByRole("tab", { name: "Form" }).click();
  await expect(page.getByRole("button", { name: "Model of pane 1: reasoner" })).toBeVisible();
  await findParameter(page, "top_p");
  await expect(parameter(page, "top_p")).toHaveValue("1.0");

  await pane(page, 1).getByRole("button", { name: "Run this pane" }).click();
  await expect(pane(page, 1).getByText("On the Seine.")).toBeVisible();
  await pane(page, 1).getByText("Reasoning").click();
  await expect(pane(page, 1).getByText("Rivers first.")).toBeVisible();
  expect(lastBody(models)).toContain('"top_p":1.0,"stream":true');
  expect(lastBody(models)).not.toContain("temperature");

  await pane(page, 1).getByRole("button", { name: "Feedback" }).click();
  await pane(page, 1).getByRole("button", { name: "React with 👍" }).click();
  await pane(page, 1).getByRole("button", { name: "Add to conversation" }).click();
  await expect(turn(page, 3)).toHaveValue("On the Seine.");
  await expect(turn(page, 4)).toHaveValue("");

  await pane(page, 1).getByRole("link", { name: "Trace" }).click();
  await expect(page.getByRole("article").first()).toContainText("On the Seine.");
  await expect(page.getByRole("button", { name: "React with 👍" })).toHaveAttribute("aria-pressed", "true");
});

test("four panes answer at once, each with its own parameters", async ({ page, project, models }) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Where is Paris?");
  await chooseModel(page, 1, "talker");
  for (const [place, model] of [
    [2, "reasoner"],
    [3, "measured"],
    [4, "caller"],
  ] as const) {
    await page.getByRole("button", { name: "Add pane", exact: true }).click();
    await chooseModel(page, place, model);
  }
  await expect(page.getByRole("button", { name: "Add pane", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: /^Parameters of pane 1/ }).click();
  await setParameter(page, "n", "2");
  const before = models.arrived.length;
  await page.getByRole("button", { name: "Run all" }).click();
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await expect(pane(page, 2)).toContainText("On the Seine.");
  await expect(pane(page, 3)).toContainText("Paris is sunny");
  await expect(pane(page, 4).getByRole("group", { name: "Tool call get_weather" })).toBeVisible();
  await pane(page, 1).getByRole("radio", { name: "Answer 2" }).click();
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  expect(models.arrived.slice(before).filter((body) => body.includes('"n":2'))).toHaveLength(1);
});

test("Escape stops the answer and the model server, and keeps the partial answer @all", async ({
  page,
  project,
  models,
}) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Talk on and on");
  await chooseModel(page, 1, "endless");
  await turn(page, 2).press("ControlOrMeta+Enter");
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await expect.poll(() => models.open).toBe(1);
  await page.keyboard.press("Escape");
  await expect(measures(page)).toContainText("stopped");
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await expect.poll(() => models.open).toBe(0);
});

test("a tool call is answered by hand, and the conversation continues", async ({ page, project, models }) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("How warm is Paris?");
  await chooseModel(page, 1, "caller");
  await findParameter(page, "tools");
  await page.getByRole("button", { name: "Insert an example tool" }).click();
  await page.keyboard.press("ControlOrMeta+Enter");
  const call = pane(page, 1).getByRole("group", { name: "Tool call get_weather" });
  await expect(call).toContainText('"city": "Paris"');
  await expect(measures(page)).toContainText("tool_calls");
  await call.getByLabel("Result of get_weather").fill('{"celsius": 18.0}');
  await pane(page, 1).getByRole("button", { name: "Continue with this result" }).click();
  await expect(pane(page, 1)).toContainText("It is 18 °C in Paris.");
  await expect(turn(page, 4)).toHaveValue('{"celsius": 18.0}');
  expect(lastBody(models)).toContain('"role":"tool","content":"{\\"celsius\\": 18.0}","tool_call_id":"call_1"');
});

test("an answer follows a JSON Schema, streamed or not @all", async ({ page, project, models }) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("How warm is Paris?");
  await chooseModel(page, 1, "talker");
  await findParameter(page, "response_format");
  const schema = page.getByRole("textbox", { name: "response_format" });
  await schema.fill('{"type": "json_schema", "json_schema": {"name": ');
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(pane(page, 1)).toContainText("response_format: Not valid JSON at character 48");
  await page.getByRole("button", { name: "Reset response_format" }).click();
  await page.getByRole("button", { name: "Insert an example schema" }).first().click();
  await findParameter(page, "Streams the answer in chunks");
  await parameter(page, "stream").selectOption("false");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(pane(page, 1)).toContainText('"celsius": 18.0');
  expect(JSON.parse(lastBody(models)).response_format.json_schema.schema.required).toEqual(["city", "celsius"]);
  await page.getByLabel("Answer format").selectOption("raw");
  await expect(pane(page, 1)).toContainText("fp_lab");
  await page.getByLabel("Answer format").selectOption("formatted");
});

test("log-probabilities show alternative tokens, and fork from them @all", async ({ page, project, models }) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Where is Paris?");
  await chooseModel(page, 1, "measured");
  await findParameter(page, "logprobs");
  await parameter(page, "logprobs").selectOption("true");
  await parameter(page, "top_logprobs").fill("2");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(pane(page, 1)).toContainText("Paris is sunny");
  await page.getByLabel("Answer format").selectOption("tokens");
  await pane(page, 1).getByRole("option", { name: "Paris" }).click();
  await page.keyboard.press("End");
  await expect(pane(page, 1).getByRole("option", { name: "sunny" })).toBeFocused();
  const grey = pane(page, 1).getByRole("row").filter({ hasText: "grey" });
  await expect(grey).toContainText("1.1%");
  await grey.getByRole("button", { name: "Fork" }).click();
  await expect(pane(page, 1).locator("mark")).toHaveText([" grey"]);
  await expect(turn(page, 3)).toHaveCount(0);
  expect(lastBody(models)).toContain('"continue_final_message":true,"add_generation_prompt":false');
  await page.getByLabel("Answer format").selectOption("formatted");
});

test("a recorded call opens with its messages, tools and parameters, and the previous playground can be restored @all", async ({
  page,
  project,
  loupe,
  models,
  service,
}) => {
  const model = await standInModel("Your order left Lyon this morning.");
  const spans = await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "Where is my parcel 9913?" });
  await model.close();
  await openPlayground(page, project);
  await turn(page, 2).fill("a draft of mine");
  const asked = spans.filter(({ name }) => name.startsWith("ai.generateText.doGenerate")).at(-1);
  await page.goto(`/${project}/playground?call=${asked?.id}`);
  await expect(turn(page, 1)).toHaveValue("Be brief.");
  await expect(turn(page, 2)).toHaveValue("Where is my parcel 9913?");
  await expect(page.getByLabel("Tool call ID of message 4")).toHaveValue("call_1");
  await findParameter(page, "tools");
  await expect(page.getByRole("textbox", { name: "tools" })).toContainText("track_parcel");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(turn(page, 2)).toHaveValue("a draft of mine");

  const inputs =
    '{"model":"talker","seed":-9223372036854775807,"messages":[{"role":"user","content":"Hi","name":"ann","weight":1.0}]}';
  await sendCalls(service, project, [{ id: `${project} exact`, op_name: "chat", inputs, ended_at: ENDED }]);
  await page.goto(`/${project}/playground?call=${encodeURIComponent(`${project} exact`)}`);
  await expect(turn(page, 1)).toHaveValue("Hi");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  expect(lastBody(models)).toContain('{"role":"user","content":"Hi","name":"ann","weight":1.0}');
  expect(lastBody(models)).toContain('"seed":-9223372036854775807');
});

test("errors show the upstream's message at their field; an unreachable server is named @all", async ({
  page,
  project,
  leaving,
}) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Where is Paris?");
  await chooseModel(page, 1, "refusing");
  await setParameter(page, "temperature", "3");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(pane(page, 1).getByRole("alert")).toContainText("temperature must be in [0, 2], got 3");
  await expect(pane(page, 1).getByRole("link", { name: "Trace" })).toBeVisible();
  await expect(parameter(page, "temperature")).toHaveAttribute("aria-invalid", "true");
  await findParameter(page, "temperature");
  await page.getByRole("button", { name: "Reset temperature" }).click();
  await chooseModel(page, 1, "leaver");
  await leaving.close();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(pane(page, 1).getByRole("alert")).toContainText("corner");
  await expect(turn(page, 2)).toHaveValue("Where is Paris?");
});

test("a hostile answer is harmless in every view", async ({ page, project }) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Attack");
  await chooseModel(page, 1, "hostile");
  for (const stream of ["true", "false"]) {
    await findParameter(page, "Streams the answer in chunks");
    await parameter(page, "stream").selectOption(stream);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(measures(page)).toContainText("stop");
    for (const look of ["formatted", "plain", "raw"]) {
      await page.getByLabel("Answer format").selectOption(look);
      await expect(pane(page, 1)).toContainText("window.hacked");
      expect(await page.evaluate(() => "hacked" in window)).toBe(false);
      await expect(pane(page, 1).getByRole("img")).toHaveCount(0);
    }
  }
  await page.getByLabel("Answer format").selectOption("formatted");
});

test("a session that ends while streaming keeps everything and asks for a key in place @all", async ({
  browser,
  loupe,
  project,
  service,
}) => {
  const grants = [{ project_pattern: project, role: "member" as const }];
  const { key, api_key: secret } = await service.request("keysCreate", { owner: "ann", roles: grants });
  const context = await browser.newContext({ baseURL: loupe.url, storageState: { cookies: [], origins: [] } });
  const problems = await watchContext(context);
  const page = await context.newPage();
  await signInByKey(page, { url: `${loupe.url}/${project}/playground`, key: secret });
  await turn(page, 2).fill("Talk on and on");
  await chooseModel(page, 1, "endless");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await service.request("keysRevoke", { id: key.id });
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible({ timeout: 20_000 });
  await dialog.getByLabel("API key").fill(loupe.key);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toBeHidden();
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await expect(turn(page, 2)).toHaveValue("Talk on and on");
  await chooseModel(page, 1, "talker");
  await pane(page, 1).getByRole("button", { name: "Run this pane" }).click();
  await expect(measures(page)).toContainText("12 → 4 tokens");
  await context.close();
  expect(problems).toEqual([]);
});

test("a playground is saved, reopened, shared by link and survives a reload", async ({ page, project }) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Where is Paris?");
  await chooseModel(page, 1, "talker");
  await setParameter(page, "seed", "12345678901234567");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("capitals");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved v1 of capitals", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Copy link to this playground" }).click();
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(measures(page)).toContainText("12 → 4 tokens");
  await turn(page, 2).fill("Something else");
  await page.reload();
  await expect(turn(page, 2)).toHaveValue("Something else");
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await expect(measures(page)).toContainText("12 → 4 tokens");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /capitals/ })
    .click();
  await expect(turn(page, 2)).toHaveValue("Where is Paris?");
  await turn(page, 2).fill("Something else again");
  await page.goto("/");
  await page.goto(link);
  await expect(turn(page, 2)).toHaveValue("Where is Paris?");
  await findParameter(page, "seed");
  await expect(parameter(page, "seed")).toHaveValue("12345678901234567");
  expect(page.url()).not.toContain("#");
});

test("by keyboard: write, select a model, run, stop, move turns, show the code @all", async ({
  page,
  project,
  models,
}) => {
  const { keyboard } = page;
  await openPlayground(page, project);
  await tabTo(turn(page, 2));
  await keyboard.type("Where is Paris? p and ? are only letters");
  await tabTo(page.getByRole("button", { name: "Model of pane 1" }));
  await keyboard.press("Enter");
  // Before the models have loaded, typing selects what is typed.
  await expect(page.getByRole("option", { name: "talker" })).toBeVisible();
  await keyboard.type("talk");
  await expect(page.getByRole("option", { name: "talker" })).toHaveAttribute("aria-selected", "true");
  await keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Model of pane 1: talker" })).toBeFocused();
  await keyboard.press("ControlOrMeta+Enter");
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await turn(page, 2).focus();
  await keyboard.press("ControlOrMeta+Shift+ArrowUp");
  await expect(turn(page, 1)).toHaveValue("Where is Paris? p and ? are only letters");
  await expect(turn(page, 1)).toBeFocused();
  expect(models.arrived.at(-1)).toContain("only letters");
  await tabTo(page.getByRole("searchbox", { name: "Search parameters" }));
  await keyboard.type("tools");
  await tabTo(page.getByRole("button", { name: "Insert an example tool" }));
  await keyboard.press("Enter");
  const editor = page.getByRole("textbox", { name: "tools" });
  await tabTo(page.getByRole("button", { name: "Reset tools" }));
  await keyboard.press("Tab");
  await expect(editor).toBeFocused();
  await keyboard.press("Tab");
  await expect(editor).not.toBeFocused();
  await page.getByRole("button", { name: "Use in code" }).focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("curl");
  await keyboard.press("Escape");
  await keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Run all panes");
});

test("axe finds nothing, also on a phone @all", async ({ page, project }) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Where is {{city}}?");
  await chooseModel(page, 1, "measured");
  await page.getByRole("button", { name: "Add pane", exact: true }).click();
  await chooseModel(page, 2, "caller");
  await page.getByRole("button", { name: "Run all" }).click();
  await expect(page.getByRole("region", { name: "Variables" }).getByRole("alert")).toContainText("city");
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Run anyway" }).click();
  await expect(measures(page, 2)).toContainText("tool_calls");
  await expect(measures(page, 1)).toContainText("stop");
  for (const look of ["formatted", "tokens", "raw"]) {
    await page.getByLabel("Answer format").selectOption(look);
    expect(await barriersOn(page)).toEqual([]);
  }
  await page.getByLabel("Answer format").selectOption("formatted");
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByRole("textbox", { name: "Model and parameters as JSON" })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Use in code" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await page.keyboard.press("Escape");
  // Its button has the focus again, which shows its tooltip.
  await expect(page.getByRole("tooltip", { name: "Use in code" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await barriersOn(page)).toEqual([]);
  const widest = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(widest).toBeLessThanOrEqual(390);
});
