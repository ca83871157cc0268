import type { DraftPage } from "./draft-page";

/** The forms with drafts on the pages of settings. */
export const settingsDraftPages: readonly DraftPage[] = [
  {
    name: "the training runner",
    path: () => "/settings/training-runner",
    forms: [
      {
        name: "settings of a training runner",
        keptBy: "components/settings/training-runner/runner-form.tsx",
        field: (page) => page.getByLabel("Address", { exact: true }),
        typed: "https://ray.example.com",
      },
    ],
  },
];
