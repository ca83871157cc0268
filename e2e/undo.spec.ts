import type { Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { JsonText, toJsonText } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import { writeSpec } from "@/lib/feedback/annotation-spec";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

interface Undoable {
  what: string;
  /** The page of the change, below the project. */
  path: string;
  prepare?: (service: Client, project: string) => Promise<unknown>;
  change: (page: Page) => Promise<void>;
  /** Expects the reloaded page to be as it was before the change. */
  isBack: (page: Page) => Promise<void>;
}

const undo = (page: Page) => page.getByRole("button", { name: "Undo" });
const given = (page: Page) => page.getByRole("list", { name: "Existing feedback" }).getByRole("listitem");
const calls = (page: Page) => page.getByRole("grid", { name: "Calls" });
const thumb = (page: Page) => page.getByRole("button", { name: "React with 👍" });
const prices = (page: Page) => page.getByRole("grid", { name: "Prices" });
const annotations = (page: Page) => page.getByRole("grid", { name: "Annotations" }).getByRole("link");
const records = (page: Page) => page.getByRole("grid", { name: "Feedback" }).getByRole("row");

const publish = (service: Client, project_id: string, object_id: string, val: JsonText) =>
  service.request("objCreate", { obj: { project_id, object_id, val } });
const schema = toJsonText({ type: "string", enum: ["good", "bad"] });
const ask = (service: Client, project: string) =>
  publish(service, project, "quality", writeSpec({ name: "quality", description: "", schema }));
const note = (service: Client, project_id: string) =>
  service.request("feedbackCreate", {
    project_id,
    core_ref: callRef(project_id, "one"),
    feedback_type: "core.note.1",
    payload: toJsonText({ note: "keep me" }),
  });

const undoables: Undoable[] = [
  {
    what: "the deletion of calls",
    path: "calls",
    change: async (page) => {
      await calls(page).getByRole("checkbox", { name: "Select", exact: true }).first().click();
      await page.getByRole("toolbar", { name: "Selected calls" }).getByRole("button", { name: "Delete" }).click();
      await expect(calls(page).getByRole("link")).toHaveCount(1);
    },
    isBack: (page) => expect(calls(page).getByRole("link")).toHaveCount(2),
  },
  {
    what: "the deletion of a saved view",
    path: "calls?sort=name.asc",
    change: async (page) => {
      await page.getByRole("button", { name: "Views" }).click();
      const views = page.getByRole("dialog", { name: "Saved views" });
      await views.getByLabel("Save this view").fill("By name");
      await views.getByRole("button", { name: "Save" }).click();
      await views.getByRole("button", { name: "Delete By name" }).click();
      await expect(views.getByRole("link", { name: "By name" })).toBeHidden();
    },
    isBack: async (page) => {
      await page.getByRole("button", { name: "Views" }).click();
      await expect(page.getByRole("link", { name: "By name" })).toBeVisible();
    },
  },
  {
    what: "feedback on several calls",
    path: "calls",
    change: async (page) => {
      for (const place of [0, 1])
        await calls(page).getByRole("checkbox", { name: "Select", exact: true }).nth(place).click();
      await page.getByRole("toolbar", { name: "Selected calls" }).getByRole("button", { name: "Add feedback" }).click();
      await page.getByRole("button", { name: "👍" }).click();
      await expect(calls(page).getByText("👍 1")).toHaveCount(2);
    },
    isBack: async (page) => {
      await expect(calls(page).getByRole("link")).toHaveCount(2);
      await expect(calls(page).getByText("👍 1")).toHaveCount(0);
    },
  },
  {
    what: "a reaction",
    path: "calls/one",
    change: async (page) => {
      await thumb(page).click();
      await expect(thumb(page)).toHaveAttribute("aria-pressed", "true");
    },
    isBack: (page) => expect(thumb(page)).toHaveAttribute("aria-pressed", "false"),
  },
  {
    what: "the removal of a note",
    path: "calls/one",
    prepare: note,
    change: async (page) => {
      await given(page).hover();
      await given(page).getByRole("button", { name: "Remove" }).click();
      await expect(given(page)).toHaveCount(0);
    },
    isBack: (page) => expect(given(page)).toContainText(["keep me"]),
  },
  {
    what: "the answer to an annotation",
    path: "calls/one",
    prepare: ask,
    change: async (page) => {
      const panel = page.getByRole("region", { name: "Feedback" });
      await panel.getByRole("button", { name: "Annotate" }).click();
      await panel.getByRole("radio", { name: "good" }).check();
      await panel.getByRole("button", { name: "Save answers" }).click();
      await expect(given(page)).toContainText(["good"]);
    },
    isBack: async (page) => {
      await expect(thumb(page)).toBeVisible();
      await expect(given(page)).toHaveCount(0);
    },
  },
  {
    what: "the removal of a record from the list of feedback",
    path: "feedback",
    prepare: note,
    change: async (page) => {
      await page.getByRole("button", { name: /^Remove note/ }).click();
      await expect(page.getByRole("heading", { name: "No feedback yet" })).toBeVisible();
    },
    isBack: (page) => expect(records(page).nth(1)).toContainText("keep me"),
  },
  {
    what: "the deletion of an annotation",
    path: "feedback/annotations",
    prepare: ask,
    change: async (page) => {
      await page.getByRole("button", { name: "Delete quality" }).click();
      await expect(page.getByRole("heading", { name: "No annotations yet" })).toBeVisible();
    },
    isBack: (page) => expect(annotations(page)).toHaveText(["quality"]),
  },
  {
    what: "the deletion of an object's version",
    path: "objects/settings/latest",
    prepare: (service, project) => publish(service, project, "settings", new JsonText('{"n": 1.0}')),
    change: async (page) => {
      await expect(page.getByRole("tree", { name: "Value" })).toContainText("n: 1.0");
      await page.getByRole("button", { name: "Delete" }).click();
    },
    isBack: (page) => expect(page.getByRole("tree", { name: "Value" })).toContainText("n: 1.0"),
  },
  {
    what: "a price that was added",
    path: "costs?own=true",
    change: async (page) => {
      await page.getByRole("button", { name: "Add price", exact: true }).first().click();
      const form = page.getByRole("dialog", { name: "Add price" });
      await form.getByLabel("Model").fill("my-model");
      await form.getByLabel("Input, per million tokens").fill("1.5");
      await form.getByLabel("Output, per million").fill("3");
      await form.getByRole("button", { name: "Add price" }).click();
      await expect(prices(page).getByText("my-model")).toBeVisible();
    },
    isBack: (page) => expect(page.getByText("This project has no prices of its own")).toBeVisible(),
  },
  {
    what: "the removal of a price",
    path: "costs?own=true",
    prepare: (service, project_id) =>
      service.request("costCreate", {
        project_id,
        costs: { "my-model": { prompt_token_cost: 1e-6, completion_token_cost: 2e-6 } },
      }),
    change: async (page) => {
      await page.getByRole("button", { name: "Remove the price of my-model" }).click();
      await expect(prices(page).getByText("my-model")).toBeHidden();
    },
    isBack: (page) => expect(prices(page).getByText("my-model")).toBeVisible(),
  },
];

/** Undoing on the service, and with the records of a previous state; what all do is tested in `components/undo/undo.test.ts`. */
const ALWAYS = new Set(["the deletion of calls"]);

for (const { what, path, prepare, change, isBack } of undoables)
  test(`${what} can be undone after a reload, in another tab${ALWAYS.has(what) ? "" : " @all"}`, async ({
    page,
    service,
    project,
  }) => {
    await sendCalls(service, project, [
      { id: "one", op_name: "one", ended_at: ENDED },
      { id: "two", op_name: "two", ended_at: ENDED },
    ]);
    await prepare?.(service, project);
    await page.goto(`/${project}/${path}`);
    await change(page);
    await expect(undo(page)).toBeVisible();
    await page.reload();
    await expect(undo(page)).toBeVisible();
    const other = await page.context().newPage();
    await other.goto("/settings/keys");
    // The offer is withdrawn at once; the change is undone when the service has answered.
    const answered = other.waitForResponse((response) => response.request().method() === "POST");
    await undo(other).click();
    await expect(undo(other)).toBeHidden();
    expect((await answered).ok()).toBe(true);
    await expect(undo(page), "the offer is gone everywhere").toBeHidden();
    await page.reload();
    await isBack(page);
  });

test("a phone shows only the latest of several offers, and the one before once that is gone @all", async ({
  page,
  service,
  project,
}) => {
  await sendCalls(service, project, [{ id: "one", op_name: "one", ended_at: ENDED }]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${project}/calls/one`);
  const offers = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
  await thumb(page).click();
  await expect(offers).toHaveText([/Added 👍/]);
  await page.getByRole("button", { name: "React with 👎" }).click();
  await expect(offers).toHaveText([/Added 👎/]);
  await offers.getByRole("button", { name: "Dismiss" }).click();
  await expect(offers).toHaveText([/Added 👍/]);
});

for (const width of [1_440, 768]) {
  test(`at ${width} px an offer is neither over the sidebar nor over what is written${width === 1_440 ? "" : " @all"}`, async ({
    page,
    service,
    project,
  }) => {
    await sendCalls(service, project, [{ id: "one", op_name: "one", ended_at: ENDED }]);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/${project}/calls/one`);
    const offer = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
    await thumb(page).click();
    await expect(offer).toHaveText([/Added 👍/]);
    const [sidebar, shown, note] = [
      await page.getByRole("navigation", { name: "Main" }).boundingBox(),
      await offer.boundingBox(),
      await page.getByPlaceholder("Add a note").boundingBox(),
    ];
    expect(shown?.x).toBeGreaterThanOrEqual((sidebar?.x ?? 0) + (sidebar?.width ?? Infinity));
    expect((shown?.x ?? Infinity) + (shown?.width ?? Infinity)).toBeLessThanOrEqual(note?.x ?? 0);
  });
}
