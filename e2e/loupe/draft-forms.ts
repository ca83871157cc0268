import { expect, type Page } from "@playwright/test";
import type { DraftPage, DraftPlaces } from "./draft-page";
import { experimentDraftPages } from "./experiment-draft-forms";
import { objectDraftPages } from "./object-draft-forms";
import { peopleDraftPages } from "./people-draft-forms";
import { settingsDraftPages } from "./settings-draft-forms";
import { privacyDraftPages } from "./privacy-draft-forms";

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole("dialog");
const call = ({ project }: DraftPlaces) => `/${project}/calls/${encodeURIComponent(project)}`;
const calls = ({ project }: DraftPlaces) => `/${project}/calls`;
const at =
  (path: string) =>
  ({ project }: DraftPlaces) =>
    `/${project}/${path}`;
const inDialog = (label: string) => (page: Page) => dialog(page).getByLabel(label, { exact: true });

async function selectCall(page: Page): Promise<void> {
  await page
    .getByRole("grid", { name: "Calls" })
    .getByRole("row", { name: "judged" })
    .getByRole("checkbox", { name: "Select" })
    .setChecked(true);
}

async function openFilter(page: Page, tab: string): Promise<void> {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("tab", { name: tab }).click();
}

async function pasteRows(page: Page): Promise<void> {
  const instead = page.getByRole("button", { name: "Paste rows instead" });
  const pasted = page.getByLabel("Rows as CSV, JSON or JSONL");
  // With a draft the box is open as soon as the page is ready.
  await expect(async () => {
    if (!(await pasted.isVisible())) await instead.click({ timeout: 1_000 });
    await expect(pasted).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Every form with a draft, with one field of each, by the page it is on. */
export const draftPages: readonly DraftPage[] = [
  {
    name: "a call",
    path: call,
    forms: [
      {
        name: "note on a call",
        keptBy: "components/feedback/note-form.tsx",
        field: (page) => page.getByLabel("Note", { exact: true }),
      },
      {
        name: "comment on a call",
        keptBy: "components/feedback/comments/comment-forms.tsx",
        open: press("Comment"),
        field: (page) => page.getByRole("textbox", { name: "Comment", exact: true }),
      },
      {
        name: "corrected output",
        keptBy: "components/feedback/comments/correction-form.tsx",
        open: press("Correct output"),
        field: (page) => page.getByRole("textbox", { name: "Corrected output" }),
      },
      {
        name: "custom feedback",
        keptBy: "components/feedback/json-form.tsx",
        open: press("Custom JSON"),
        field: (page) => page.getByLabel("JSON", { exact: true }),
      },
      {
        name: "custom reaction",
        keptBy: "components/feedback/emoji-palette.tsx",
        open: press("More reactions"),
        field: inDialog("Other emoji"),
        closes: true,
      },
      {
        name: "answers to annotations",
        keptBy: "components/feedback/annotate/use-answers.ts",
        open: press("Annotate"),
        field: (page) => page.getByRole("textbox", { name: "remark" }),
      },
    ],
  },
  {
    name: "selected calls",
    path: calls,
    forms: [
      {
        name: "note on the selected calls",
        keptBy: "components/feedback/bulk-feedback.tsx",
        open: async (page) => {
          await selectCall(page);
          await press("Add feedback")(page);
        },
        field: inDialog("Note on the selected calls"),
        closes: true,
      },
      {
        name: "calls added to a dataset",
        keptBy: "components/stored-table/add/add-dialog.tsx",
        open: async (page) => {
          await selectCall(page);
          await press("Add to dataset")(page);
        },
        field: inDialog("Dataset"),
        closes: true,
      },
    ],
  },
  {
    name: "the trace list",
    path: calls,
    forms: [
      {
        name: "filter that cannot be read yet",
        keptBy: "components/call/list/filter/use-filter-draft.ts",
        field: (page) => page.getByRole("combobox", { name: "Search or filter" }),
        typed: "latency>",
        discard: (page) => page.getByRole("button", { name: "Clear", exact: true }),
      },
      {
        name: "name of a view",
        keptBy: "components/call/list/view-name-form.tsx",
        open: press("Views"),
        field: inDialog("Save this view"),
        closes: true,
      },
      {
        name: "column of a value",
        keptBy: "components/call/list/path-form.tsx",
        open: press("Columns"),
        field: inDialog("Add a column"),
        closes: true,
      },
      {
        name: "field whose values are counted",
        keptBy: "components/call/list/path-form.tsx",
        open: (page) => openFilter(page, "Values"),
        field: inDialog("Add a field"),
        closes: true,
      },
      {
        name: "filter as an expression",
        keptBy: "components/call/list/filter/filter-json.tsx",
        open: (page) => openFilter(page, "$expr"),
        field: (page) => page.getByRole("textbox", { name: "Filter as $expr" }),
        closes: true,
        typed: '{"$eq": [',
      },
      {
        name: "filter as conditions",
        keptBy: "components/call/list/filter/filter-builder.tsx",
        open: async (page) => {
          await openFilter(page, "Builder");
          const value = dialog(page).getByLabel("Value", { exact: true });
          const add = dialog(page).getByRole("button", { name: "Condition", exact: true });
          await add.waitFor();
          if (!(await value.isVisible())) await add.click();
        },
        field: inDialog("Value"),
        closes: true,
        opensDraft: true,
        typed: "half",
      },
    ],
  },
  {
    name: "annotations",
    path: at("feedback/annotations"),
    forms: [
      {
        name: "new annotation",
        keptBy: "components/feedback/annotate/spec-dialog.tsx",
        open: press("New annotation"),
        field: inDialog("Description"),
        closes: true,
      },
      {
        name: "change of an annotation",
        keptBy: "components/feedback/annotate/spec-dialog.tsx",
        open: press("Edit remark"),
        field: inDialog("Description"),
        closes: true,
      },
    ],
  },
  {
    name: "a new queue",
    path: at("feedback/queues/new"),
    forms: [
      {
        name: "new queue",
        keptBy: "components/feedback/queue/new-queue.tsx",
        field: (page) => page.getByLabel("Description"),
      },
    ],
  },
  {
    name: "a queue",
    path: at("feedback/queues/review"),
    forms: [
      {
        name: "note in a queue",
        keptBy: "components/feedback/queue/queue-form.tsx",
        field: (page) => page.getByRole("form", { name: "Questions" }).getByLabel("Note"),
      },
      {
        name: "people of a queue",
        keptBy: "components/feedback/queue/people-dialog.tsx",
        open: press("Assign"),
        field: inDialog("Assigned to"),
        closes: true,
      },
    ],
  },
  ...objectDraftPages,
  ...peopleDraftPages,
  ...settingsDraftPages,
  {
    name: "costs",
    path: at("costs"),
    forms: [
      {
        name: "price",
        keptBy: "components/cost/price-form.tsx",
        open: async (page) => {
          // The address defines whether it is open, also after a reload.
          const isAsked = () => new URL(page.url()).searchParams.has("price");
          await expect.poll(async () => (await dialog(page).isVisible()) === isAsked()).toBe(true);
          if (!isAsked()) await press("Add price")(page);
        },
        field: inDialog("Provider (optional)"),
        closes: true,
      },
    ],
  },
  {
    name: "alerts",
    path: at("alerts"),
    forms: [
      {
        name: "alert",
        keptBy: "components/alert/alert-form.tsx",
        open: press("New alert"),
        field: inDialog("Name"),
        closes: true,
      },
    ],
  },
  ...privacyDraftPages,
  {
    name: "dashboards",
    path: at("dashboards"),
    forms: [
      {
        name: "new dashboard",
        keptBy: "components/dashboard/new-dashboard-dialog.tsx",
        open: press("New dashboard"),
        field: inDialog("Name"),
        closes: true,
      },
    ],
  },
  {
    name: "a dashboard",
    path: at("dashboards/board"),
    forms: [
      {
        name: "chart",
        keptBy: "components/dashboard/chart-form.tsx",
        open: async (page) => page.getByRole("button", { name: "Add chart" }).first().click(),
        field: inDialog("Title"),
        closes: true,
      },
      {
        name: "name of a dashboard",
        keptBy: "components/dashboard/rename-dialog.tsx",
        open: async (page) => {
          await press("Dashboard actions")(page);
          await page.getByRole("menuitem", { name: "Rename" }).click();
        },
        field: inDialog("Name"),
        closes: true,
      },
    ],
  },
  {
    name: "a new table",
    path: at("tables/new"),
    forms: [
      {
        name: "pasted rows",
        keptBy: "components/stored-table/upload/upload-form.tsx",
        open: pasteRows,
        field: (page) => page.getByLabel("Rows as CSV, JSON or JSONL"),
      },
    ],
  },
  {
    name: "a table",
    path: ({ project, tableDigest }) => `/${project}/tables/${tableDigest}`,
    forms: [
      {
        name: "row digests",
        keptBy: "components/stored-table/page/digest-filter.tsx",
        open: press("Filter by digest"),
        field: inDialog("Row digests"),
        closes: true,
      },
    ],
  },
  {
    name: "the rows of a dataset",
    path: ({ project, tableDigest }) => `/${project}/tables/${tableDigest}?edit=true`,
    forms: [
      {
        name: "value of a row",
        keptBy: "components/stored-table/edit/use-edits.ts",
        open: (page) => page.getByRole("grid", { name: "Edited rows" }).getByRole("row").nth(1).click(),
        field: (page) => page.getByRole("textbox", { name: "a", exact: true }),
        typed: "2",
      },
    ],
  },
  {
    name: "the playground",
    path: at("playground"),
    forms: [
      {
        name: "name of a playground",
        keptBy: "components/playground/save-dialog.tsx",
        open: press("Save"),
        field: inDialog("Name"),
        closes: true,
      },
      {
        name: "name and message of a prompt in the playground",
        keptBy: "components/playground/prompt/save-prompt-dialog.tsx",
        open: press("Save prompt"),
        field: inDialog("Message of this version"),
        closes: true,
      },
      {
        name: "call for the playground",
        keptBy: "components/playground/open-dialog.tsx",
        open: press("Open"),
        field: inDialog("Call ID"),
        closes: true,
      },
    ],
  },
  {
    name: "a new training job",
    path: at("training/new?source=paste"),
    forms: [
      {
        name: "settings of a training job",
        keptBy: "components/training/form/new-job.tsx",
        field: (page) => page.getByLabel("Learning rate"),
        typed: "3e-5",
      },
      {
        name: "pasted groups",
        keptBy: "components/training/form/groups/use-group-sources.ts",
        field: (page) => page.getByRole("textbox", { name: "Groups as JSON or JSONL" }),
      },
      {
        name: "model to train",
        keptBy: "components/training/models/new-model-dialog.tsx",
        open: press("New trainable model"),
        field: inDialog("Base model"),
        closes: true,
      },
    ],
  },
  ...experimentDraftPages,
];

/** The forms of all pages. */
export const draftForms = draftPages.flatMap(({ forms }) => forms);
