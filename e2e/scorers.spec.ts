import type { Page } from "@playwright/test";
import { JsonNode } from "@/lib/json/node";
import { barriersOn } from "./loupe/barriers";
import { Loupe } from "./loupe/loupe";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, serviceClient, test } from "./loupe/test";

const PROJECT = "local/scorers";
const MODEL = "stand-in-1";
const VERDICT = '{"reasoning":"Lyon is a city in France.","score":4}';

test.use({ storageState: { cookies: [], origins: [] } });

const score = (page: Page) => page.getByRole("status", { name: "Score" });
const settings = (page: Page) => page.getByRole("tabpanel", { name: "Scorer" });

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page.getByLabel(label, { exact: true }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

async function expectNoBarriers(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await barriersOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a pattern and a judge are tried, published and edited by keyboard @all", async ({ page }) => {
  const loupe = await Loupe.place();
  const model = await standInModel(VERDICT);
  try {
    await loupe.start("start", {
      LOUPE_UPSTREAMS: JSON.stringify([{ name: "here", base_url: model.url, models: [MODEL] }]),
    });
    await page.goto(loupe.signInLink);
    await page.waitForURL(`${loupe.url}/`);
    const { keyboard } = page;
    const valueOf = async (name: string) => {
      const key = { project_id: PROJECT, object_id: name, digest: "latest" };
      return JsonNode.parse((await serviceClient(loupe).request("objRead", key)).obj.val);
    };

    await page.goto(`${loupe.url}/${PROJECT}/scorers/new`);
    await type(page, "Name", "year");
    await tabTo(page.getByRole("radio", { name: /^Exact match/ }));
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByText("Must not be empty")).toBeVisible();
    await type(page, "Pattern", "^(a+)+$");
    await type(page, "Output", `${"a".repeat(40)}b`);
    await expect(score(page)).toContainText("Scoring took longer than 250 ms");
    await tabTo(page.getByLabel("Pattern", { exact: true }), "Shift+Tab");
    await type(page, "Pattern", "[0-9]{4}");
    await expect(score(page)).toContainText("false");
    await type(page, "Output", "In 1889.");
    await expect(score(page)).toContainText("true");
    await expectNoBarriers(page);
    await page.reload();
    await expect(page.getByLabel("Pattern", { exact: true })).toHaveValue("[0-9]{4}");
    await type(page, "Message of this version", "Names a year");
    await keyboard.press("Enter");
    await expect(settings(page)).toContainText("[0-9]{4}");
    expect((await valueOf("year")).get("scorer")?.raw).toBe('{"type":"regex","pattern":"[0-9]{4}"}');

    await keyboard.press("e");
    await type(page, "Pattern", "^[0-9]{4}$");
    await type(page, "Message of this version", "Nothing else");
    await keyboard.press("ControlOrMeta+Enter");
    await expect(settings(page)).toContainText("^[0-9]{4}$");
    await expect(page.getByRole("grid", { name: "Versions" }).getByRole("row").filter({ hasText: "v2" })).toContainText(
      "Nothing else",
    );
    await expectNoBarriers(page);
    await keyboard.press("2");
    await expect(page.getByRole("tree", { name: "Value" })).toContainText("^[0-9]{4}$");

    await page.goto(`${loupe.url}/${PROJECT}/scorers`);
    await expect(page.getByRole("grid", { name: "Objects" }).getByRole("link", { name: "year" })).toBeVisible();
    await tabTo(page.getByRole("link", { name: "New scorer" }));
    await keyboard.press("Enter");
    await type(page, "Name", "grade");
    await tabTo(page.getByRole("radio", { name: /^Exact match/ }));
    await keyboard.press("ArrowUp");
    await tabTo(page.getByRole("button", { name: "Model of the judge" }));
    await keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Models" })).toBeVisible();
    await keyboard.type(MODEL);
    await keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Model of the judge: ${MODEL}` })).toBeVisible();
    await type(page, "Content of message 1", "Grade {{output}} as the answer to {{question}}.");
    await tabTo(page.getByRole("radio", { name: "True or false" }));
    await keyboard.press("ArrowRight");
    await keyboard.press("Enter");
    await expect(page.getByLabel("Highest", { exact: true })).toHaveValue("5");
    await type(page, "Output", "Lyon");
    await type(page, "Row (JSON)", '{"question": "Which city?"}');
    await tabTo(page.getByRole("button", { name: "Ask the judge" }));
    await keyboard.press("Enter");
    await expect(score(page)).toContainText("4");
    await expect(score(page)).toContainText("Lyon is a city in France.");
    await expectNoBarriers(page);
    await tabTo(page.getByRole("button", { name: "Save scorer" }));
    await keyboard.press("Enter");
    await expect(settings(page)).toContainText("1 to 5");
    expect((await valueOf("grade")).at(["scorer", "score"])?.raw).toBe('{"type":"number","lowest":1,"highest":5}');
    await expectNoBarriers(page);
  } finally {
    await loupe.remove();
    await model.close();
  }
});
