import type { Client } from "@/lib/client/client";
import { toJsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { Loupe } from "./loupe/loupe";
import { pane, turn } from "./loupe/playground";
import { standInChat } from "./loupe/stand-in-chat";
import { expect, serviceClient, test } from "./loupe/test";
import { sendJob, TRAINING } from "./loupe/training";

const PROJECT = "local/trained";
const TRAINED = "support:30";
const BASE = "stand-in/base";

test.use({ storageState: { cookies: [], origins: [] } });

/** A dataset of two rows, a prompt that names another model, and a scorer. */
async function prepareTest(service: Client): Promise<void> {
  const rows = [1, 2].map((place) => toJsonText({ question: `Where is parcel ${place}?` }));
  const { digest } = await service.request("tableCreate", { table: { project_id: PROJECT, rows } });
  const publish = (object_id: string, _type: string, val: object) =>
    service.request("objCreate", {
      obj: { project_id: PROJECT, object_id, val: toJsonText({ _type, _class_name: _type, ...val }) },
    });
  await publish("parcels", "Dataset", { _bases: ["Object", "BaseModel"], rows: `weave:///${PROJECT}/table/${digest}` });
  const messages = [{ role: "user", content: "{{question}}" }];
  await publish("clerk", "MessagesPrompt", {
    _bases: ["Prompt", "Object", "BaseModel"],
    messages,
    config: { model: "talker" },
  });
  const scorer = { type: "contains", text: "capital" };
  await publish("says-capital", "Scorer", { _bases: ["Object", "BaseModel"], name: "says-capital", scorer });
}

test("a trained model is compared with its base on a prompt of its job, in a new playground @all", async ({ page }) => {
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

    await test.step("both are measured over a test table", async () => {
      const service = serviceClient(loupe);
      await prepareTest(service);
      await page.goto(`${loupe.url}/${PROJECT}/training/${id}`);
      await page.getByRole("link", { name: "Measure before and after" }).click();
      await expect(page.getByRole("button", { name: `Model: ${BASE}` })).toBeVisible();
      await expect(page.getByRole("button", { name: `Remove ${TRAINED}` })).toBeVisible();
      await page.getByRole("button", { name: "Choose a table" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "parcels" }).click();
      await page.getByRole("button", { name: "Choose a prompt" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "clerk, v1" }).click();
      // The prompt's own model does not replace that of the job.
      await expect(page.getByRole("button", { name: `Model: ${BASE}` })).toBeVisible();
      await page.getByRole("checkbox", { name: /says-capital/ }).click();
      await expect(page.getByText("4 requests (2 rows × 2 models)")).toBeVisible();
      await page.getByRole("button", { name: "Run experiment" }).click();
      await expect(page.getByRole("heading", { name: "Compare experiments" })).toBeVisible();
      const rates = page.getByRole("table", { name: "Summary" }).getByRole("row", { name: /^says-capital/ });
      await expect(rates.getByRole("cell").nth(0)).toContainText("100%");
      await expect(rates.getByRole("cell").nth(1)).toContainText("0 higher, 0 lower, 2 the same");
      await page.goto(`${loupe.url}/${PROJECT}/training/${id}`);
      await expect(page.getByText(`clerk, ${BASE} on parcels: Completed, 2 rows`)).toBeVisible();
      await expect(page.getByText(`clerk, ${TRAINED} on parcels: Completed, 2 rows`)).toBeVisible();
      await page.getByRole("link", { name: "Compare results" }).click();
      await expect(rates.getByRole("cell").nth(1)).toContainText("100%");
    });

    await test.step("a job that knows its test table begins with it", async () => {
      const testTable = page.getByRole("link", { name: "parcels v1" });
      await page.goto(`${loupe.url}/${PROJECT}/training/${id}`);
      await page.getByRole("link", { name: "Run again with changes" }).click();
      await expect(page.getByText("Prefilled with the groups and settings of the job for support")).toBeVisible();
      await page.getByRole("button", { name: "Choose a table" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "parcels" }).click();
      await expect(testTable).toBeVisible();
      await page.getByRole("button", { name: "Submit 1 group" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "support" })).toBeVisible();
      await expect(testTable).toBeVisible();
      expect(await barriersOn(page)).toEqual([]);

      await page.getByRole("link", { name: "Measure before and after" }).click();
      await expect(page.getByRole("button", { name: `Model: ${BASE}` })).toBeVisible();
      await expect(testTable).toBeVisible();
      await expect(page.getByRole("button", { name: "Change table" })).toBeVisible();
      await expect(page.getByRole("combobox", { name: "Rows to run" })).toContainText("All 2 rows");
      await page.goBack();

      await page.getByRole("link", { name: "Run again with changes" }).click();
      await expect(page.getByText("Prefilled with the groups and settings of the job for support")).toBeVisible();
      await expect(testTable).toBeVisible();
      await page.goBack();

      await page.getByRole("button", { name: "Remove test table" }).click();
      await expect(testTable).toBeHidden();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(testTable).toBeVisible();
      await serviceClient(loupe).request("objDelete", { project_id: PROJECT, object_id: "parcels" });
      await page.reload();
      await expect(page.getByText("parcels v1 (deleted)")).toBeVisible();
      await page.getByRole("link", { name: "Measure before and after" }).click();
      await expect(page.getByRole("button", { name: `Model: ${BASE}` })).toBeVisible();
      await expect(page.getByRole("button", { name: "Choose a table" })).toBeVisible();
    });

    await page.goto(`${loupe.url}/${PROJECT}/models`);
    await page.getByRole("link", { name: `Try ${BASE} in the playground` }).click();
    await expect(page.getByRole("button", { name: `Model of pane 1: ${BASE}` })).toBeVisible();
    await expect(turn(page, 2)).toHaveValue("");
  } finally {
    await loupe.remove();
    await models.close();
  }
});
