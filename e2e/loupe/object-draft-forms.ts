import { expect, type Page } from "@playwright/test";
import type { DraftPage } from "./draft-page";

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole("dialog");

async function editPrompt(page: Page): Promise<void> {
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  // The address of an editor that was open opens it again.
  await expect(edit.or(page.getByRole("region", { name: "Edit greeting" }))).toBeVisible();
  if (await edit.isVisible()) await edit.click();
}

/** The forms with a draft on the pages of objects. */
export const objectDraftPages: readonly DraftPage[] = [
  {
    name: "objects",
    path: ({ project }) => `/${project}/objects`,
    forms: [
      {
        name: "new object",
        keptBy: "components/object/publish/publish-dialog.tsx",
        open: press("New object"),
        field: (page) => dialog(page).getByRole("textbox", { name: "Value (JSON)" }),
        closes: true,
      },
      {
        name: "new prompt",
        keptBy: "components/object/prompt/use-prompt-draft.ts",
        open: press("New prompt"),
        field: (page) => dialog(page).getByLabel("Name", { exact: true }),
        closes: true,
      },
    ],
  },
  {
    name: "a new scorer",
    path: ({ project }) => `/${project}/scorers/new`,
    forms: [
      {
        name: "new scorer",
        keptBy: "components/object/scorer/scorer-editor.tsx",
        field: (page) => page.getByLabel("Name", { exact: true }),
        discard: (page) => page.getByRole("main").getByRole("button", { name: "Discard draft" }),
      },
    ],
  },
  {
    name: "feedback of a judge and of people",
    path: ({ project }) => `/${project}/feedback/analysis?type=core.runnable.grade&with=right`,
    forms: [
      {
        name: "examples for a judge",
        keptBy: "components/feedback/analysis/examples/examples-form.tsx",
        open: async (page) => {
          await page.getByRole("button", { name: "Add examples to judge" }).click();
          await page.getByRole("dialog").getByRole("checkbox").setChecked(true);
        },
        field: (page) => page.getByRole("dialog").getByLabel("Reasoning", { exact: true }),
        closes: true,
        opensDraft: true,
      },
    ],
  },
  {
    name: "a version of a prompt",
    path: ({ project }) => `/${project}/objects/greeting/v1`,
    forms: [
      {
        name: "next version of a prompt",
        keptBy: "components/object/prompt/use-prompt-draft.ts",
        open: editPrompt,
        field: (page) => page.getByLabel("Message of this version"),
      },
    ],
  },
  {
    name: "a version of an object",
    path: ({ project, objectDigest }) => `/${project}/objects/prompt/${objectDigest}`,
    forms: [
      {
        name: "new version of an object",
        keptBy: "components/object/publish/publish-dialog.tsx",
        open: press("New version"),
        field: (page) => dialog(page).getByRole("textbox", { name: "Value (JSON)" }),
        closes: true,
      },
      {
        name: "new label",
        keptBy: "components/object/labels/new-label.tsx",
        open: press("Labels"),
        field: (page) => dialog(page).getByLabel("New label", { exact: true }),
        closes: true,
      },
    ],
  },
];
