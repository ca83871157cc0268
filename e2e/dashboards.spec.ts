import type { Client } from "@/lib/client/client";
import { JsonText, toJsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { sendCalls } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { giveScores } from "./loupe/give-scores";
import { expect, test } from "./loupe/test";
import { traceModelCalls } from "./loupe/trace-model-calls";

/** The class of an object that is a dashboard. */
const dashboard = { builtin_object_class: "Dashboard" };

/** All calls of a project, as the list has them. */
async function callsOf(service: Client, project_id: string) {
  const rows = [];
  for await (const row of service.stream("callsStreamQuery", { project_id, include_overview: true })) rows.push(row);
  return rows;
}

test("a dashboard from a template shows the numbers of an agent's calls, and is changed, undone and deleted by keyboard @all", async ({
  page,
  loupe,
  project,
  service,
}) => {
  const model = await standInModel("It is in Lyon.");
  try {
    for (const question of ["Where is it?", "And now?"])
      await runCustomerAgent(loupe, { project, modelUrl: model.url, question });
  } finally {
    await model.close();
  }
  const calls = await callsOf(service, project);
  const traces = new Set(calls.map(({ trace_id: trace }) => trace)).size;

  await page.goto(`/${project}/dashboards`);
  await expect(page.getByRole("heading", { name: "No dashboards yet" })).toBeVisible();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "New dashboard" });
  await form.getByRole("button", { name: "Create dashboard" }).click();
  await expect(form.getByText("Enter a name")).toBeVisible();
  await form.getByLabel("Template").selectOption({ label: "Agents, 9 charts" });
  await form.getByLabel("Name").fill("Our agent");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Our agent" })).toBeVisible();

  const charts = page.getByRole("list", { name: "Charts" });
  const chart = (title: string) => charts.getByRole("listitem", { name: title, exact: true });
  await expect(chart("Traces")).toContainText(`${traces}`);
  await expect(chart("Traces")).toContainText("before: 0");
  const names = calls.map(({ op_name: name = "" }) => name);
  const steps = page.getByRole("list", { name: "Groups of Steps by op" }).getByRole("listitem");
  await expect(steps).toHaveCount(new Set(names).size);
  for (const name of new Set(names))
    await expect(steps.filter({ has: page.getByText(name, { exact: true }) })).toContainText(
      `${name}${names.filter((one) => one === name).length}`,
    );
  expect(await barriersOn(page)).toEqual([]);

  // A new chart, whose draft outlives the dialog.
  await page.keyboard.press("n");
  const edit = page.getByRole("dialog", { name: "New chart" });
  await edit.getByLabel("Metric").selectOption("Total tokens");
  await edit.getByLabel("Filter").fill("kind:llm");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(edit.getByLabel("Filter")).toHaveValue("kind:llm");
  await edit.getByLabel("Group by").fill("model");
  await edit.getByLabel("Shown as").selectOption("Table");
  await edit.getByLabel("Group by").press("Enter");
  const tokens = page.getByRole("table", { name: "Total tokens by model" });
  const used = calls.filter(({ overview }) => overview?.kind === "llm");
  const total = used.reduce((sum, { overview }) => {
    const { total_tokens: whole, prompt_tokens: input = 0, completion_tokens: output = 0 } = overview?.usage ?? {};
    return sum + (whole ?? input + output);
  }, 0);
  await expect(tokens.getByRole("row")).toHaveCount(1 + new Set(used.map(({ overview }) => overview?.model)).size);
  await expect(tokens.getByRole("row").nth(1)).toContainText(total.toLocaleString("en-US"));

  // Earlier, wider, and removed with undo.
  const act = async (title: string, action: string) => {
    await chart(title)
      .getByRole("button", { name: `Actions of ${title}` })
      .press("Enter");
    await page.getByRole("menuitem", { name: action }).click();
  };
  await act("Total tokens by model", "Move earlier");
  await expect(charts.getByRole("heading").nth(8)).toHaveText("Total tokens by model");
  await act("Total tokens by model", "3 columns wide");
  await expect(chart("Total tokens by model")).toHaveClass(/col-span-3/);
  await act("Total tokens by model", "Remove");
  await expect(chart("Total tokens by model")).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chart("Total tokens by model")).toBeVisible();

  // The range of all charts is in the address; a chart is zoomed by keyboard.
  const slider = page.getByRole("slider", { name: "Steps by op: select a time interval" });
  await slider.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=.*&to=/);
  await expect(chart("Traces")).toContainText(`${traces}`);
  await page.goBack();
  await expect(page).not.toHaveURL(/from=/);

  // Its calls, and an alert on it.
  await act("Total tokens by model", "Show calls");
  await expect(page).toHaveURL(/\/calls\?q=kind%3Allm&range=7d&roots=false/);
  await expect(page.getByRole("grid", { name: "Calls" }).getByRole("row").getByRole("link")).toHaveCount(used.length);
  await page.goBack();
  await act("Total tokens by model", "Alert on this");
  const alert = page.getByRole("dialog", { name: "New alert" });
  await expect(alert.getByLabel("Metric")).toHaveValue("total_tokens");
  await expect(alert.getByLabel("Filter")).toHaveValue("kind:llm");
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/new=/);

  await page.goto(`/${project}/dashboards`);
  await page.getByRole("button", { name: "Delete Our agent" }).click();
  await expect(page.getByRole("heading", { name: "No dashboards yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("grid", { name: "Dashboards" }).getByRole("row", { name: "Our agent" })).toContainText(
    "9",
  );
});

test("what somebody else saved meanwhile is not overwritten, and nothing that was typed is lost @all", async ({
  page,
  project,
  service,
}) => {
  const chart = { title: "Calls", metric: { measure: "calls" }, look: "number" };
  const publish = (charts: object[]) =>
    service.request("objCreate", {
      obj: { ...dashboard, project_id: project, object_id: "shared", val: toJsonText({ name: "Shared", charts }) },
    });
  await sendCalls(service, project, [{ id: project, started_at: new Date().toISOString() }]);
  await publish([chart]);
  await page.goto(`/${project}/dashboards/shared`);
  await page.getByRole("button", { name: "Add chart" }).click();
  const form = page.getByRole("dialog", { name: "New chart" });
  await form.getByLabel("Title").fill("Mine");
  await publish([chart, { ...chart, title: "Theirs" }]);
  await form.getByRole("button", { name: "Add chart" }).click();
  await expect(form.getByRole("alert")).toContainText("changed this dashboard in the meantime");
  await expect(form.getByLabel("Title")).toHaveValue("Mine");
  await form.getByRole("button", { name: "Add chart" }).click();
  await expect(page.getByRole("list", { name: "Charts" }).getByRole("heading")).toHaveText(["Calls", "Theirs", "Mine"]);
});

test("a chart says when it cannot be loaded, and a dashboard when it cannot be read @all", async ({
  page,
  project,
  service,
}) => {
  const chart = { metric: { measure: "calls" }, look: "bars" };
  const charts = [
    { ...chart, title: "Right" },
    { ...chart, title: "Wrong", filter: "cost>" },
  ];
  const publish = (object_id: string, val: JsonText) =>
    service.request("objCreate", { obj: { ...dashboard, project_id: project, object_id, val } });
  await sendCalls(service, project, [{ id: project, started_at: new Date().toISOString() }]);
  await publish("partly", toJsonText({ name: "Partly", charts }));
  await publish("broken", new JsonText('{"name": "Broken", "charts": [{"title": 5}]}'));

  await page.route("**/calls/stats", (route) =>
    route.fulfill({ status: 400, json: { code: "invalid", message: "no" } }),
  );
  await page.goto(`/${project}/dashboards/partly`);
  const right = page.getByRole("listitem", { name: "Right" });
  await expect(right.getByRole("alert")).toContainText("Could not load the chart");
  await expect(page.getByRole("listitem", { name: "Wrong" }).getByRole("alert")).toContainText("The filter is invalid");
  await page.unroute("**/calls/stats");
  await right.getByRole("button", { name: "Retry" }).click();
  await expect(right.getByRole("slider")).toBeVisible();
  await expect(right.getByRole("alert")).toBeHidden();

  await page.goto(`/${project}/dashboards/broken`);
  await expect(page.getByRole("heading", { name: "This dashboard cannot be read" })).toBeVisible();
  await expect(page.getByText("charts[0].title")).toBeVisible();
  await page.getByRole("link", { name: "Open object" }).click();
  await expect(page).toHaveURL(/\/objects\/broken\/latest/);
});

test("a chart of the trace list opens the form of an alert on its metric @all", async ({ page, project, service }) => {
  await sendCalls(service, project, [{ id: project, started_at: new Date().toISOString() }]);
  await page.goto(`/${project}/calls?q=status:running+or+op:answer`);
  await page.getByRole("link", { name: "Alert on this: Latency" }).press("Enter");
  const form = page.getByRole("dialog", { name: "New alert" });
  await expect(form.getByLabel("Metric")).toHaveValue("latency_p95");
  await expect(form.getByLabel("Filter")).toHaveValue("(status:running or op:answer) parent:none");
});

test("a chart of the trace list is added to a new dashboard, then to it again, of calls with bad scores", async ({
  page,
  loupe,
  project,
  service,
}) => {
  const failure = undefined;
  const qualities = [0.1, 0.4, 0.5, 0.9, undefined];
  const calls = qualities.map((_, place) => ({ name: `case-${place}`, model: "m-1", startedAt: new Date(), failure }));
  const ids = await traceModelCalls(loupe, project, calls);
  const scores = qualities.flatMap((value, place) =>
    value === undefined ? [] : [{ callId: ids[place] ?? "", name: "quality", value }],
  );
  await giveScores(loupe, service, project, scores);
  const bad = scores.filter(({ value }) => value < 0.5).length;

  await page.goto(`/${project}/calls?q=feedback.quality%3C0.5`);
  await page.getByRole("link", { name: "Add to dashboard: Calls" }).press("Enter");
  const made = page.getByRole("dialog", { name: "New dashboard" });
  await made.getByLabel("Name").fill("Quality");
  await made.getByLabel("Name").press("Enter");
  const form = page.getByRole("dialog", { name: "New chart" });
  await expect(form.getByLabel("Metric")).toHaveValue("calls");
  await expect(form.getByLabel("Filter")).toHaveValue("(feedback.quality<0.5) parent:none");
  await form.getByLabel("Shown as").selectOption("Number");
  await form.getByLabel("Title").fill("Bad answers");
  await form.getByLabel("Title").press("Enter");
  const charts = page.getByRole("list", { name: "Charts" });
  await expect(charts.getByRole("listitem", { name: "Bad answers" })).toContainText(`${bad}Calls, before: 0`);
  await expect(page).not.toHaveURL(/new=/);

  await page.goto(`/${project}/calls`);
  await page.getByRole("link", { name: "Add to dashboard: Latency" }).press("Enter");
  const choice = page.getByRole("dialog", { name: "Add to dashboard" });
  await expect(choice.getByLabel("Dashboard")).toContainText("Quality");
  await choice.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(form.getByLabel("Metric")).toHaveValue("latency_p95");
  await form.getByLabel("Group by").fill("kind, tier");
  await form.getByLabel("Group by").press("Enter");
  await expect(form.getByText("tier is not a field of calls")).toBeVisible();
  await form.getByLabel("Group by").fill("kind");
  await form.getByLabel("Group by").press("Enter");
  const groups = page.getByRole("list", { name: "Groups of Latency p95 by kind" }).getByRole("listitem");
  await expect(groups).toHaveText([/^llm900 ms$/]);
});
