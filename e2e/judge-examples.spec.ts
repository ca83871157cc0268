import type { Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { callIdOf, versionRef } from "@/lib/contract/refs";
import { toJsonText } from "@/lib/json/text";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { barriersOn } from "./loupe/barriers";
import { Loupe } from "./loupe/loupe";
import { CLERK, standInClerk } from "./loupe/stand-in-clerk";
import { expect, serviceClient, test } from "./loupe/test";

const PROJECT = "local/judges";
const JUDGE = "You check answers.";
const VERDICT = '{"reasoning":"It is a city.","score":true}';
/** What a person gives to the answer of each question, in this order. */
const QUESTIONS = [
  { question: "Where is the tower?", thumb: "👎", note: "It asks for a country." },
  { question: "What is {{output}} here?", thumb: "👎", note: undefined },
  { question: "Where is the harbor?", thumb: "👍", note: undefined },
  { question: "Where is the party?", thumb: "🎉", note: undefined },
] as const;
const caseOf = (question: string) => `Question: ${question}\nAnswer: Lyon`;

test.use({ storageState: { cookies: [], origins: [] } });

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add examples to right" });
const calls = (page: Page) => dialog(page).getByRole("list", { name: "Calls" }).getByRole("listitem");
const about = (page: Page, words: string) => calls(page).filter({ hasText: words });
const content = (page: Page, place: number) => page.getByLabel(`Content of message ${place}`, { exact: true });

/** A dataset and a judge. */
async function prepare(service: Client): Promise<{ table_digest: string; digest: string }> {
  const rows = QUESTIONS.map(({ question }) => toJsonText({ question }));
  const { digest: table_digest } = await service.request("tableCreate", { table: { project_id: PROJECT, rows } });
  const val = writeScorer({
    name: "right",
    definition: {
      type: "judge",
      model: CLERK,
      messages: [
        { role: "system", content: JUDGE },
        { role: "user", content: "Question: {{question}}\nAnswer: {{output}}" },
      ],
      score: { type: "boolean" },
    },
  });
  const { digest } = await service.request("objCreate", { obj: { project_id: PROJECT, object_id: "right", val } });
  return { table_digest, digest };
}

/** Answers every question, and has the answers scored by a version of the judge. */
async function runExperiment(service: Client, table_digest: string, digest: string): Promise<void> {
  const { experiment } = await service.request("experimentCreate", {
    project_id: PROJECT,
    name: `with ${digest}`,
    table_digest,
    request: toJsonText({ model: CLERK, messages: [{ role: "user", content: "{{question}}" }] }),
    scorer_refs: [versionRef(PROJECT, { kind: "object", name: "right", digest })],
  });
  const read = async () =>
    (await service.request("experimentRead", { project_id: PROJECT, id: experiment.id })).experiment.status;
  await expect.poll(read).toBe("completed");
}

/** Gives thumbs and notes to the answers that the judge has scored. */
async function judgeByHand(service: Client): Promise<void> {
  const { result } = await service.request("feedbackQuery", { project_id: PROJECT });
  for (const { core_ref = "", call_ref: judged } of result) {
    const { call } = await service.request("callRead", { project_id: PROJECT, id: callIdOf(judged) ?? "" });
    const given = QUESTIONS.find(({ question }) => call?.inputs?.text.includes(question));
    const give = (feedback_type: string, payload: object) =>
      service.request("feedbackCreate", {
        project_id: PROJECT,
        core_ref,
        feedback_type,
        payload: toJsonText(payload),
      });
    await give("core.reaction.1", { emoji: given?.thumb });
    if (given?.note !== undefined) await give("core.note.1", { note: given.note });
  }
}

async function expectNoBarriers(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await barriersOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("calls where a judge and people differ become examples of the judge @all", async ({ page }) => {
  const clerk = await standInClerk((messages) => (messages[0]?.content === JUDGE ? VERDICT : "Lyon"));
  const loupe = await Loupe.place();
  try {
    await loupe.start("start", {
      LOUPE_UPSTREAMS: JSON.stringify([{ name: "here", base_url: clerk.url, models: [CLERK] }]),
    });
    await page.goto(loupe.signInLink);
    await page.waitForURL(`${loupe.url}/`);
    const service = serviceClient(loupe);
    const { table_digest, digest } = await prepare(service);
    await runExperiment(service, table_digest, digest);
    await judgeByHand(service);
    const analysis = `${loupe.url}/${PROJECT}/feedback/analysis?type=core.runnable.right&with=core.reaction.1`;

    await test.step("the calls that differ are chosen, with the person's verdict", async () => {
      await page.goto(analysis);
      await page.getByRole("button", { name: "Add examples to judge" }).click();
      // The thumb that agrees with the judge is not one of them.
      await expect(calls(page)).toHaveCount(3);
      await page.getByRole("button", { name: "Preview in editor" }).click();
      await expect(dialog(page).getByText("Select at least one call.")).toBeVisible();
      const tower = about(page, "tower");
      const braces = about(page, "{{output}}");
      const party = about(page, "party");
      await expect(about(page, "harbor")).toHaveCount(0);
      await expect(tower).toContainText("right true, Reaction 👎");
      await expect(tower).toContainText("It is a city.");
      for (const item of [tower, braces, party]) await item.getByRole("checkbox").setChecked(true);
      await expect(tower.getByLabel("Score")).toHaveValue("false");
      await expect(tower.getByLabel("Reasoning")).toHaveValue("It asks for a country.");
      await expectNoBarriers(page);
      // Nobody knows whether a party is right.
      await page.getByRole("button", { name: "Preview in editor" }).click();
      await expect(party).toContainText("Choose the score: true or false");
      await expect(party.getByLabel("Score")).toBeFocused();
      await party.getByRole("checkbox").setChecked(false);
      await braces.getByLabel("Reasoning").fill('It repeats "{{output}}".');
      await expect(dialog(page).getByRole("status")).toHaveText("2 selected, room for 9");
      await page.getByRole("button", { name: "Preview in editor" }).click();
    });

    await test.step("the editor shows them, and only its button saves them", async () => {
      await expect(content(page, 1)).toHaveValue(JUDGE);
      await expect(content(page, 2)).toBeFocused();
      const texts = await Promise.all([2, 3, 4, 5].map((place) => content(page, place).inputValue()));
      const [first, second] = texts[0] === caseOf(QUESTIONS[0].question) ? [0, 2] : [2, 0];
      expect(texts.slice(first, first + 2)).toEqual([
        caseOf(QUESTIONS[0].question),
        '{"reasoning":"It asks for a country.","score":false}',
      ]);
      expect(texts.slice(second, second + 2)).toEqual([
        caseOf(QUESTIONS[1].question),
        '{"reasoning":"It repeats \\"{{output}}\\".","score":false}',
      ]);
      await expect(content(page, 6)).toHaveValue("Question: {{question}}\nAnswer: {{output}}");
      await expect(page.getByText("Example, sent as written")).toHaveCount(4);
      const latest = { project_id: PROJECT, object_id: "right", digest: "latest" };
      expect((await service.request("objRead", latest)).obj.version_index).toBe(0);
      await expectNoBarriers(page);
      await page.getByRole("button", { name: "Save version" }).click();
      await expect(page.getByRole("tabpanel", { name: "Scorer" })).toContainText("user, example");

      const saved = (await service.request("objRead", latest)).obj;
      expect(saved.version_index).toBe(1);
      const before = clerk.asked.length;
      await runExperiment(service, table_digest, saved.digest);
      const sent = clerk.asked.slice(before).filter(([message]) => message?.content === JUDGE);
      expect(sent).toHaveLength(QUESTIONS.length);
      for (const { question } of QUESTIONS)
        expect(sent.map((messages) => messages.map((message) => message.content))).toContainEqual([
          JUDGE,
          ...texts,
          caseOf(question),
        ]);
      expect(sent[0]?.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant", "user"]);
    });

    await test.step("a call that is an example already cannot be added again", async () => {
      await page.goto(analysis);
      await page.getByRole("button", { name: "Add examples to judge" }).click();
      const tower = about(page, "tower");
      await expect(tower).toContainText("Already an example of this judge.");
      await expect(tower.getByRole("checkbox")).toBeDisabled();
      await expect(about(page, "party").getByRole("checkbox")).toBeEnabled();
    });
  } finally {
    await loupe.remove();
    await clerk.close();
  }
});
