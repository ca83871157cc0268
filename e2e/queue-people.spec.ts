import { callIdOf, callRef } from "@/lib/contract/refs";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { seedQueue, sharedQueue } from "./loupe/seed-queue";
import { signInByKey } from "./loupe/sign-in";
import { standInModel } from "./loupe/stand-in-model";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";
import { traceModelCalls } from "./loupe/trace-model-calls";

const MINUTE_MS = 60_000;

test("calls of an SDK are added to a queue, shared out between two people, skipped, and come back to @all", async ({
  loupe,
  project,
  page,
  service,
  browser,
}) => {
  const now = Date.now();
  const ids = await traceModelCalls(
    loupe,
    project,
    ["first", "second", "third", "fourth"].map((name, at) => ({
      name,
      model: "m-1",
      startedAt: new Date(now - (10 + at) * MINUTE_MS),
      failure: undefined,
    })),
  );
  await seedQueue(service, project);
  const { keyboard } = page;
  const latest = () => sharedQueue(service, project);

  // From the list: two selected calls, then all of them.
  await page.goto(`/${project}/calls`);
  const rows = page
    .getByRole("grid", { name: "Calls" })
    .getByRole("row")
    .filter({ has: page.getByRole("link") });
  await expect(rows).toHaveCount(4);
  const dialog = page.getByRole("dialog", { name: /to a queue$/ });
  await keyboard.press("j");
  await keyboard.press("x");
  await keyboard.press("j");
  await keyboard.press("x");
  await expect(page.getByRole("button", { name: "Add to queue" })).toBeVisible();
  await keyboard.press("q");
  await expect(dialog).toHaveAccessibleName("Add 2 calls to a queue");
  expect(await barriersOn(page)).toEqual([]);
  await tabTo(dialog.getByRole("button", { name: "shared 0 calls" }));
  await keyboard.press("Enter");
  await expect(page.getByText("2 calls added to shared", { exact: true })).toBeVisible();
  expect((await latest()).callIds).toHaveLength(2);
  await keyboard.press("j");
  await keyboard.press("x");
  await keyboard.press("j");
  await keyboard.press("x");
  await keyboard.press("q");
  await expect(dialog).toHaveAccessibleName("Add 4 calls to a queue");
  await tabTo(dialog.getByRole("button", { name: "shared 2 calls, 2 of these" }));
  await keyboard.press("Enter");
  await expect(page.getByText("2 calls added to shared, 2 were there", { exact: true })).toBeVisible();
  expect([...(await latest()).callIds].toSorted()).toEqual(ids.toSorted());

  // From a call's page nothing is added twice.
  await page.goto(`/${project}/calls/${ids[0]}`);
  await expect(page.getByRole("button", { name: "Add to queue" })).toBeVisible();
  await keyboard.press("q");
  await tabTo(dialog.getByRole("button", { name: "shared 4 calls, this one too" }));
  await keyboard.press("Enter");
  await expect(page.getByText("Nothing added to shared, 1 was there", { exact: true })).toBeVisible();

  await page.goto(`/${project}/feedback/queues/shared`);
  await tabTo(page.getByRole("button", { name: "Assign" }));
  await keyboard.press("Enter");
  await tabTo(page.getByLabel("Assigned to"));
  await keyboard.type("admin\nbob");
  expect(await barriersOn(page)).toEqual([]);
  await tabTo(page.getByRole("button", { name: "Save", exact: true }));
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Call 1 of 2" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Done by bob" })).toHaveAttribute("aria-valuemax", "2");

  const { api_key: key } = await service.request("keysCreate", {
    owner: "bob",
    roles: [{ project_pattern: project, role: "annotator" }],
  });
  const context = await browser.newContext({ storageState: undefined });
  try {
    const his = await context.newPage();
    await signInByKey(his, { url: `${loupe.url}/${project}/feedback/queues/shared`, key });
    await expect(his.getByRole("heading", { name: "Call 1 of 2" })).toBeVisible();
    await expect(his.getByRole("button", { name: "Assign" })).toHaveCount(0);
    for (const heading of ["Call 2 of 2", "You have reviewed all 2 of your calls"]) {
      await his.keyboard.press("2");
      await his.keyboard.press("Enter");
      await expect(his.getByRole("heading", { name: heading })).toBeVisible();
    }
  } finally {
    await context.close();
  }

  // A skipped call is remembered after a reload, and comes after the others.
  await keyboard.press("s");
  await expect(page.getByRole("heading", { name: "Call 2 of 2" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Call 2 of 2" })).toBeVisible();
  await expect(page.getByRole("button", { name: "1 skipped" })).toBeVisible();
  await keyboard.press("1");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Call 1 of 2" })).toBeVisible();
  await keyboard.press("1");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "You have reviewed all 2 of your calls" })).toBeVisible();

  const { result } = await service.request("feedbackQuery", { project_id: project });
  const answered = result.map(({ core_ref: ref = "" }) => callIdOf(ref) ?? "");
  expect(answered.toSorted(), "every call once").toEqual(ids.toSorted());
  await tabTo(page.getByRole("link", { name: "View results" }));
  await keyboard.press("Enter");
  const results = page.getByRole("grid", { name: "Results" });
  const row = results.getByRole("row", { name: "second" });
  await expect(row).toContainText("Where is my parcel 9913?");
  expect(await barriersOn(page)).toEqual([]);
  // Bob's call opens in its context, with his answer.
  const place = (await latest()).callIds.indexOf(ids[1] ?? "") + 1;
  await tabTo(results.getByRole("row").nth(1));
  for (let at = 1; at < place; at += 1) await keyboard.press("ArrowDown");
  await expect(row).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Call ${place} of 4` })).toBeVisible();
  await expect(page.getByRole("article", { name: "user message" })).toContainText("Where is my parcel 9913?");
  await expect(page.getByRole("region", { name: "Others' answers" })).toContainText("bob");
  await expect(page.getByRole("region", { name: "Others' answers" })).toContainText("bad");
});

test("a reviewer sees the turns before, the tools' results and the trace beside the questions @all", async ({
  loupe,
  project,
  page,
  service,
}) => {
  const model = await standInModel("Your order left Lyon.");
  const roots: string[] = [];
  try {
    for (const question of ["Do you ship to Portugal?", "Where is my parcel 9913?"]) {
      const spans = await runCustomerAgent(loupe, { project, modelUrl: model.url, question });
      roots.push(spans.find(({ name }) => name === "answer-customer")?.id ?? "");
    }
  } finally {
    await model.close();
  }
  await seedQueue(service, project, { callIds: roots.slice(1) });
  await page.goto(`/${project}/feedback/queues/shared`);
  await expect(page.getByRole("article", { name: "user message" })).toContainText("parcel 9913");
  await tabTo(page.getByRole("button", { name: "1 earlier turn" }));
  await page.keyboard.press("Enter");
  const earlier = page.getByRole("region", { name: "Earlier turns" });
  await earlier.getByRole("button", { name: "answer-customer" }).press("Enter");
  await expect(earlier.getByRole("article", { name: "user message" })).toContainText("Portugal");
  await page.getByRole("button", { name: "1 tool result" }).press("Enter");
  const tools = page.getByRole("region", { name: "Tool results" });
  await tools.getByRole("button", { name: "track_parcel" }).press("Enter");
  await expect(tools).toContainText("scans");
  await page.getByRole("button", { name: /^Trace, \d+ calls$/ }).press("Enter");
  const trace = page.getByRole("region", { name: "Trace", exact: true });
  await expect(trace.getByRole("listitem").filter({ hasText: "look up customer" })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await service.request("callsDelete", {
    project_id: project,
    call_ids: [callIdOf(callRef(project, roots[0] ?? "")) ?? ""],
  });
  await expect(page.getByRole("button", { name: "1 earlier turn" })).toHaveCount(0);
});
