import type { Locator, Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { JsonText, toJsonText } from "@/lib/json/text";
import { callRef, versionRef } from "@/lib/contract/refs";
import { experimentsPath } from "@/lib/format/address";
import {
  comparedExperimentsPath,
  leaderboardPath,
  newExperimentPath,
  newScorerPath,
  scorersPath,
} from "@/lib/format/experiment-address";
import { barriersOn } from "./loupe/barriers";
import { isWhole } from "./loupe/scope";
import { type SeededExperiments, seedExperiments } from "./loupe/seed-experiments";
import { seedReview } from "./loupe/seed-review";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const DESKTOP_PX = 1_440;
const TABLET_PX = 768;
/** Of a desktop, a tablet and a phone. */
const WIDTHS = [DESKTOP_PX, TABLET_PX, 390];
/** Where axe looks. Not at a tablet: what is shown there is also shown on a desktop or on a phone. */
const AXE_WIDTHS = isWhole ? [DESKTOP_PX, 390] : [DESKTOP_PX];

const ANSWER = '{"content": "In Lyon"}';
const MESSAGES = '{"model": "m-1", "messages": [{"role": "user", "content": "Where is my parcel?"}]}';

test("the selected theme is kept after a reload", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  expect(await background()).toBe(dark);
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "System" }).click();
  await expect.poll(background).toBe(light);
});

const NO_EXPERIMENTS: SeededExperiments = { evaluations: [], paused: "" };

interface Stored {
  project: string;
  /** Of a stored table. */
  digest: string;
  /** Of a scoring rule. */
  ruleId: string;
  alertId: string;
  experiments: SeededExperiments;
}

const callPath = (project: string, name: string) => `/${project}/calls/${encodeURIComponent(`${project}-${name}`)}`;
const grid = (page: Page, name: string) => page.getByRole("grid", { name });
const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Addresses and what is visible there once the page has loaded, in groups of about the same size. */
const PAGES: Record<string, (page: Page, stored: Stored) => Record<string, Locator>> = {
  calls: (page, { project }) => ({
    [`/${project}/calls`]: grid(page, "Calls").getByRole("link"),
    [`/${project}/calls?q=nothing-has-this`]: page.getByText("No calls match"),
    [callPath(project, "root")]: page.getByRole("article", { name: "user message" }),
    [`${callPath(project, "root")}?view=graph`]: page.getByRole("listbox", { name: "Steps of this trace" }),
    [`${callPath(project, "root")}?view=log`]: page.getByRole("feed", { name: "Log" }).getByRole("article"),
    [callPath(project, "orphan")]: page.getByText("parent not received yet"),
    [callPath(project, "nobody")]: page.getByText("Call not found"),
    [`${callPath(project, "child")}?tab=input`]: page.getByRole("tree", { name: "Input" }),
    [`${callPath(project, "child")}?tab=exception`]: page.getByText("Error: no"),
    [`${callPath(project, "child")}?tab=raw`]: page.getByRole("tree", { name: "Call record" }),
  }),
  "traces and feedback": (page, { project }) => ({
    [`/${project}`]: page.getByRole("heading", { name: "Newest failures" }),
    [`/${project}-empty`]: page.getByText("Waiting for the first trace"),
    [`/${project}/calls/compare?${new URLSearchParams({ a: `${project}-root`, b: `${project}-child` })}`]:
      page.getByRole("treegrid"),
    [`/${project}/threads`]: grid(page, "Threads").getByRole("link"),
    [`/${project}/threads/${encodeURIComponent(`${project}-thread`)}`]: page.getByRole("feed", { name: "Turns" }),
    [`/${project}/feedback`]: grid(page, "Feedback").getByText("looks right"),
    [`/${project}/feedback/analysis`]: page.getByRole("table"),
    [`/${project}/feedback/annotations`]: title(page),
    [`/${project}/feedback/queues`]: title(page),
    [`/${project}/feedback/queues/new`]: title(page),
  }),
  review: (page, { project }) => ({
    [`/${project}/feedback/queues`]: page.getByRole("list", { name: "Queues" }).getByRole("link"),
    [`/${project}/feedback/queues/shared`]: page.getByRole("heading", { name: "Call 4 of 6" }),
    [`/${project}/feedback/queues/shared?view=results`]: page.getByRole("region", { name: "Agreement by person" }),
    [`/${project}/feedback/analysis?type=tone&with=judge&by=version`]: page.getByRole("table", { name: /in columns/ }),
    [`/${project}/feedback/analysis?type=rating&with=score`]: page.getByText("Spearman"),
  }),
  "objects, tables and models": (page, { project, digest, ruleId, alertId }) => ({
    [`/${project}/objects`]: grid(page, "Objects").getByRole("link"),
    [`/${project}/objects/settings/v1`]: page.getByRole("tree", { name: "Value" }),
    [`/${project}/objects/support/v1`]: page.getByRole("article", { name: "system message" }),
    [`/${project}/objects/support/v2?edit=true`]: page.getByRole("button", { name: "Save version" }),
    [`/${project}/objects/support/v2?tab=changes`]: page.getByRole("article", { name: "system changed" }),
    [`/${project}/ops`]: title(page),
    [`/${project}/tables`]: title(page),
    [`/${project}/tables/new`]: title(page),
    [`/${project}/tables/${digest}`]: grid(page, "Rows").getByText("Where is it?"),
    [`/${project}-empty/alerts`]: page.getByRole("heading", { name: "No alerts yet" }),
    [`/${project}/alerts?alert=${alertId}`]: page.getByRole("complementary", { name: "Alert Many errors" }),
    [`/${project}/alerts?new=calls`]: page.getByRole("dialog", { name: "New alert" }).getByLabel("Metric"),
    [`/${project}-empty/scoring`]: page.getByRole("heading", { name: "No scoring rules yet" }),
    [`/${project}/scoring?rule=${ruleId}`]: page.getByRole("complementary", { name: "Rule Polite answers" }),
    [`/${project}/scoring?new=threads`]: page.getByRole("dialog", { name: "New scoring rule" }).getByLabel("Filter"),
    [`/${project}/dashboards`]: grid(page, "Dashboards").getByRole("link"),
    [`/${project}/dashboards/board`]: page.getByRole("list", { name: "Charts" }).getByRole("slider"),
    [`/${project}/costs`]: grid(page, "Prices").getByRole("row"),
    [`/${project}/models`]: title(page),
    [`/${project}/privacy`]: page.getByRole("button", { name: "Save rules" }),
    [`/${project}/playground`]: page.getByRole("toolbar", { name: "Playground" }),
  }),
  experiments: (page, { project, experiments: { evaluations, paused } }) => ({
    [experimentsPath(project)]: grid(page, "Experiments").getByRole("row").nth(1),
    [comparedExperimentsPath(project, evaluations.slice(0, 1))]: grid(page, "Examples").getByRole("link"),
    [comparedExperimentsPath(project, [paused])]: page.getByText("Paused: No model server has the model none-1"),
    [comparedExperimentsPath(project, evaluations)]: page.getByRole("radio", { name: "Baseline" }),
    [leaderboardPath(project)]: grid(page, "Leaderboard").getByRole("row").nth(1),
    [newExperimentPath(project)]: page.getByRole("button", { name: "Run experiment" }),
    [newExperimentPath(project, { again: paused })]: page.getByRole("region", { name: "Request of the row" }),
    [scorersPath(project)]: grid(page, "Objects").getByRole("link", { name: "grade" }),
    [newScorerPath(project)]: page.getByRole("button", { name: "Save scorer" }),
    [`/${project}/objects/one-word/v1`]: page.getByRole("tabpanel", { name: "Scorer" }),
    [`/${project}/objects/grade/v1`]: page.getByRole("tabpanel", { name: "Scorer" }).getByText(/^Grade/),
    [`/${project}/objects/grade/v1?edit=true`]: page.getByRole("button", { name: "Save version" }),
  }),
  "the pages outside of projects": (page, { project }) => ({
    "/": grid(page, "Projects"),
    "/settings/preferences": page.getByRole("heading", { name: "Preferences" }),
    "/settings/keys": page.getByRole("row", { name: `reader of ${project}` }),
    "/settings/people": page.getByRole("heading", { name: "People" }),
    "/settings/model-servers": page.getByRole("button", { name: "Add model server" }),
    "/settings/audit": grid(page, "Audit log").getByRole("link"),
    "/settings/training-runner": page.getByRole("button", { name: "Set up runner" }),
    "/ref?uri=core:///wrong": page.getByLabel("Ref"),
    "/sign-in/invitation": page.getByText("The link is not complete"),
    "/sign-in": page.getByRole("button", { name: "Sign in" }),
    "/no/such/page/here": page.getByRole("heading"),
  }),
};

/** The groups whose pages show what `seedReview` stores. */
const REVIEWED: ReadonlySet<string> = new Set(["review", "objects, tables and models"]);

/** What is on every kind of page: the others are in the whole run. */
const ALWAYS: ReadonlySet<string> = new Set(["calls", "review"]);

for (const [name, pagesOf] of Object.entries(PAGES))
  test(`axe finds nothing on ${name}${ALWAYS.has(name) ? "" : " @all"}, on a desktop, a tablet and a phone`, async ({
    page,
    loupe,
    service,
    project,
  }) => {
    test.setTimeout(420_000);
    await seedCalls(service, project);
    const { digest, ruleId } = await seedStored(service, project);
    const alertId = REVIEWED.has(name) ? await seedReview(service, loupe, project) : "";
    const experiments = name === "experiments" ? await seedExperiments(service, loupe, project) : NO_EXPERIMENTS;
    for (const [path, shows] of Object.entries(pagesOf(page, { project, digest, ruleId, alertId, experiments }))) {
      await page.setViewportSize({ width: DESKTOP_PX, height: 900 });
      await page.goto(path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect(shows.first(), path).toBeVisible();
        expect.soft(await problemsAt(page, width), `${width} px`).toEqual([]);
      }
    }
  });

for (const width of AXE_WIDTHS)
  test(`axe finds nothing on what opens on a page, ${width} px wide @all`, async ({
    page,
    loupe,
    service,
    project,
  }) => {
    await seedCalls(service, project);
    await seedStored(service, project);
    await seedReview(service, loupe, project);
    await page.setViewportSize({ width, height: 900 });
    const feedback = page.getByRole("region", { name: "Feedback" });
    await page.goto(callPath(project, "root"));
    await feedback.getByRole("button", { name: "React with 👍" }).click();
    await feedback.getByRole("button", { name: "Custom JSON" }).click();
    await feedback.getByLabel("JSON", { exact: true }).fill("{");
    await expect(feedback.getByRole("listitem")).toHaveCount(2);
    expect.soft(await problemsAt(page, width)).toEqual([]);
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    expect.soft(await problemsAt(page, width)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("combobox", { name: "Go to" })).toBeVisible();
    expect.soft(await problemsAt(page, width)).toEqual([]);
    await page.goto(`/${project}/calls?peek=${encodeURIComponent(`${project}-reviewed-0`)}`);
    await expect(page.getByRole("article", { name: "user message" })).toBeVisible();
    // The button that has the focus at first shows its name in a tooltip.
    await page.getByRole("tab", { name: "Overview" }).focus();
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    expect.soft(await problemsAt(page, width)).toEqual([]);
    await page.goto("/settings/keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByRole("button", { name: "Add role" }).click();
    expect.soft(await problemsAt(page, width)).toEqual([]);
    await page.goto(`/${project}/feedback/queues/shared`);
    await page.getByRole("button", { name: "Assign" }).click();
    await page.getByRole("button", { name: "Assign admin" }).click();
    await expect(page.getByLabel("Annotators per call")).toBeVisible();
    expect.soft(await problemsAt(page, width)).toEqual([]);
    await page.goto(`/${project}/dashboards/board`);
    await page.getByRole("button", { name: "Add chart" }).click();
    await expect(page.getByRole("dialog", { name: "New chart" }).getByLabel("Title")).toBeVisible();
    expect.soft(await problemsAt(page, width)).toEqual([]);
  });

async function seedCalls(service: Client, project: string): Promise<void> {
  const ids = { trace_id: `${project}-root`, ended_at: ENDED };
  await sendCalls(service, project, [
    {
      ...ids,
      id: `${project}-root`,
      op_name: "agent",
      inputs: MESSAGES,
      output: ANSWER,
      thread_id: `${project}-thread`,
    },
    { ...ids, id: `${project}-child`, parent_id: `${project}-root`, exception: "Error: no", inputs: '{"n": [1.0]}' },
    { id: `${project}-orphan`, trace_id: `${project}-other`, parent_id: `${project}-unknown` },
  ]);
  const core_ref = callRef(project, `${project}-root`);
  const payload = new JsonText('{"note": "looks right"}');
  await service.request("feedbackCreate", {
    project_id: project,
    core_ref,
    feedback_type: "core.note.1",
    payload,
  });
}

async function seedStored(service: Client, project: string): Promise<{ digest: string; ruleId: string }> {
  const roles = [{ project_pattern: project, role: "viewer" } as const];
  await service.request("keysCreate", { owner: `reader of ${project}`, roles });
  for (const seed of [1, 2]) {
    const val = new JsonText(`{"seed": ${seed}, "prompt": "${"Answer in one short and friendly line. ".repeat(8)}"}`);
    await service.request("objCreate", { obj: { project_id: project, object_id: "settings", val } });
  }
  for (const tone of ["friendly", "patient"]) {
    const messages = [
      { role: "system", content: `You are a ${tone} agent of {{company}}. ${"Answer in one short line. ".repeat(20)}` },
      { role: "user", content: "{{question}}" },
    ];
    const config = { model: "m-1", temperature: 0.5, tools: [{ type: "function", function: { name: "track" } }] };
    const val = toJsonText({
      _type: "MessagesPrompt",
      _bases: ["Prompt"],
      description: `Be ${tone}`,
      messages,
      config,
    });
    await service.request("objCreate", { obj: { project_id: project, object_id: "support", val } });
  }
  const chart = { title: "Calls", metric: { measure: "calls", group_by: ["op"] }, look: "bars", width: 2 };
  const charts = [chart, { ...chart, look: "table" }, { ...chart, look: "number" }];
  const board = { object_id: "board", val: toJsonText({ name: "Board", charts }), builtin_object_class: "Dashboard" };
  await service.request("objCreate", { obj: { project_id: project, ...board } });
  const costs = { "m-1": { prompt_token_cost: 1e-6, completion_token_cost: 2e-6 } };
  await service.request("costCreate", { project_id: project, costs });
  const rows = Array.from({ length: 40 }, (_, n) => new JsonText(`{"n": ${n}, "question": "Where is it?"}`));
  const { digest } = await service.request("tableCreate", { table: { project_id: project, rows } });
  return { digest, ruleId: await seedRule(service, project) };
}

/** A rule that no call meets, so that it adds no scores to the other pages. */
async function seedRule(service: Client, project_id: string): Promise<string> {
  const scorer = { type: "regex", pattern: "please" };
  const val = toJsonText({ _type: "Scorer", _class_name: "Scorer", _bases: ["Object"], name: "polite", scorer });
  const { digest } = await service.request("objCreate", { obj: { project_id, object_id: "polite", val } });
  const { rule } = await service.request("scoringCreate", {
    project_id,
    name: "Polite answers",
    scorer_ref: versionRef(project_id, { kind: "object", name: "polite", digest }),
    unit: "calls",
    filter: { op_names: ["nobody"] },
    budget_usd: 5,
  });
  return rule.id;
}

/** Violations reported by axe, and elements beyond the right edge of the window without a scroll container. */
async function problemsAt(page: Page, width: number): Promise<string[]> {
  const barriers = AXE_WIDTHS.includes(width) ? await barriersOn(page) : [];
  const wide = await page.evaluate(() => {
    const scrolls = (element: Element) =>
      element.localName !== "main" && getComputedStyle(element).overflowX !== "visible";
    const isInScroller = (element: Element | null): boolean =>
      element !== null && (scrolls(element) || isInScroller(element.parentElement));
    return Array.from(document.querySelectorAll("body *"))
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .filter((element) => element.getBoundingClientRect().width > 1 && !isInScroller(element.parentElement))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
  return [...barriers, ...wide.map((html) => `${page.url()}: past the edge: ${html}`)];
}
