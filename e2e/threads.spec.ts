import { v7 as uuidV7 } from "uuid";
import { JsonText } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { yesterdayAt } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test } from "./loupe/test";

const THREAD = "thread-a1";

test("turns of an agent form one thread, from the list to a call and back", async ({ page, loupe, project }) => {
  for (const [question, answer] of [
    ["Where is my parcel 9913?", "It left Lyon."],
    ["And when does it arrive?", "Tomorrow."],
  ] as const) {
    const model = await standInModel(answer);
    try {
      await runCustomerAgent(loupe, { project, modelUrl: model.url, question });
    } finally {
      await model.close();
    }
  }
  await page.goto(`/${project}`);
  await page.getByRole("link", { name: "Threads" }).click();
  const row = page.getByRole("grid", { name: "Threads" }).getByRole("row", { name: THREAD });
  await expect(row.getByRole("gridcell", { name: "2", exact: true })).toBeVisible();
  await expect(row.getByRole("gridcell", { name: "262", exact: true })).toBeVisible();
  await expect(row).toContainText("Where is my parcel 9913?");
  await row.getByRole("link").click();

  await expect(page.getByRole("heading", { level: 1, name: THREAD })).toBeVisible();
  const turns = page.getByRole("feed", { name: "Turns" }).getByRole("article", { name: /^Turn/ });
  await expect(turns).toHaveCount(2);
  await expect(turns.first()).toContainText("It left Lyon.");
  await expect(turns.last()).toContainText("And when does it arrive?");
  await expect(turns.last()).toContainText("Tomorrow.");
  await expect(page.getByRole("definition").filter({ hasText: "262 tokens" })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);

  await turns.last().getByRole("link", { name: "answer-customer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "answer-customer" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: THREAD }).first().click();
  await expect(turns).toHaveCount(2);
});

test("a thread shows pauses and feedback, and is navigated by keyboard @all", async ({ page, service, project }) => {
  const thread = "support 4711 / Anna";
  const turn = (n: number, startedAt: string, endedAt: string) => [
    {
      mode: "start" as const,
      req: {
        start: {
          project_id: project,
          id: `turn-${n}`,
          thread_id: thread,
          turn_id: `turn-${n}`,
          op_name: "answer",
          started_at: startedAt,
          attributes: new JsonText("{}"),
          inputs: new JsonText(JSON.stringify({ question: `question ${n}` })),
        },
      },
    },
    {
      mode: "end" as const,
      req: { end: { project_id: project, id: `turn-${n}`, ended_at: endedAt, output: new JsonText(`"answer ${n}"`) } },
    },
  ];
  await service.request("callUpsertBatch", {
    batch: [
      ...turn(1, yesterdayAt("08:00:00"), yesterdayAt("08:00:02")),
      ...turn(2, yesterdayAt("08:00:12"), yesterdayAt("08:00:14")),
      ...turn(3, yesterdayAt("09:05:14"), yesterdayAt("09:05:16")),
    ],
  });
  await service.request("feedbackCreate", {
    id: uuidV7(),
    project_id: project,
    core_ref: callRef(project, "turn-2"),
    feedback_type: "wandb.reaction.1",
    payload: new JsonText('{"emoji": "👍"}'),
  });
  await page.goto(`/${project}/threads`);
  const { keyboard } = page;
  const row = page.getByRole("grid", { name: "Threads" }).getByRole("row", { name: thread });
  await expect(row).toContainText("👍 1");
  await keyboard.press("j");
  await expect(row).toBeFocused();
  await keyboard.press("Enter");

  const turns = page.getByRole("feed", { name: "Turns" }).getByRole("article", { name: /^Turn/ });
  await expect(turns).toHaveCount(3);
  await expect(page.getByText(/^idle/)).toHaveText(["idle 1 h 5 min"]);
  await expect(turns.nth(1)).toContainText("👍");
  await keyboard.press("j");
  await expect(turns.first()).toBeFocused();
  await keyboard.press("End");
  await expect(turns.last()).toBeFocused();
  await keyboard.press("k");
  await expect(turns.nth(1)).toBeFocused();
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/calls\/turn-2/);
});

test("a project without threads explains how to create one @all", async ({ page, project }) => {
  await page.goto(`/${project}/threads`);
  await expect(page.getByRole("heading", { name: "No threads yet" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Command" })).toContainText("first-thread");
});
