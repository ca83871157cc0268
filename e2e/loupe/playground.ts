import type { Page } from "@playwright/test";
import { Loupe } from "./loupe";
import { type StandInChat, standInChat } from "./stand-in-chat";
import { expect, test as base } from "./test";

interface Servers {
  models: StandInChat;
  /** Has the model `leaver`, until a test closes it. */
  leaving: StandInChat;
}

/** Playwright's test with a Loupe that calls the models of these servers. */
export const test = base.extend<object, Servers>({
  models: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const models = await standInChat();
      await use(models);
      await models.close();
    },
    { scope: "worker" },
  ],
  leaving: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const leaving = await standInChat(["leaver"]);
      await use(leaving);
      await leaving.close();
    },
    { scope: "worker" },
  ],
  loupe: [
    async ({ models, leaving }, use) => {
      const loupe = await Loupe.place();
      const upstreams = [
        { name: "lab", base_url: models.url },
        { name: "corner", base_url: leaving.url },
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

export const turn = (page: Page, place: number) => page.getByLabel(`Content of message ${place}`, { exact: true });
export const pane = (page: Page, place: number) => page.getByRole("region", { name: `Pane ${place}`, exact: true });
export const measures = (page: Page, place = 1) => pane(page, place).getByLabel("Answer metrics");
export const parameter = (page: Page, name: string) =>
  page.getByRole("region", { name: "Parameters" }).getByLabel(name, { exact: true });
export const lastBody = ({ arrived }: StandInChat) => arrived.at(-1) ?? "";

export async function openPlayground(page: Page, project: string): Promise<void> {
  await page.goto(`/${project}/playground`);
  await expect(page.getByRole("toolbar", { name: "Playground" })).toBeVisible();
}

export async function chooseModel(page: Page, place: number, model: string): Promise<void> {
  await page.getByRole("button", { name: `Model of pane ${place}` }).click();
  await page.getByRole("option", { name: model }).click();
}

export async function findParameter(page: Page, words: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search parameters" }).fill(words);
}

export async function setParameter(page: Page, name: string, value: string): Promise<void> {
  await findParameter(page, name);
  await parameter(page, name).fill(value);
}
