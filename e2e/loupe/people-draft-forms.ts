import type { DraftPage } from "./draft-page";

/** The forms of people. */
export const peopleDraftPages: readonly DraftPage[] = [
  {
    name: "people",
    // The person with this name in the project.
    path: ({ project }) => `/settings/people?search=${encodeURIComponent(project)}`,
    forms: [
      {
        name: "invitation",
        keptBy: "components/settings/people/invite-form.tsx",
        open: (page) => page.getByRole("button", { name: "Invite", exact: true }).click(),
        field: (page) => page.getByRole("dialog").getByLabel("Note (optional)", { exact: true }),
        closes: true,
      },
      {
        name: "roles of a person",
        keptBy: "components/settings/people/roles-dialog.tsx",
        open: (page) => page.getByRole("button", { name: /^Change the roles of/ }).click(),
        field: (page) => page.getByRole("dialog").getByLabel("Projects", { exact: true }),
        closes: true,
      },
    ],
  },
];
