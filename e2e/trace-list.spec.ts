import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const FIVE_MB = 5 * 1024 * 1024;
const HOSTILE = String.raw`{"nul": "a\u0000b", "half": "\ud83d", "huge": 1e200000, "deep": "${"x".repeat(FIVE_MB)}"}`;

test("a project with a hostile call is listed, sorted, filtered and searched", async ({ page, service, project }) => {
  await sendCalls(service, project, [
    { id: `${project}-1`, op_name: "good", inputs: '{"q": "ordinary"}', output: '"fine"', ended_at: ENDED },
    { id: `${project}-2`, op_name: "hostile", inputs: HOSTILE, attributes: HOSTILE, output: HOSTILE, ended_at: ENDED },
    { id: `${project}-3`, op_name: "failed", exception: "RateLimitError: slow down\n  at call", ended_at: ENDED },
    { id: `${project}-4`, op_name: "going-on" },
  ]);
  await page.goto(`/${project}/calls`);
  const grid = page.getByRole("grid", { name: "Calls" });
  const names = grid.getByRole("row").getByRole("link");
  await expect(names).toHaveCount(4);
  await expect(page.getByRole("status").filter({ hasText: "4 traces" })).toContainText("live");

  for (const column of ["Name", "Status", "Latency", "Tokens", "Model", "Started"]) {
    const header = grid.getByRole("columnheader", { name: column });
    await header.click();
    await expect(header).toHaveAttribute("aria-sort", /ascending|descending/);
    await expect(names).toHaveCount(4);
  }

  const search = page.getByRole("combobox", { name: "Search or filter" });
  await search.fill("ordinary");
  await expect(names).toHaveText(["good"]);
  await search.fill("xxxxxxxxxx");
  await expect(names).toHaveText(["hostile"]);
  await search.fill("no call has this");
  await page.getByRole("button", { name: "Clear text" }).click();
  await expect(names).toHaveCount(4);
  await expect(search).toHaveValue("");

  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("checkbox", { name: /^Error \d/ }).check();
  await expect(names).toHaveText(["failed"]);
  await page.getByRole("checkbox", { name: "Running" }).check();
  await expect(names).toHaveCount(2);
  await expect(page).toHaveURL(/q=status:error,running/);
  await expect(search).toHaveValue("status:error,running");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(names).toHaveCount(2);
  await page.getByRole("button", { name: "Remove status: error or running" }).click();
  await expect(names).toHaveCount(4);

  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("checkbox", { name: "hostile" }).check();
  await expect(names).toHaveText(["hostile"]);
});

test("text at the very end of an output of 1 MB is found @all", async ({ page, service, project }) => {
  const output = JSON.stringify(`${"lorem ".repeat(175_000)}the-needle`);
  await sendCalls(service, project, [
    { id: `${project}-1`, op_name: "other", output: '"lorem"', ended_at: ENDED },
    { id: `${project}-2`, op_name: "long", output, ended_at: ENDED },
  ]);
  await page.goto(`/${project}/calls`);
  await page.getByRole("combobox", { name: "Search or filter" }).fill("The-Needle");
  await expect(page.getByRole("grid", { name: "Calls" }).getByRole("row").getByRole("link")).toHaveText(["long"]);
});

test("hundreds of traces scroll to the last, and new ones are offered without moving the rows", async ({
  page,
  service,
  project,
}) => {
  const calls = Array.from({ length: 300 }, (_, index) => ({
    id: `${project}-${index}`,
    op_name: `call-${index}`,
    started_at: new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString(),
  }));
  await sendCalls(service, project, calls);
  await page.goto(`/${project}/calls`);
  const grid = page.getByRole("grid", { name: "Calls" });
  await expect(grid.getByRole("row", { name: "call-299" })).toBeVisible();
  await grid.getByRole("row", { name: "call-299" }).focus();
  const last = grid.getByRole("row").filter({ has: page.getByRole("link", { name: "call-0", exact: true }) });
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(last).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(page.getByText("No more calls")).toBeVisible();

  await sendCalls(service, project, [{ id: `${project}-new`, op_name: "newcomer" }]);
  const offer = page.getByRole("button", { name: "1 new call" });
  await expect(offer).toBeVisible();
  await expect(last).toBeFocused();
  await offer.click();
  await expect(grid.getByRole("row", { name: "newcomer" })).toBeVisible();
});

test("rejected items of a batch are shown in the project with their reason @all", async ({ page, loupe, project }) => {
  const start = { project_id: project, trace_id: "t", op_name: "taken", started_at: ENDED, attributes: {}, inputs: {} };
  const answer = await page.request.post(`${loupe.serviceUrl}/call/upsert_batch`, {
    headers: { authorization: `Bearer ${loupe.key}` },
    data: {
      batch: [
        { mode: "start", req: { start: { ...start, id: "good" } } },
        { mode: "start", req: { start: { ...start, id: "bad", started_at: "yesterday" } } },
      ],
    },
  });
  expect(answer.status()).toBe(200);
  await page.goto(`/${project}/calls`);
  await expect(page.getByRole("row", { name: "taken" })).toBeVisible();
  await page.getByRole("link", { name: "See why" }).click();
  const rejected = page.getByRole("region", { name: "Rejected items" });
  await expect(rejected).toContainText("1 item sent here was rejected.");
  await expect(rejected).toContainText("started_at");
  await expect(rejected).toContainText("bad");
});

test("an empty project explains how to send the first trace", async ({ page, project }) => {
  await page.goto(`/${project}/calls`);
  await expect(page.getByRole("heading", { name: "No traces yet" })).toBeVisible();
  await page.getByRole("link", { name: "Send your first trace" }).click();
  await expect(page.getByRole("heading", { name: "Waiting for the first trace" })).toBeVisible();
});
