import { JsonText } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import { holdRequests, isTo } from "./loupe/hold-requests";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

test("the feedback chart keeps its heading while another type loads, and its ranges contain every number @all", async ({
  page,
  project,
  service,
}) => {
  const scores = Array.from({ length: 300 }, (_, place) => ((place * 7919) % 1000) / 1000);
  const given = [
    ...scores.map((score) => ({ feedback_type: "score", payload: new JsonText(`{"value":${score}}`) })),
    ...["👍", "👍", "👎"].map((emoji) => ({
      feedback_type: "core.reaction.1",
      payload: new JsonText(`{"emoji":"${emoji}"}`),
    })),
  ];
  const core_ref = callRef(project, "c1");
  await service.request("feedbackBatchCreate", {
    batch: given.map((one) => ({ project_id: project, core_ref, ...one })),
  });

  await page.goto(`/${project}/feedback?type=core.reaction.1`);
  const chart = page.getByRole("figure").first();
  const values = page.getByRole("list", { name: "Values" });
  await expect(chart).toContainText("Reaction");
  await expect(values.getByRole("listitem")).toHaveText(["👍266.7%", "👎133.3%"]);

  const release = await holdRequests(page, isTo("/feedback/query_stats"));
  await page.getByRole("combobox", { name: "Type" }).selectOption("score");
  await expect(page).toHaveURL(/type=score/);
  await expect(page.getByRole("grid", { name: "Feedback" }).getByRole("row").nth(1)).toContainText("score");
  await expect(chart).toContainText("Reaction");
  await expect(values.getByRole("listitem")).toHaveText(["👍266.7%", "👎133.3%"]);

  release();
  await expect(chart).toContainText("score");
  const labels = ["0 to 0.2", "0.2 to 0.4", "0.4 to 0.6", "0.6 to 0.8", "0.8 to 1"];
  const shown = values.getByRole("listitem");
  await expect(shown).toHaveCount(labels.length);
  for (const [place, label] of labels.entries()) {
    const [low, high] = [place / 5, (place + 1) / 5];
    const count = scores.filter((score) => score >= low - 1e-9 && score < high - 1e-9).length;
    await expect(shown.nth(place)).toContainText(`${label}${count}`);
  }
});

test("the count of the trace list changes together with its sums @all", async ({ page, project, service }) => {
  const ended = { ended_at: ENDED };
  await sendCalls(service, project, [
    { id: "a1", op_name: "answer", ...ended },
    { id: "a2", op_name: "answer", exception: "ValueError: no", ...ended },
    { id: "b1", op_name: "other", ...ended },
  ]);
  await page.goto(`/${project}/calls`);
  const totals = page.getByRole("status").filter({ hasText: "live" });
  await expect(totals).toContainText(/^3 traces·1 failed·1 with a failing step·/);

  const release = await holdRequests(page, isTo("/calls/stats"));
  const counted = page.waitForResponse(
    (response) => response.url().endsWith("/calls/query_stats") && !!response.request().postData()?.includes("other"),
  );
  const search = page.getByRole("combobox", { name: "Search or filter" });
  await search.fill("op:other");
  await search.press("Enter");
  await expect(page.getByRole("grid", { name: "Calls" }).getByRole("row").getByRole("link")).toHaveText(["other"]);
  await counted;
  await expect(totals).toHaveAttribute("aria-busy", "true");
  await expect(totals).toContainText(/^3 traces·1 failed·1 with a failing step·/);
  release();
  await expect(totals).toContainText(/^1 trace·0 failed·0 with a failing step·/);
  await expect(totals).toHaveAttribute("aria-busy", "false");

  // Calls that arrive right after the last reading are included too.
  await sendCalls(service, project, [{ id: "b2", op_name: "other", exception: "ValueError: no", ...ended }]);
  await expect(totals).toContainText(/^2 traces·1 failed·1 with a failing step·/);
});
