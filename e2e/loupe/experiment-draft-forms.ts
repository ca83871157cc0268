import type { DraftPage } from "./draft-page";

/** The forms of experiments and of automatic scoring with a draft. */
export const experimentDraftPages: readonly DraftPage[] = [
  {
    name: "a new experiment",
    path: ({ project }) => `/${project}/experiments/new`,
    forms: [
      {
        name: "new experiment",
        keptBy: "components/experiment/form/experiment-form.tsx",
        field: (page) => page.getByLabel("Name", { exact: true }),
      },
    ],
  },
  {
    name: "an experiment",
    path: ({ project, experimentId }) => `/${project}/experiments/compare?ids=${experimentId}`,
    forms: [
      {
        name: "budget of an experiment",
        keptBy: "components/experiment/run/budget-dialog.tsx",
        open: (page) => page.getByRole("button", { name: "Change budget", exact: true }).click(),
        field: (page) => page.getByRole("dialog").getByLabel("Budget in USD", { exact: true }),
        typed: "12",
        closes: true,
      },
    ],
  },
  {
    name: "automatic scoring",
    path: ({ project }) => `/${project}/scoring`,
    forms: [
      {
        name: "scoring rule",
        keptBy: "components/scoring/rule-form.tsx",
        open: (page) => page.getByRole("button", { name: "New rule", exact: true }).click(),
        field: (page) => page.getByRole("dialog").getByLabel("Name", { exact: true }),
        closes: true,
      },
    ],
  },
];
