import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { draftForms } from "@/e2e/loupe/draft-forms";

const root = path.resolve(import.meta.dirname, "../..");
const control = /<(?:\w+\.)?(?:Input|Textarea|CodeEditor|SearchInput|SearchBox|input|textarea)\b|contentEditable/;
const hook = /\buse(?:Form|Checked)?Draft\(/;

/** Controls whose text another file stores. */
const KEPT_BY: Readonly<Record<string, string>> = {
  "components/alert/condition-fields.tsx": "components/alert/alert-form.tsx",
  "components/call/list/filter/builder-condition.tsx": "components/call/list/filter/filter-builder.tsx",
  "components/call/list/filter/filter-box.tsx": "components/call/list/filter/use-filter-draft.ts",
  "components/cost/tier-fields.tsx": "components/cost/price-form.tsx",
  "components/experiment/form/filter-fields.tsx": "components/experiment/form/experiment-form.tsx",
  "components/experiment/form/limits-section.tsx": "components/experiment/form/experiment-form.tsx",
  "components/experiment/form/rows-section.tsx": "components/experiment/form/experiment-form.tsx",
  "components/feedback/analysis/examples/example-fields.tsx": "components/feedback/analysis/examples/examples-form.tsx",
  "components/feedback/comments/comment-box.tsx": "components/feedback/comments/comment-forms.tsx",
  "components/feedback/annotate/field-control.tsx": "components/feedback/annotate/use-answers.ts",
  "components/feedback/annotate/number-control.tsx": "components/feedback/annotate/use-answers.ts",
  "components/feedback/annotate/radio-row.tsx": "components/feedback/annotate/use-answers.ts",
  "components/feedback/queue/people-fields.tsx": "components/feedback/queue/people-dialog.tsx",
  "components/ui/grant-fields.tsx": "components/keys/key-form.tsx",
  "components/object/prompt/new-prompt-dialog.tsx": "components/object/prompt/use-prompt-draft.ts",
  "components/object/prompt/prompt-fields.tsx": "components/object/prompt/use-prompt-draft.ts",
  "components/object/scorer/judge-messages.tsx": "components/object/scorer/scorer-editor.tsx",
  "components/object/scorer/scorer-fields.tsx": "components/object/scorer/scorer-editor.tsx",
  "components/object/scorer/try-scorer.tsx": "components/object/scorer/scorer-editor.tsx",
  "components/privacy/masking/rule-card.tsx": "components/privacy/masking/rules-form.tsx",
  "components/settings/model-servers/server-fields.tsx": "components/settings/model-servers/use-server-form.ts",
  "components/settings/training-runner/ray-fields.tsx": "components/settings/training-runner/runner-form.tsx",
  "components/stored-table/add/column-mapping.tsx": "components/stored-table/add/add-dialog.tsx",
  "components/stored-table/edit/row-editor.tsx": "components/stored-table/edit/use-edits.ts",
  "components/stored-table/edit/value-field.tsx": "components/stored-table/edit/use-edits.ts",
  "components/stored-table/upload/file-choice.tsx": "components/stored-table/upload/upload-form.tsx",
  "components/training/form/groups/paste-source.tsx": "components/training/form/groups/use-group-sources.ts",
  "components/training/form/job/job-step.tsx": "components/training/form/new-job.tsx",
  "components/training/form/job/model-field.tsx": "components/training/form/new-job.tsx",
  "components/ui/calls-filter-field.tsx": "components/alert/alert-form.tsx",
  "components/ui/metric-fields.tsx": "components/alert/alert-form.tsx",
  "components/ui/version-message.tsx": "components/object/prompt/use-prompt-draft.ts",
};

const SEARCH = "a search of one line, applied while it is typed";
const IN_ADDRESS = "kept in the page's address";
const DOCUMENT = "part of the playground's document or of a prompt, which is kept as a whole";
const CREDENTIALS = "credentials are never kept";
const POINTER = "an id or ref that is pasted and opened at once";
const PERSONAL = "the ID of a user whose data is to be erased is not kept";
const PRIMITIVE = "the control itself: what uses it is checked";

/** Controls whose text is not stored as a draft, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "components/alert/channel-fields.tsx": CREDENTIALS,
  "components/call/compare/choose-trace.tsx": POINTER,
  "components/call/view/trace-search.tsx": SEARCH,
  "components/conversation/turn-editor.tsx": DOCUMENT,
  "components/cost/price-table.tsx": IN_ADDRESS,
  "components/cost/what-if.tsx": IN_ADDRESS,
  "components/experiment/compare/summary-table.tsx": IN_ADDRESS,
  "components/feedback/list/feedback-filters.tsx": IN_ADDRESS,
  "components/frame/palette/command-palette.tsx": SEARCH,
  "components/frame/project-list.tsx": SEARCH,
  "components/json/json-toolbar.tsx": SEARCH,
  "components/model/models-screen.tsx": IN_ADDRESS,
  "components/object/list/object-list.tsx": IN_ADDRESS,
  "components/parameters/model-choices.tsx": SEARCH,
  "components/parameters/parameter-control.tsx": DOCUMENT,
  "components/parameters/parameters-panel.tsx": SEARCH,
  "components/parameters/raw-parameters.tsx":
    "all of it that is JSON is part of the playground's document or of a prompt",
  "components/pickers/prompt-list.tsx": SEARCH,
  "components/pickers/table-dialog.tsx": SEARCH,
  "components/playground/answer/tool-answers.tsx":
    "answers of tools belong to an answer that is shown as long as the page",
  "components/playground/variables/variable-field.tsx": DOCUMENT,
  "components/privacy/erasure/erase-dialog.tsx": PERSONAL,
  "components/privacy/erasure/erase-form.tsx": PERSONAL,
  "components/session/link-form.tsx": CREDENTIALS,
  "components/session/name-form.tsx": "one name, before there is anybody whose draft it could be",
  "components/session/sign-in-form.tsx": CREDENTIALS,
  "components/settings/audit/audit-filters.tsx": IN_ADDRESS,
  "components/settings/people/people-list.tsx": IN_ADDRESS,
  "components/settings/secrets/secret-input.tsx": CREDENTIALS,
  "components/settings/secrets/secret-rows.tsx": CREDENTIALS,
  "components/settings/preferences.tsx": "a preference, kept as soon as it can be read",
  "components/stored-table/list/table-list.tsx": IN_ADDRESS,
  "components/stored-table/page/table-changes.tsx": POINTER,
  "components/training/form/groups/reward-fields.tsx": "rewards of calls that are read again after a reload",
  "components/training/form/teach/group-detail.tsx": "rewards in files, which no browser keeps over a reload",
  "components/training/job/curves.tsx": SEARCH,
  "components/training/job/log-panel.tsx": SEARCH,
  "components/ui/file-drop.tsx": "files, which no browser keeps over a reload",
  "components/ui/input.tsx": PRIMITIVE,
  "components/ui/open-by-ref.tsx": POINTER,
  "components/ui/search-box.tsx": PRIMITIVE,
  "components/ui/search-input.tsx": PRIMITIVE,
  "components/ui/textarea.tsx": PRIMITIVE,
  "components/ui/time-range-panel.tsx": "a few words or two dates, applied at once",
};

const sources = ["app", "components"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, String(file))),
  )
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
const withControl = sources.filter(({ text }) => control.test(text)).map(({ file }) => file);
const withDraft = sources
  .filter(({ file, text }) => hook.test(text) && file !== "components/ui/use-draft.ts")
  .map(({ file }) => file);

test("every text box stores its text as a draft, or is listed here with a reason", () => {
  const known = new Set([...withDraft, ...Object.keys(KEPT_BY), ...Object.keys(LEFT_OUT)]);
  expect(withControl.filter((file) => !known.has(file))).toEqual([]);
});

test("no reason is listed for a text box that no longer exists, or has a draft", () => {
  const files = [...Object.keys(KEPT_BY), ...Object.keys(LEFT_OUT)];
  expect(files.filter((file) => !withControl.includes(file) || withDraft.includes(file))).toEqual([]);
  expect(Object.values(KEPT_BY).filter((file) => !withDraft.includes(file))).toEqual([]);
});

test("the browser test of drafts covers every form that has one", () => {
  expect([...new Set(draftForms.map(({ keptBy }) => keptBy))].toSorted()).toEqual(withDraft.toSorted());
});
