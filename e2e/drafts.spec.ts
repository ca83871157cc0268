import type { Locator, Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { JsonText, toJsonText } from "@/lib/json/text";
import { callRef, versionRef } from "@/lib/contract/refs";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { writeSpec } from "@/lib/feedback/annotation-spec";
import { QUEUE_CLASS } from "@/lib/contract/queue-class";
import { writeQueue } from "@/lib/feedback/queue";
import { draftPages } from "./loupe/draft-forms";
import type { DraftForm, DraftPlaces } from "./loupe/draft-page";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { holdRequests, isTo } from "./loupe/hold-requests";
import { whileServed } from "./loupe/served-model";
import { signInByKey } from "./loupe/sign-in";
import { expect, test } from "./loupe/test";

const publish = (
  service: Client,
  project_id: string,
  object_id: string,
  val: JsonText,
  builtin_object_class?: string,
) => service.request("objCreate", { obj: { project_id, object_id, val, builtin_object_class } });

/** One of each subject that a form can have. */
async function prepare(service: Client, project: string): Promise<DraftPlaces> {
  await sendCalls(service, project, [{ id: project, op_name: "judged", ended_at: ENDED, output: '"fine"' }]);
  const { digest: objectDigest } = await publish(service, project, "prompt", new JsonText('{"prompt": "one"}'));
  const greeting = { _type: "StringPrompt", _class_name: "StringPrompt", _bases: ["Prompt"], content: "Hi {{name}}" };
  await publish(service, project, "greeting", toJsonText(greeting));
  const schema = toJsonText({ type: "string" });
  await publish(service, project, "remark", writeSpec({ name: "remark", description: "What of it?", schema }));
  const queue = {
    name: "review",
    description: "",
    callIds: [project],
    filter: "",
    annotations: ["remark"],
    isBlind: false,
    assignedTo: [],
    perCall: 1,
  };
  await publish(service, project, "review", writeQueue(queue), QUEUE_CLASS);
  await publish(service, project, "board", toJsonText({ name: "Board", charts: [] }), "Dashboard");
  const { digest: tableDigest } = await service.request("tableCreate", {
    table: { project_id: project, rows: [new JsonText('{"a": 1}')] },
  });
  const rows = `weave:///${project}/table/${tableDigest}`;
  await publish(service, project, "cases", toJsonText({ _type: "Dataset", _class_name: "Dataset", rows }));
  const { experiment } = await whileServed(service, { project, model: "none-1" }, () =>
    service.request("experimentCreate", {
      project_id: project,
      name: "first",
      table_digest: tableDigest,
      request: toJsonText({ model: "none-1", messages: [{ role: "user", content: "Hi" }] }),
    }),
  );
  await judgeCall(service, project);
  const { token } = await service.request("invitationsCreate", {
    roles: [{ project_pattern: project, role: "viewer" }],
  });
  await service.request("invitationsAccept", { token, name: `Person of ${project}` });
  const exceptions = { keep_queued: true, keep_in_tables: true, keep_annotated: true };
  await service.request("retentionSet", { project_id: project, keep_days: 365, ...exceptions, replaces: 0 });
  const rules = [{ kind: "regex" as const, name: "Customers", pattern: "CUST-2" }];
  await service.request("maskingRulesSet", { project_id: project, rules, replaces: 0 });
  return { project, objectDigest, tableDigest, experimentId: experiment.id };
}

/** A judge and a person give different values to the call. */
async function judgeCall(service: Client, project: string): Promise<void> {
  const scorer = writeScorer({
    name: "grade",
    definition: {
      type: "judge",
      model: "none-1",
      messages: [{ role: "user", content: "Is {{output}} right?" }],
      score: { type: "boolean" },
    },
  });
  const { digest } = await publish(service, project, "grade", scorer);
  const inputs = JSON.stringify({ model: "none-1", messages: [{ role: "user", content: "Is it right?" }] });
  await sendCalls(service, project, [{ id: `${project} grade`, op_name: "chat", ended_at: ENDED, inputs }]);
  const about = { project_id: project, core_ref: callRef(project, project) };
  await service.request("feedbackCreate", {
    ...about,
    feedback_type: "core.runnable.grade",
    payload: toJsonText({ output: true }),
    runnable_ref: versionRef(project, { kind: "object", name: "grade", digest }),
    call_ref: callRef(project, `${project} grade`),
  });
  await service.request("feedbackCreate", { ...about, feedback_type: "right", payload: toJsonText({ value: false }) });
}

/** The text of a field or an editor. */
const textOf = (field: Locator) =>
  field.evaluate((node) => ("value" in node ? String(node.value) : ((node as HTMLElement).innerText ?? "")).trim());
const holds = (field: Locator, text: string) => expect.poll(() => textOf(field)).toBe(text);

/** A click on an empty place, outside of floating elements. */
const clickOutside = (page: Page) => page.mouse.click(300, 885);

/** The button that discards the draft of this form, and of no other on the page. */
function discardOf(page: Page, form: DraftForm): Locator {
  const owner = form.closes
    ? page.getByRole("dialog")
    : form.field(page).locator("xpath=ancestor::*[self::form or @role='tabpanel'][1]");
  return form.discard?.(page) ?? owner.getByRole("button", { name: "Discard draft" });
}

interface Visit {
  forms: readonly DraftForm[];
  url: string;
  key: string;
}

/** Types into every form of a page, and then discards it, with the reloads and the sign-in shared by all of them. */
async function walk(page: Page, { forms, url, key }: Visit): Promise<void> {
  const typedIn = ({ typed = "not yet sent" }: DraftForm) => typed;
  const show = async (form: DraftForm) => {
    await form.open?.(page);
    await expect(form.field(page)).toBeVisible();
  };
  const close = async (form: DraftForm) => {
    if (!form.closes) return;
    await page.keyboard.press("Escape");
    await expect(form.field(page)).toBeHidden();
  };
  /** Shows every form in turn. The last one stays open. */
  const showEach = (task: string, check: (form: DraftForm) => Promise<void>) =>
    test.step(task, async () => {
      for (const form of forms)
        await test.step(form.name, async () => {
          await show(form);
          await check(form);
          if (form !== forms.at(-1)) await close(form);
        });
    });
  const initial = new Map<DraftForm, string>();

  await page.goto(url);
  await showEach("typed, then left by Escape and by a click outside", async (form) => {
    const field = form.field(page);
    initial.set(form, await textOf(field));
    await field.fill(typedIn(form));
    for (const leave of [() => page.keyboard.press("Escape"), () => clickOutside(page)]) {
      await leave();
      if (form.closes) {
        await expect(field).toBeHidden();
        await show(form);
        await expect(discardOf(page, form)).toBeVisible();
      }
      await holds(field, typedIn(form));
    }
  });

  await page.reload();
  await showEach("still there after a reload", async (form) => {
    await holds(form.field(page), typedIn(form));
    await expect(discardOf(page, form)).toBeVisible();
  });

  // The session has expired; the sign-in page leads back.
  await page.context().clearCookies();
  await signInByKey(page, { url, key });
  await showEach("still there after signing in again, then discarded", async (form) => {
    await holds(form.field(page), typedIn(form));
    await discardOf(page, form).click();
    if (form.closes) {
      await close(form);
      await show(form);
    }
    await holds(form.field(page), initial.get(form) ?? "");
  });

  await page.reload();
  await showEach("still discarded after a reload", async (form) => {
    await holds(form.field(page), initial.get(form) ?? "");
    if (!form.opensDraft) await expect(page.getByRole("button", { name: "Discard draft" })).toBeHidden();
  });
}

/** Boxes on the page and in dialogs; what all of them do is tested in `use-draft.test.tsx`. */
const ALWAYS = new Set(["a call"]);

for (const { name, path, forms } of draftPages)
  test(
    `${name}: typed text is kept until it is discarded`,
    { tag: ALWAYS.has(name) ? [] : "@all" },
    async ({ page, loupe, service, project }) => {
      const places = await prepare(service, project);
      await walk(page, { forms, url: `${loupe.url}${path(places)}`, key: loupe.key });
    },
  );

const note = (page: Page) => page.getByLabel("Note", { exact: true });
const editor = (page: Page) => page.getByRole("dialog").getByRole("textbox", { name: "Value (JSON)" });
const newVersion = (page: Page) => page.getByRole("button", { name: "New version" }).click();

test("a draft belongs to its author: another key in the same browser does not see it", async ({
  page,
  loupe,
  service,
  project,
}) => {
  await prepare(service, project);
  const { api_key: other } = await service.request("keysCreate", {
    owner: "grace",
    roles: [{ project_pattern: project, role: "member" }],
  });
  const url = `${loupe.url}/${project}/calls/${encodeURIComponent(project)}`;
  await page.goto(url);
  await note(page).fill("for my eyes");
  // Not signed out, because that would end the session that other tests share.
  await page.context().clearCookies();
  await signInByKey(page, { url, key: other });
  await expect(note(page)).toHaveValue("");
  await note(page).fill("mine, not hers");
  await page.context().clearCookies();
  await signInByKey(page, { url, key: loupe.key });
  await expect(note(page)).toHaveValue("for my eyes");
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(kept).not.toContain(loupe.key);
  expect(kept).not.toContain(other);
});

test("a draft appears only in its own form, and mentions a newer published version @all", async ({
  page,
  service,
  project,
}) => {
  const { objectDigest } = await prepare(service, project);
  const pageOf = (digest: string) => `/${project}/objects/prompt/${digest}`;
  await page.goto(pageOf(objectDigest));
  await newVersion(page);
  await editor(page).fill('{"prompt": "half');
  await page.keyboard.press("Escape");

  // Neither another object nor a new one has it.
  const { digest: elsewhere } = await publish(service, project, "prompts", new JsonText('{"prompt": "other"}'));
  await page.goto(`/${project}/objects/prompts/${elsewhere}`);
  await newVersion(page);
  await expect(editor(page)).toContainText("other");
  await expect(page.getByRole("dialog")).not.toContainText(/draft/i);
  await page.goto(`/${project}/objects`);
  await page.getByRole("button", { name: "New object" }).click();
  await expect(page.getByRole("dialog")).not.toContainText("half");
  // A new object never becomes a version of another one.
  await page.getByLabel("Name", { exact: true }).fill("prompts");
  await editor(page).fill('{"prompt": "mine"}');
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("An object of this name exists.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("mine");
  await expect(page.getByText("An object of this name exists.")).toBeHidden();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("tree", { name: "Value" })).toContainText("mine");

  const { digest: newer } = await publish(service, project, "prompt", new JsonText('{"prompt": "two"}'));
  await page.goto(pageOf(objectDigest));
  await newVersion(page);
  await expect(editor(page)).toContainText("half");
  await expect(page.getByRole("dialog")).toContainText("Based on v1; a newer version has been published since.");

  // From the newer version it is one click away, and the newer version's own text is edited.
  await page.goto(pageOf(newer));
  await newVersion(page);
  await expect(editor(page)).toContainText("two");
  await page.getByRole("button", { name: "Open draft based on v1" }).click();
  await expect(editor(page)).toContainText("half");
  await expect(page.getByRole("dialog")).toContainText("Based on v1; v2 has been published since.");
  await editor(page).fill('{"prompt": "three"}');
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("tree", { name: "Value" })).toContainText("three");
  await newVersion(page);
  await expect(page.getByRole("dialog")).not.toContainText(/draft/i);
});

test("the draft of a note stays with its call, and is cleared when sent, even after navigating away @all", async ({
  page,
  service,
  project,
}) => {
  const ids = [`${project}-a`, `${project}-b`];
  await sendCalls(
    service,
    project,
    ids.map((id) => ({ id, op_name: id, ended_at: ENDED })),
  );
  const [first = "", second = ""] = ids.map((id) => `/${project}/calls/${encodeURIComponent(id)}`);
  await page.goto(first);
  await note(page).fill("of the first");
  await page.goto(second);
  await expect(page.getByRole("heading", { level: 1, name: ids[1] })).toBeVisible();
  await expect(note(page)).toHaveValue("");

  await page.goto(`/${project}/calls?peek=${encodeURIComponent(ids[0] ?? "")}`);
  await expect(note(page)).toHaveValue("of the first");
  const release = await holdRequests(page, isTo("/feedback/create"));
  await note(page).press("ControlOrMeta+Enter");
  await page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: ids[1] }).focus();
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { level: 1, name: ids[1] })).toBeVisible();
  const sent = page.waitForResponse(/\/feedback\/create$/);
  release();
  await sent;
  await page.goto(first);
  await expect(page.getByRole("list", { name: "Existing feedback" })).toContainText("of the first");
  await expect(note(page)).toHaveValue("");
});

test("without browser storage a draft lasts as long as the page, and says so @all", async ({
  page,
  service,
  project,
}) => {
  const { objectDigest } = await prepare(service, project);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.goto(`/${project}/objects/prompt/${objectDigest}`);
  await newVersion(page);
  await editor(page).fill('{"prompt": "half');
  await expect(page.getByRole("dialog")).toContainText("This browser cannot store the draft");
  await page.keyboard.press("Escape");
  await newVersion(page);
  await expect(editor(page)).toContainText("half");
});
