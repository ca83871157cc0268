import type { Page } from "@playwright/test";
import { freePorts } from "@/scripts/testing/started";
import { Loupe } from "./loupe";
import { type StandInChat, standInChat } from "./stand-in-chat";
import { expect, test as base } from "./test";

/** Playwright's test with a Loupe that calls the stand-in's models, and `away-1` of a server that is not there. */
export const test = base.extend<object, { models: StandInChat }>({
  models: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const models = await standInChat();
      await use(models);
      await models.close();
    },
    { scope: "worker" },
  ],
  loupe: [
    async ({ models }, use) => {
      const loupe = await Loupe.place();
      const [gone] = await freePorts(1);
      const upstreams = [
        { name: "lab", base_url: models.url },
        { name: "away", base_url: `http://127.0.0.1:${gone}/v1`, models: ["away-1"] },
      ];
      try {
        await loupe.start("start", { LOUPE_UPSTREAMS: JSON.stringify(upstreams) });
        await use(loupe);
      } finally {
        await loupe.remove();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

export const turn = (page: Page, place: number) => page.getByLabel(`Content of turn ${place}`, { exact: true });
export const pane = (page: Page, place: number) => page.getByRole("region", { name: `Pane ${place}`, exact: true });
export const measures = (page: Page, place = 1) => pane(page, place).getByLabel("Measures of the answer");
export const parameter = (page: Page, name: string) =>
  page.getByRole("region", { name: "Parameters" }).getByLabel(name, { exact: true });
export const lastBody = ({ arrived }: StandInChat) => arrived.at(-1) ?? "";

export async function openPlayground(page: Page, project: string): Promise<void> {
  await page.goto(`/${project}/playground`);
  // The first page of a server that has just begun takes its time.
  await expect(page.getByRole("toolbar", { name: "Playground" })).toBeVisible({ timeout: 30_000 });
}

export async function chooseModel(page: Page, place: number, model: string): Promise<void> {
  await page.getByRole("button", { name: `Model of pane ${place}` }).click();
  await page.getByRole("option", { name: model }).click();
}

export async function findParameter(page: Page, words: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Find a parameter" }).fill(words);
}

export async function setParameter(page: Page, name: string, value: string): Promise<void> {
  await findParameter(page, name);
  await parameter(page, name).fill(value);
}
