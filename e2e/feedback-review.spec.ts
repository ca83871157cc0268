import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type Client, createClient } from "@/lib/client/client";
import { toJsonText } from "@/lib/json/text";
import { callRef, versionRef } from "@/lib/contract/refs";
import { writeSpec } from "@/lib/feedback/annotation-spec";
import { barriersOn } from "./loupe/barriers";
import type { Loupe } from "./loupe/loupe";
import { signInByKey } from "./loupe/sign-in";
import { runCustomerAgent } from "./loupe/run-program";
import { ENDED, sendCalls, yesterdayAt } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const records = (page: Page) => page.getByRole("grid", { name: "Feedback" }).getByRole("row");
const undo = (page: Page) => page.getByRole("button", { name: "Undo" });

/** Publishes an annotation; returns its ref. */
async function ask(service: Client, project_id: string, name: string, schema: object): Promise<string> {
  const val = writeSpec({ name, description: "", schema: toJsonText(schema) });
  const { digest } = await service.request("objCreate", {
    obj: { project_id, object_id: name, val, builtin_object_class: "AnnotationSpec" },
  });
  return versionRef(project_id, { kind: "object", name, digest });
}

/** A client of a person who may annotate. */
async function annotator({ serviceUrl }: Loupe, service: Client, owner: string, project: string): Promise<Client> {
  const { api_key: key } = await service.request("keysCreate", {
    owner,
    roles: [{ project_pattern: project, role: "annotator" }],
  });
  return createClient({ baseUrl: serviceUrl, headers: { authorization: `Bearer ${key}` } });
}

test("a trace is annotated with a form created in Loupe, and found in the project's feedback @all", async ({
  loupe,
  project,
  page,
}) => {
  const model = await standInModel("It is in Lyon.");
  await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "Where is it?" });
  await model.close();

  await page.goto(`/${project}/feedback`);
  await expect(page.getByRole("heading", { name: "No feedback yet" })).toBeVisible();
  await page.getByRole("link", { name: "Annotations" }).click();
  await page.getByRole("button", { name: "New annotation" }).click();
  const dialog = page.getByRole("dialog", { name: "New annotation" });
  await dialog.getByRole("button", { name: "Create annotation" }).click();
  await expect(dialog.getByText("Enter a name")).toBeVisible();
  await dialog.getByLabel("Name").fill("quality");
  await dialog.getByLabel("Choices").fill("good\nbad");
  await expect(dialog.getByRole("radio", { name: "good" })).toBeVisible();
  await dialog.getByRole("button", { name: "Create annotation" }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/${project}/calls`);
  await page.getByRole("grid", { name: "Calls" }).getByRole("row").nth(1).press("Enter");
  const panel = page.getByRole("region", { name: "Feedback" });
  await panel.getByRole("button", { name: "React with 👍" }).click();
  await panel.getByRole("button", { name: "Annotate" }).click();
  await panel.getByRole("radio", { name: "good" }).check();
  await page.reload();
  await panel.getByRole("button", { name: "Annotate" }).click();
  await expect(panel.getByRole("radio", { name: "good" }), "a draft outlives a reload").toBeChecked();
  await panel.getByRole("button", { name: "Save answers" }).click();
  const given = panel.getByRole("listitem").filter({ hasText: "quality" });
  await expect(given).toContainText("good");
  await panel.getByRole("radio", { name: "bad" }).check();
  await panel.getByRole("button", { name: "Save answers" }).click();
  await expect(given).toHaveCount(1);
  await expect(given).toContainText("bad");
  await given.hover();
  await given.getByRole("button", { name: "Details" }).click();
  await expect(given.getByRole("link", { name: /object\/quality:/ })).toBeVisible();

  await page.goto(`/${project}/feedback`);
  await expect(records(page)).toHaveCount(3);
  await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "quality" });
  await expect(page).toHaveURL(/type=core\.annotation\.quality/);
  await expect(records(page)).toHaveCount(2);
  await expect(page.getByRole("list", { name: "Values" })).toContainText("bad");
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Remove quality" }).click();
  await expect(page.getByRole("heading", { name: "No feedback matches" })).toBeVisible();
  await expect(page.getByText(/^Removed quality/)).toBeVisible();
  await page.reload();
  await undo(page).last().click();
  await expect(records(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^JSONL/ }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\n");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"payload":{"value":"bad"}');
});

test("feedback of others appears in the list and cannot be removed @all", async ({
  loupe,
  project,
  page,
  service,
  browser,
}) => {
  await sendCalls(service, project, [{ id: "one", ended_at: ENDED }]);
  const bob = await annotator(loupe, service, "bob", project);
  const note = (text: string) => ({
    project_id: project,
    core_ref: callRef(project, "one"),
    feedback_type: "core.note.1",
    payload: toJsonText({ note: text }),
  });
  await service.request("feedbackCreate", note("from the admin"));
  await page.goto(`/${project}/feedback`);
  await expect(records(page)).toHaveCount(2);
  await bob.request("feedbackCreate", note("from bob"));
  await expect(records(page).nth(1)).toContainText("from bob");

  const { api_key: key } = await service.request("keysCreate", {
    owner: "ann",
    roles: [{ project_pattern: project, role: "annotator" }],
  });
  const other = await browser.newContext({ storageState: undefined });
  const hers = await other.newPage();
  await signInByKey(hers, { url: `${loupe.url}/${project}/feedback`, key });
  await expect(records(hers)).toHaveCount(3);
  await expect(hers.getByRole("button", { name: /^Remove note/ })).toHaveCount(0);
  await hers.getByRole("link", { name: "Annotations" }).click();
  await expect(hers.getByRole("button", { name: "New annotation" })).toBeDisabled();
  await other.close();
});

test("a queue is created and completed by keyboard, resumes after a reload, and shows agreement", async ({
  loupe,
  project,
  page,
  service,
}) => {
  const { keyboard } = page;
  const ids = ["a", "b", "c"];
  await sendCalls(
    service,
    project,
    ids.map((id, index) => ({
      id,
      started_at: yesterdayAt(`14:0${9 - index}:00`),
      ended_at: yesterdayAt("14:10:00"),
      inputs: `{"question": "question ${id}"}`,
      output: `"answer ${id}"`,
    })),
  );
  const quality = await ask(service, project, "quality", { type: "string", enum: ["good", "bad"] });
  await ask(service, project, "safe", { type: "boolean" });

  await page.goto(`/${project}/feedback/queues`);
  await tabTo(page.getByRole("link", { name: "New queue" }));
  await keyboard.press("Enter");
  await tabTo(page.getByLabel("Name"));
  await keyboard.type("review");
  await expect(page.getByText("3 calls")).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Call 1 of 3" })).toBeVisible();
  await expect(page.getByText("question a")).toBeVisible();

  await keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Answer a question" })).toBeVisible();
  await keyboard.press("1");
  await keyboard.press("2");
  await expect(page.getByRole("radio", { name: "good" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await keyboard.press("n");
  await keyboard.type("1 sure s");
  await expect(page.getByLabel("Note")).toHaveValue("1 sure s");
  await keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("heading", { name: "Call 2 of 3" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Done by admin" })).toHaveAttribute("aria-valuenow", "1");

  await page.goto(`/${project}/feedback/queues/review`);
  await expect(page.getByRole("heading", { name: "Call 2 of 3" }), "goes on where one was").toBeVisible();
  await keyboard.press("s");
  await expect(page.getByRole("heading", { name: "Call 3 of 3" })).toBeVisible();
  await keyboard.press("ArrowLeft");
  await expect(page.getByRole("heading", { name: "Call 2 of 3" })).toBeVisible();
  await keyboard.press("2");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Call 3 of 3" })).toBeVisible();
  await keyboard.press("2");
  expect(await barriersOn(page)).toEqual([]);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "You have reviewed all 3 calls" })).toBeVisible();

  const bob = await annotator(loupe, service, "bob", project);
  const { obj } = await service.request("objRead", {
    project_id: project,
    object_id: "review",
    digest: "latest",
    metadata_only: true,
  });
  for (const [id, value] of [
    ["a", "good"],
    ["b", "bad"],
    ["c", "good"],
  ] as const)
    await bob.request("feedbackCreate", {
      project_id: project,
      core_ref: callRef(project, id),
      feedback_type: "core.annotation.quality",
      annotation_ref: quality,
      trigger_ref: versionRef(project, { kind: "object", name: "review", digest: obj.digest }),
      payload: toJsonText({ value }),
    });
  await tabTo(page.getByRole("link", { name: "View results" }));
  await keyboard.press("Enter");
  // good bad bad against good bad good: 2/3 observed, 4/9 expected.
  await expect(page.getByRole("list", { name: "Agreement" })).toContainText("0.40");
  await expect(page.getByRole("list", { name: "Agreement" })).toContainText("Same answer on 2 of 3 calls");
  await tabTo(page.getByRole("checkbox", { name: "Disagreements only" }));
  await keyboard.press("Space");
  await expect(page.getByRole("grid", { name: "Results" }).getByRole("row")).toHaveCount(2);
  expect(await barriersOn(page)).toEqual([]);
});

test("an object version gets feedback like a call @all", async ({ page, project, service }) => {
  await service.request("objCreate", {
    obj: { project_id: project, object_id: "prompt", val: toJsonText({ text: "Be kind." }) },
  });
  await page.goto(`/${project}/objects/prompt/latest`);
  const panel = page.getByRole("region", { name: "Feedback" });
  await panel.getByLabel("Note").fill("Better than the last");
  await panel.getByRole("button", { name: "Add note" }).click();
  await expect(panel.getByRole("listitem")).toContainText(["Better than the last"]);
  await page.goto(`/${project}/feedback`);
  await records(page)
    .nth(1)
    .getByRole("link", { name: /^object prompt:/ })
    .click();
  await expect(panel.getByRole("listitem")).toContainText(["Better than the last"]);
});
