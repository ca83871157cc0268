import type { DraftPage } from "./draft-page";

/** The forms of the privacy page. */
export const privacyDraftPages: readonly DraftPage[] = [
  {
    name: "privacy",
    path: ({ project }) => `/${project}/privacy`,
    forms: [
      {
        name: "retention",
        keptBy: "components/privacy/retention/retention-form.tsx",
        field: (page) => page.getByLabel("Days", { exact: true }),
        typed: "45",
      },
      {
        name: "masking rules",
        keptBy: "components/privacy/masking/rules-form.tsx",
        open: async (page) => {
          const edit = page.getByRole("button", { name: "Edit Customers" });
          const close = page.getByRole("button", { name: "Close Customers" });
          await edit.or(close).waitFor();
          if (await edit.isVisible()) await edit.click();
        },
        field: (page) => page.getByLabel("Pattern"),
        typed: "CUST-1",
      },
    ],
  },
];
