import { JsonText } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import { barriersOn } from "./loupe/barriers";
import { sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const HOUR_MS = 3_600_000;

test("a project's home has the last day beside the one before and the week, what changed most, and failures", async ({
  page,
  project,
  service,
}) => {
  const hoursAgo = (hours: number, latencyMs = 1_000) => {
    const started = Date.now() - hours * HOUR_MS;
    return { started_at: new Date(started).toISOString(), ended_at: new Date(started + latencyMs).toISOString() };
  };
  await sendCalls(service, project, [
    { id: "d1", ...hoursAgo(1, 4_000) },
    { id: "d2", ...hoursAgo(23) },
    { id: "d3", op_name: "other", ...hoursAgo(2), exception: "ValueError: no" },
    { id: "d3-child", trace_id: "d3", parent_id: "d3", op_name: "tool", ...hoursAgo(2) },
    { id: "b1", ...hoursAgo(25) },
    ...["w1", "w2", "w3"].map((id) => ({ id, ...hoursAgo(100) })),
    { id: "old", ...hoursAgo(200) },
  ]);
  const score = { project_id: project, core_ref: callRef(project, "d1"), feedback_type: "score" };
  await service.request("feedbackBatchCreate", {
    batch: ["0.5", "1"].map((value) => ({ ...score, payload: new JsonText(`{"value":${value}}`) })),
  });

  await page.goto("/");
  const listed = page.getByRole("grid", { name: "Projects" }).getByRole("row").filter({ hasText: project });
  await expect(listed.getByRole("gridcell")).toHaveText([project, "3", /^1/, "4.00 s", "—", "9", "1 h ago", /:/]);

  await page.goto(`/${project}`);
  const numbers = page.getByRole("list", { name: "Numbers of the last 24 hours" }).getByRole("listitem");
  await expect(numbers.filter({ hasText: /^Traces/ })).toContainText("Traces324 h before: 1 (+200%)7 days: 1 a day");
  await expect(numbers.filter({ hasText: "Failed traces" })).toContainText("Failed traces124 h before: 0");
  await expect(numbers.filter({ hasText: "Latency" })).toContainText("4.00 s24 h before: 1.00 s (+300%)7 days: 4.00 s");
  await expect(page.getByRole("table", { name: "Feedback by type" }).getByRole("row").nth(1)).toHaveText(
    "score2 · mean 0.7500.3 · mean 0.75",
  );
  const moves = page.getByRole("table", { name: "Largest changes" });
  await expect(moves.getByRole("row", { name: "Calls" })).toContainText("answer1 → 2");
  const failures = page.getByRole("list", { name: "Newest failures" });
  await expect(failures.getByRole("listitem")).toHaveText(/other/);
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole("link", { name: "View all", exact: true }).click();
  await expect(page).toHaveURL(/\/calls\?q=status%3Aerror/);
});
