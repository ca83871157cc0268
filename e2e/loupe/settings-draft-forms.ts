import type { Page } from "@playwright/test";
import type { DraftPage } from "./draft-page";

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).first().click();
const inDialog = (label: string) => (page: Page) => page.getByRole("dialog").getByLabel(label, { exact: true });

/** The forms with drafts of the settings. */
export const settingsDraftPages: readonly DraftPage[] = [
  {
    name: "keys",
    path: () => "/settings/keys",
    forms: [
      {
        name: "API key",
        keptBy: "components/keys/key-form.tsx",
        open: press("New key"),
        field: inDialog("Owner"),
        closes: true,
      },
    ],
  },
  {
    name: "model servers",
    path: () => "/settings/model-servers",
    forms: [
      {
        name: "model server",
        keptBy: "components/settings/model-servers/use-server-form.ts",
        open: press("Add model server"),
        field: inDialog("Name"),
        closes: true,
      },
    ],
  },
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
