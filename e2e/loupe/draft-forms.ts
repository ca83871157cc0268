import { expect, type Locator, type Page } from "@playwright/test";

/** Where the things are that a test of drafts has stored. */
export interface DraftPlaces {
  project: string;
  /** Of the object `prompt` with one version. */
  objectDigest: string;
  /** Of a table of one row. */
  tableDigest: string;
}

/** A form that keeps what is typed. */
export interface DraftForm {
  name: string;
  /** The source file whose draft it is; `typed-text.test.ts` wants every such file among these. */
  keptBy: string;
  path: (places: DraftPlaces) => string;
  /** Brings it onto the screen, from the page as it was opened or left. */
  open?: (page: Page) => Promise<void>;
  field: (page: Page) => Locator;
  /** Whether Escape and a click outside close it. */
  closes?: boolean;
  /** What is typed; a text of its own where that must be of some form. */
  typed?: string;
  /** Whether bringing it onto the screen is a change already. */
  opensDraft?: boolean;
  /** What discards the draft, where it is not the button of that name. */
  discard?: (page: Page) => Locator;
}

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
  // A draft brings its box along as soon as the page is ready.
  await expect(async () => {
    if (!(await pasted.isVisible())) await instead.click({ timeout: 1_000 });
    await expect(pasted).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Every form that keeps what is typed into it, with one field of each. */
export const draftForms: readonly DraftForm[] = [
  {
    name: "note on a call",
    keptBy: "components/feedback/note-form.tsx",
    path: call,
    field: (page) => page.getByLabel("Note", { exact: true }),
  },
  {
    name: "custom feedback",
    keptBy: "components/feedback/json-form.tsx",
    path: call,
    open: press("Custom JSON"),
    field: (page) => page.getByLabel("JSON", { exact: true }),
  },
  {
    name: "custom reaction",
    keptBy: "components/feedback/emoji-palette.tsx",
    path: call,
    open: press("More reactions"),
    field: inDialog("Other emoji"),
    closes: true,
  },
  {
    name: "answers to annotations",
    keptBy: "components/feedback/annotate/use-answers.ts",
    path: call,
    open: press("Annotate"),
    field: (page) => page.getByRole("textbox", { name: "remark" }),
  },
  {
    name: "note on the selected calls",
    keptBy: "components/feedback/bulk-feedback.tsx",
    path: calls,
    open: async (page) => {
      await selectCall(page);
      await press("Feedback")(page);
    },
    field: inDialog("Note on the selected calls"),
    closes: true,
  },
  {
    name: "new annotation",
    keptBy: "components/feedback/annotate/spec-dialog.tsx",
    path: at("feedback/annotations"),
    open: press("New annotation"),
    field: inDialog("Description"),
    closes: true,
  },
  {
    name: "change of an annotation",
    keptBy: "components/feedback/annotate/spec-dialog.tsx",
    path: at("feedback/annotations"),
    open: press("Change remark"),
    field: inDialog("Description"),
    closes: true,
  },
  {
    name: "new queue",
    keptBy: "components/feedback/queue/new-queue.tsx",
    path: at("feedback/queues/new"),
    field: (page) => page.getByLabel("Description"),
  },
  {
    name: "note in a queue",
    keptBy: "components/feedback/queue/queue-form.tsx",
    path: at("feedback/queues/review"),
    field: (page) => page.getByRole("form", { name: "Questions" }).getByLabel("Note"),
  },
  {
    name: "new object",
    keptBy: "components/object/publish/publish-dialog.tsx",
    path: at("objects"),
    open: press("New object"),
    field: (page) => dialog(page).getByRole("textbox", { name: "Value, as JSON" }),
    closes: true,
  },
  {
    name: "new version of an object",
    keptBy: "components/object/publish/publish-dialog.tsx",
    path: ({ project, objectDigest }) => `/${project}/objects/prompt/${objectDigest}`,
    open: press("New version"),
    field: (page) => dialog(page).getByRole("textbox", { name: "Value, as JSON" }),
    closes: true,
  },
  {
    name: "price",
    keptBy: "components/cost/price-form.tsx",
    path: at("costs"),
    open: async (page) => {
      // The address says whether it is open, also after a reload; the page follows, or it the page.
      const isAsked = () => new URL(page.url()).searchParams.has("price");
      await expect.poll(async () => (await dialog(page).isVisible()) === isAsked()).toBe(true);
      if (!isAsked()) await press("Add price")(page);
    },
    field: inDialog("Provider (optional)"),
    closes: true,
  },
  {
    name: "API key",
    keptBy: "components/keys/key-form.tsx",
    path: () => "/settings/keys",
    open: press("New key"),
    field: inDialog("Owner"),
    closes: true,
  },
  {
    name: "calls added to a table",
    keptBy: "components/stored-table/add/add-dialog.tsx",
    path: calls,
    open: async (page) => {
      await selectCall(page);
      await press("Add to table")(page);
    },
    field: inDialog("Dataset"),
    closes: true,
  },
  {
    name: "pasted rows",
    keptBy: "components/stored-table/upload/upload-form.tsx",
    path: at("tables/new"),
    open: pasteRows,
    field: (page) => page.getByLabel("Rows as CSV, JSON or JSONL"),
  },
  {
    name: "row digests",
    keptBy: "components/stored-table/page/digest-filter.tsx",
    path: ({ project, tableDigest }) => `/${project}/tables/${tableDigest}`,
    open: press("Row digests"),
    field: inDialog("Row digests"),
    closes: true,
  },
  {
    name: "name of a view",
    keptBy: "components/call/list/view-name-form.tsx",
    path: calls,
    open: press("Views"),
    field: inDialog("Save this view"),
    closes: true,
  },
  {
    name: "column of a value",
    keptBy: "components/call/list/columns/add-column.tsx",
    path: calls,
    open: press("Columns"),
    field: inDialog("Add a payload value"),
    closes: true,
  },
  {
    name: "filter that cannot be read yet",
    keptBy: "components/call/list/filter/use-filter-draft.ts",
    path: calls,
    field: (page) => page.getByRole("combobox", { name: "Search or filter" }),
    typed: "latency>",
    discard: (page) => page.getByRole("button", { name: "Clear", exact: true }),
  },
  {
    name: "filter as an expression",
    keptBy: "components/call/list/filter/filter-json.tsx",
    path: calls,
    open: (page) => openFilter(page, "$expr"),
    field: (page) => page.getByRole("textbox", { name: "Filter as $expr" }),
    closes: true,
    typed: '{"$eq": [',
  },
  {
    name: "filter as conditions",
    keptBy: "components/call/list/filter/filter-builder.tsx",
    path: calls,
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
  {
    name: "name of a playground",
    keptBy: "components/playground/save-dialog.tsx",
    path: at("playground"),
    open: press("Save"),
    field: inDialog("Name"),
    closes: true,
  },
  {
    name: "call for the playground",
    keptBy: "components/playground/open-dialog.tsx",
    path: at("playground"),
    open: press("Open"),
    field: inDialog("Id of a traced call"),
    closes: true,
  },
  {
    name: "settings of a training job",
    keptBy: "components/training/form/new-job.tsx",
    path: at("training/new"),
    field: (page) => page.getByLabel("Learning rate"),
    typed: "3e-5",
  },
  {
    name: "pasted groups",
    keptBy: "components/training/form/groups/use-group-sources.ts",
    path: at("training/new?source=paste"),
    field: (page) => page.getByRole("textbox", { name: "Groups as JSON or JSONL" }),
  },
  {
    name: "model to train",
    keptBy: "components/training/models/new-model-dialog.tsx",
    path: at("training/new"),
    open: press("New model"),
    field: inDialog("Base model"),
    closes: true,
  },
];
