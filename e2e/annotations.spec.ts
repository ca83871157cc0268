import type { Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { toJsonText } from "@/lib/json/text";
import { callRef, versionRef } from "@/lib/contract/refs";
import { instantOf } from "@/lib/format/wall-time";
import { writeSpec } from "@/lib/feedback/annotation-spec";
import { barriersOn } from "./loupe/barriers";
import { browserZone } from "./loupe/behind-nginx";
import { runCustomerAgent } from "./loupe/run-program";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const rows = (page: Page) => page.getByRole("grid", { name: "Annotations" }).getByRole("row");
const schema = (...options: string[]) => toJsonText({ type: "string", enum: options });

/** Publishes the annotation `quality`; returns its ref. */
async function ask(service: Client, project_id: string, ...options: string[]): Promise<string> {
  const val = writeSpec({ name: "quality", description: "Was it right?", schema: schema(...options) });
  const { digest } = await service.request("objCreate", { obj: { project_id, object_id: "quality", val } });
  return versionRef(project_id, { kind: "object", name: "quality", digest });
}

test("annotations are listed with their answers, edited, answered again and deleted @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  const model = await standInModel("It is in Lyon.");
  const spans = await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "Where is it?" });
  await model.close();
  const answered = callRef(project, spans[0]?.id ?? "");
  await ask(service, project, "good", "bad");
  await service.request("feedbackCreate", {
    project_id: project,
    core_ref: answered,
    feedback_type: "core.annotation.quality",
    payload: toJsonText({ value: "good" }),
    annotation_ref: await ask(service, project, "good", "bad"),
  });
  await page.goto(`/${project}/feedback`);
  await page.getByRole("link", { name: "Annotations" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Annotations" })).toBeVisible();
  const quality = rows(page).filter({ hasText: "quality" });
  for (const text of ["one of good, bad", "1", "v1", "Was it right?"])
    await expect(quality.getByRole("gridcell", { name: text, exact: true })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);

  await quality.getByRole("button", { name: "Edit quality" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit quality" });
  await expect(dialog.getByLabel("Choices")).toHaveValue("good\nbad");
  await dialog.getByLabel("Choices").fill("good\nmixed\nbad");
  await dialog.getByRole("button", { name: "Save new version" }).click();
  await expect(quality).toContainText("one of good, mixed, bad");
  await expect(quality).toContainText("v2");
  await quality.getByRole("link", { name: "quality" }).click();
  await expect(page.getByRole("grid", { name: "Versions" }).getByRole("link")).toHaveText([/v2.*latest/, "v1"]);

  await page.goBack();
  await quality.getByRole("button", { name: "Delete quality" }).click();
  await expect(page.getByRole("heading", { name: "No annotations yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(quality).toContainText("v2");
});

test("an annotation is edited by keyboard @all", async ({ page, service, project }) => {
  await ask(service, project, "good", "bad");
  await page.goto(`/${project}/feedback/annotations`);
  await expect(rows(page)).toHaveCount(2);
  await tabTo(page.getByRole("button", { name: "Edit quality" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit quality" });
  await tabTo(dialog.getByLabel("Description"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Did it help?");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(rows(page).nth(1)).toContainText("Did it help?");
});

test("feedback is filtered by a custom time range @all", async ({ page, service, project }) => {
  await sendCalls(service, project, [{ id: "one", ended_at: ENDED }]);
  await service.request("feedbackCreate", {
    project_id: project,
    core_ref: callRef(project, "one"),
    feedback_type: "core.note.1",
    payload: toJsonText({ note: "given now" }),
  });
  await page.goto(`/${project}/feedback`);
  const records = page.getByRole("grid", { name: "Feedback" }).getByRole("row");
  await expect(records).toHaveCount(2);
  await page.getByRole("button", { name: "All time" }).click();
  const range = page.getByRole("dialog", { name: "Time range" });
  await range.getByLabel("To", { exact: true }).fill("2020-01-02T00:00");
  await range.getByRole("button", { name: "Apply range" }).click();
  const until = instantOf("2020-01-02T00:00", browserZone());
  await expect(page).toHaveURL((url) => url.searchParams.get("to") === until);
  await expect(page.getByRole("heading", { name: "No feedback matches" })).toBeVisible();
  await page.getByRole("button", { name: /^Until 2 Jan 2020/ }).click();
  await range.getByRole("button", { name: "Last 24 hours" }).click();
  await expect(records).toHaveCount(2);
});
