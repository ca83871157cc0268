import type { Client } from "@/lib/client/client";
import { callPath } from "@/lib/format/address";
import { JsonNode } from "@/lib/json/node";
import { toJsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { chooseModel, openPlayground, pane, test, turn } from "./loupe/playground";
import { runWeavePublisher } from "./loupe/run-program";
import { expect } from "./loupe/test";
import type { Page } from "@playwright/test";

const variables = (page: Page) => page.getByRole("region", { name: "Variables" });
const variable = (page: Page, name: string) => variables(page).getByLabel(name, { exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const ownTurn = (page: Page, of: number, place: number) =>
  page.getByLabel(`Content of message ${place} in pane ${of}`, { exact: true });
const messagesOf = (body: string) => JsonNode.parse(body).get("messages")?.raw ?? "";
const alphabetically = (a: string, b: string) => a.localeCompare(b);

async function giveOwnPrompt(page: Page, place: number, version: string): Promise<void> {
  await page.getByRole("button", { name: `Prompt of pane ${place}` }).click();
  await page.getByRole("menuitem", { name: "Use another prompt here…" }).click();
  await dialog(page).getByRole("button", { name: "Versions of parcel-prompt" }).click();
  await dialog(page).getByRole("button", { name: version }).click();
  await expect(dialog(page)).toBeHidden();
}

test("two versions of an SDK's prompt answer one table row, and an edited one is saved as a new version @all", async ({
  page,
  loupe,
  service,
  project,
  models,
}) => {
  const { prompts } = await runWeavePublisher(loupe, project, "weave-prompts");
  await openPlayground(page, project);
  await turn(page, 2).fill("Something typed before");
  await page.goto(`/${project}/playground?prompt=parcel-prompt&version=v1`);
  await expect(turn(page, 1)).toHaveValue("You work in {{city}}. Answer in three sentences.");
  await expect(turn(page, 2)).toHaveValue("{{question}}");
  await expect(page.getByText("The previous playground is in History.", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "parcel-prompt v1" })).toBeVisible();
  expect(new URL(page.url()).search).toBe("");

  await chooseModel(page, 1, "talker");
  await page.getByRole("button", { name: "Add pane", exact: true }).click();
  await giveOwnPrompt(page, 2, "v2 of parcel-prompt");
  await expect(ownTurn(page, 2, 1)).toHaveValue("You work in {{city}}. Answer in one sentence.");
  await expect(pane(page, 2).getByRole("link", { name: "parcel-prompt v2" })).toBeVisible();
  await expect(page.getByText("Only in pane 1")).toBeVisible();

  const before = models.arrived.length;
  await page.getByRole("button", { name: "Run all" }).click();
  await expect(variables(page).getByRole("alert")).toContainText("These variables have no value: city, question");
  await expect(variable(page, "city")).toBeFocused();
  expect(models.arrived).toHaveLength(before);

  await page.getByRole("button", { name: "Fill from table" }).click();
  await dialog(page).getByRole("button", { name: "parcels" }).click();
  await expect(variable(page, "question")).toHaveValue("Where is parcel 1?");
  await expect(variables(page).getByRole("alert")).toContainText("This variable has no value: city");
  await variables(page).getByLabel("Column of city").selectOption("expected.city");
  await expect(variable(page, "city")).toHaveValue("Lisbon");
  await expect(variables(page).getByRole("alert")).toBeHidden();

  await variables(page).getByRole("button", { name: "Next row" }).click();
  await expect(variables(page).getByRole("status")).toHaveText("Row 2 of 3");
  await expect(variable(page, "city")).toHaveValue("Lyon");
  await page.getByRole("button", { name: "Run all" }).click();
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  await expect(pane(page, 2).getByText("capital")).toBeVisible();
  const asked = '{"role":"user","content":"Where is \\"parcel 2\\"?"}';
  expect(models.arrived.slice(before).map(messagesOf).toSorted(alphabetically)).toEqual([
    `[{"role":"system","content":"You work in Lyon. Answer in one sentence."},${asked}]`,
    `[{"role":"system","content":"You work in Lyon. Answer in three sentences."},${asked}]`,
  ]);

  // The recorded calls name the versions.
  const refs = prompts.map((digest) => `core:///${project}/object/parcel-prompt:${digest}`);
  const recordedRefs = async () => (await recordedCalls(service, project)).map(({ ref }) => ref);
  await expect.poll(recordedRefs).toEqual(refs.toSorted(alphabetically));

  // They lead to the row that filled the variables.
  const [call] = await recordedCalls(service, project);
  const playground = page.url();
  await page.goto(callPath(project, call?.id ?? ""));
  await page.getByRole("link", { name: /^a row of parcels v\d$/ }).click();
  const row = page
    .getByRole("grid", { name: "Rows" })
    .getByRole("row")
    .filter({ has: page.getByRole("gridcell") });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Where is "parcel 2"?');
  await page.goto(playground);

  await page.reload();
  await expect(variable(page, "city")).toHaveValue("Lyon");
  await variable(page, "city").fill("Nantes");
  await expect(variables(page).getByText("changed")).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await variables(page).getByRole("button", { name: "Previous row" }).focus();
  await page.keyboard.press("k");
  await expect(variable(page, "city")).toHaveValue("Lisbon");
  await page.keyboard.press("r");
  await expect(variables(page).getByRole("status")).toHaveText(/^Row [23] of 3$/);

  await ownTurn(page, 2, 1).fill("You work in {{city}}. Answer in one word.");
  await expect(pane(page, 2).getByText("changed", { exact: true })).toBeVisible();
  await pane(page, 2).getByRole("button", { name: "Save prompt" }).click();
  await dialog(page).getByLabel("Message of this version").fill("Shorter still");
  await dialog(page).getByRole("button", { name: "Save version" }).click();
  await expect(page.getByText("Saved parcel-prompt v3", { exact: true })).toBeVisible();
  await expect(pane(page, 2).getByRole("link", { name: "parcel-prompt v3" })).toBeVisible();
  await expect(pane(page, 2).getByText("changed", { exact: true })).toBeHidden();

  const { obj } = await service.request("objRead", {
    project_id: project,
    object_id: "parcel-prompt",
    digest: "latest",
  });
  expect(JsonNode.parse(obj.val).get("messages")?.raw).toContain('"You work in {city}. Answer in one word."');
  expect(JsonNode.parse(obj.val).get("description")?.string()).toBe("Shorter still");
  expect(prompts).not.toContain(obj.digest);
  await pane(page, 2).getByRole("link", { name: "parcel-prompt v3" }).click();
  await expect(page.getByRole("heading", { name: "parcel-prompt" })).toBeVisible();
  await expect(page.getByText("Shorter still").first()).toBeVisible();
  await expect(page.getByText("Answer in one word.").first()).toBeVisible();
  await page.getByRole("link", { name: "Open in playground" }).click();
  await expect(turn(page, 1)).toHaveValue("You work in {{city}}. Answer in one word.");
  await expect(page.getByRole("link", { name: "parcel-prompt v3" })).toBeVisible();
});

test("a prompt that somebody else has changed is saved only after a choice @all", async ({
  page,
  service,
  project,
}) => {
  const publish = (content: string) =>
    service.request("objCreate", {
      obj: {
        project_id: project,
        object_id: "greeting",
        val: toJsonText({ messages: [{ role: "user", content }] }),
        builtin_object_class: "Prompt",
      },
    });
  await publish("Hello {{name}}");
  await openPlayground(page, project);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await dialog(page).getByRole("button", { name: "greeting, v1" }).click();
  await expect(turn(page, 1)).toHaveValue("Hello {{name}}");
  await publish("Good day {{name}}");

  await turn(page, 1).fill("Hi {{name}}");
  await page.getByRole("button", { name: "Save prompt" }).click();
  await dialog(page).getByRole("button", { name: "Save version" }).click();
  await expect(dialog(page)).toContainText("Not saved yet: v2 is the latest version, but your text is based on v1.");
  await dialog(page).getByLabel("Name").fill("greeting-2");
  await dialog(page).getByLabel("Name").fill("greeting");
  await dialog(page).getByRole("button", { name: "Save version" }).click();
  await dialog(page).getByRole("button", { name: "Save anyway" }).click();
  await expect(page.getByText("Saved greeting v3", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Prompt of pane 1" }).click();
  await page.getByRole("menuitem", { name: "Edit a copy of the shared conversation here" }).click();
  await expect(ownTurn(page, 1, 1)).toHaveValue("Hi {{name}}");
  await expect(page.getByText("Not used: every pane has its own prompt")).toBeVisible();
  await page.getByRole("button", { name: "Prompt of pane 1" }).click();
  await page.getByRole("menuitem", { name: "Return to the shared conversation" }).click();
  await expect(ownTurn(page, 1, 1)).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(ownTurn(page, 1, 1)).toHaveValue("Hi {{name}}");
});

test("a run without all values is sent only on request, and an empty value is one @all", async ({
  page,
  project,
  models,
}) => {
  await openPlayground(page, project);
  await turn(page, 2).fill("Hi {{name}}, {{rest}}");
  await chooseModel(page, 1, "talker");
  const before = models.arrived.length;
  await turn(page, 2).press("ControlOrMeta+Enter");
  await expect(variable(page, "name")).toBeFocused();
  await page.keyboard.type("x");
  await page.keyboard.press("Backspace");
  await expect(variables(page).getByRole("alert")).toContainText("This variable has no value: rest");
  expect(models.arrived).toHaveLength(before);
  await variables(page).getByRole("button", { name: "Run anyway" }).click();
  await expect(pane(page, 1).getByText("capital")).toBeVisible();
  expect(messagesOf(models.arrived.at(-1) ?? "")).toBe('[{"role":"user","content":"Hi , {{rest}}"}]');
});

/** The recorded completions that name a version of a prompt, in the order of these versions. */
async function recordedCalls(service: Client, project: string): Promise<{ id: string; ref: string }[]> {
  const calls: { id: string; ref: string }[] = [];
  for await (const { id, attributes } of service.stream("callsStreamQuery", { project_id: project })) {
    const ref = attributes && JsonNode.parse(attributes).get("prompt_ref")?.string();
    if (ref !== undefined) calls.push({ id, ref });
  }
  return calls.toSorted((a, b) => alphabetically(a.ref, b.ref));
}
