import { QUEUE_CLASS } from "@/lib/contract/queue-class";
import { writeQueue } from "@/lib/feedback/queue";
import { barriersOn } from "./loupe/barriers";
import { giveScores } from "./loupe/give-scores";
import { traceModelCalls } from "./loupe/trace-model-calls";
import { sendJob, test } from "./loupe/training";
import { expect } from "./loupe/test";

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

const SUCCESS = { name: "answer", model: "m-1", failure: undefined, latencyMs: 1_000 };
const RUNS = [
  { ...SUCCESS, hours: 1, latencyMs: 4_000 },
  { ...SUCCESS, hours: 23 },
  { name: "other", model: "m-2", hours: 2, latencyMs: 900, failure: "ValueError: no" },
  { ...SUCCESS, hours: 25 },
  ...[100, 101, 102].map((hours) => ({ ...SUCCESS, hours })),
  { ...SUCCESS, hours: 200 },
];

/** The numbers of the runs between two times ago, in plain arithmetic; `p95` is the least that 95 % do not exceed. */
function plain(fromHours: number, toHours: number) {
  const runs = RUNS.filter(({ hours }) => hours < fromHours && hours >= toHours);
  const sorted = runs.map(({ latencyMs }) => latencyMs).toSorted((a, b) => a - b);
  return {
    traces: runs.length,
    failed: runs.filter(({ failure }) => failure !== undefined).length,
    p95: `${((sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0) / 1_000).toFixed(2)} s`,
    answers: runs.filter(({ name }) => name === "answer").length,
  };
}

const [DAY, BEFORE, WEEK] = [plain(DAY_HOURS, 0), plain(2 * DAY_HOURS, DAY_HOURS), plain(8 * DAY_HOURS, DAY_HOURS)];
const aDay = (count: number) => String(Math.round((count / 7) * 10) / 10);

test("a project's home has the last day of an SDK's traces beside the one before and the week, what changed most, failures, and open work @all", async ({
  page,
  loupe,
  project,
  service,
  gate,
}) => {
  const now = Date.now();
  const calls = RUNS.map(({ hours, ...run }) => ({ ...run, startedAt: new Date(now - hours * HOUR_MS) }));
  const ids = await traceModelCalls(loupe, project, calls);
  const [newest = ""] = ids;
  await giveScores(
    loupe,
    service,
    project,
    [0.5, 1].map((value) => ({ callId: newest, name: "score", value })),
  );
  const queue = { name: "review", description: "", filter: "", annotations: [], isBlind: false, assignedTo: [] };
  const val = writeQueue({ ...queue, callIds: ids.slice(0, 2), perCall: 1 });
  await service.request("objCreate", {
    obj: { project_id: project, object_id: "review", val, builtin_object_class: QUEUE_CLASS },
  });
  const settings = { hold_at: 5, gate: gate.file };
  const job = await sendJob(service, { project, model: "support", rewards: [[0, 1]], settings });

  await page.goto("/");
  const listed = page.getByRole("grid", { name: "Projects" }).getByRole("row").filter({ hasText: project });
  await expect(listed.getByRole("gridcell")).toHaveText([
    project,
    String(DAY.traces),
    /^1/,
    /^1/,
    DAY.p95,
    "—",
    "2",
    String(RUNS.length),
    "1 h ago",
    /:/,
  ]);

  await page.goto(`/${project}`);
  const numbers = page.getByRole("list", { name: "Numbers of the last 24 hours" }).getByRole("listitem");
  await expect(numbers.filter({ hasText: /^Traces/ })).toContainText(
    `Traces${DAY.traces}24 h before: ${BEFORE.traces} (+200%)7 days before: ${aDay(WEEK.traces)} a day`,
  );
  await expect(numbers.filter({ hasText: "Failed traces" })).toContainText(
    `Failed traces${DAY.failed}24 h before: ${BEFORE.failed}7 days before: ${aDay(WEEK.failed)} a day`,
  );
  await expect(numbers.filter({ hasText: "With a failing step" })).toContainText(`With a failing step${DAY.failed}`);
  await expect(numbers.filter({ hasText: "Latency" })).toContainText(
    `${DAY.p95}24 h before: ${BEFORE.p95} (+300%)7 days before: ${WEEK.p95}`,
  );
  await expect(page.getByRole("table", { name: "Feedback by type" }).getByRole("row").nth(1)).toHaveText(
    "score2 · mean 0.7500.0",
  );
  const failures = page.getByRole("list", { name: "Newest failures" });
  await expect(failures.getByRole("listitem")).toHaveText(/other/);
  const work = page.getByRole("list", { name: "Open work" }).getByRole("listitem");
  await expect(work).toHaveText([/review.*queue, 0 of 2 calls done by you/, /support.*training job/]);
  await expect(work.last().getByRole("link")).toHaveAttribute("href", new RegExp(job));
  expect(await barriersOn(page)).toEqual([]);

  const moves = page.getByRole("table", { name: "Largest changes" });
  await expect(moves.getByRole("row", { name: "Calls" })).toContainText(`answer${BEFORE.answers} → ${DAY.answers}`);
  await moves.getByRole("row", { name: "Calls" }).getByRole("link", { name: "answer" }).press("Enter");
  await expect(page).toHaveURL(/range=2d/);
  await expect(page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer" })).toHaveCount(
    BEFORE.answers + DAY.answers,
  );

  await page.goto(`/${project}`);
  await page.getByRole("link", { name: "View all", exact: true }).click();
  await expect(page).toHaveURL(/\/calls\?q=status%3Aerror/);
});

test("a home says that open work cannot be read, and reads it again @all", async ({
  page,
  loupe,
  project,
  service,
}) => {
  const [id = ""] = await traceModelCalls(loupe, project, [{ ...SUCCESS, startedAt: new Date() }]);
  const queue = { name: "review", description: "", filter: "", annotations: [], isBlind: false, assignedTo: [] };
  const val = writeQueue({ ...queue, callIds: [id], perCall: 1 });
  await service.request("objCreate", {
    obj: { project_id: project, object_id: "review", val, builtin_object_class: QUEUE_CLASS },
  });
  await page.route("**/objs/query", (route) =>
    route.fulfill({ status: 400, json: { code: "invalid", message: "no" } }),
  );
  await page.goto(`/${project}`);
  const work = page.getByRole("region", { name: "Open work" });
  await expect(work.getByRole("alert")).toContainText("Could not load this: The service responded with status 400.");
  await page.unroute("**/objs/query");
  await work.getByRole("button", { name: "Retry" }).click();
  await expect(work.getByRole("listitem")).toHaveText(/review.*queue, 0 of 1 call done by you/);
  await expect(work.getByRole("alert")).toBeHidden();
});
