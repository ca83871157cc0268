import { Loupe } from "./loupe/loupe";
import { pane, turn } from "./loupe/playground";
import { standInChat } from "./loupe/stand-in-chat";
import { expect, serviceClient, test } from "./loupe/test";
import { sendJob, TRAINING } from "./loupe/training";

const PROJECT = "local/trained";
const TRAINED = "support:30";
const BASE = "stand-in/base";

test.use({ storageState: { cookies: [], origins: [] } });

test("a trained model is compared with its base on a prompt of its job, in a new playground", async ({ page }) => {
  const loupe = await Loupe.place();
  const models = await standInChat([TRAINED, BASE, "talker"]);
  try {
    const upstreams = [{ name: "lab", base_url: models.url }];
    await loupe.start("start", { ...TRAINING, LOUPE_UPSTREAMS: JSON.stringify(upstreams) });
    await page.goto(loupe.signInLink);
    await page.waitForURL(`${loupe.url}/`);
    const id = await sendJob(serviceClient(loupe), { project: PROJECT, rewards: [[0, 1]] });
    await page.goto(`${loupe.url}/${PROJECT}/playground`);
    await turn(page, 2).fill("a draft of mine");

    await page.goto(`${loupe.url}/${PROJECT}/training/${id}`);
    await page.getByRole("link", { name: "Compare with base model" }).click();
    await expect(page.getByRole("button", { name: `Model of pane 1: ${TRAINED}` })).toBeVisible();
    await expect(page.getByRole("button", { name: `Model of pane 2: ${BASE}` })).toBeVisible();
    await expect(turn(page, 1)).toHaveValue("Where is parcel 1?");
    await expect(turn(page, 2)).toHaveCount(0);
    await expect(pane(page, 1)).toContainText(`No answer from ${TRAINED} yet.`);
    await page.getByRole("button", { name: "Run all" }).click();
    for (const place of [1, 2]) await expect(pane(page, place).getByText("capital")).toBeVisible();
    await expect(pane(page, 2).getByRole("group", { name: "Answered by" })).toContainText(`${BASE} on lab`);

    await page.getByRole("button", { name: "Undo" }).click();
    await expect(turn(page, 2)).toHaveValue("a draft of mine");

    await page.goto(`${loupe.url}/${PROJECT}/models`);
    await page.getByRole("link", { name: `Try ${BASE} in the playground` }).click();
    await expect(page.getByRole("button", { name: `Model of pane 1: ${BASE}` })).toBeVisible();
    await expect(turn(page, 2)).toHaveValue("");
  } finally {
    await loupe.remove();
    await models.close();
  }
});
