import type { Locator, Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { callRef } from "@/lib/contract/refs";
import { JsonText, toJsonText } from "@/lib/json/text";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const LARGE = "12345678901234567890";

/** The page's own requests to the service are never answered; their bodies by path. */
async function holdRequests(page: Page): Promise<{ path: string; body: string }[]> {
  const held: { path: string; body: string }[] = [];
  await page.route("**/api/service/**", (route) => {
    const request = route.request();
    held.push({ path: new URL(request.url()).pathname, body: request.postData() ?? "" });
  });
  return held;
}

/** A call with a cost, in a thread, with feedback on it; a table that an object names. Returns the table's digest. */
async function store(service: Client, project: string): Promise<string> {
  const trace = { trace_id: "one", thread_id: "talk", ended_at: ENDED };
  await sendCalls(service, project, [{ ...trace, id: "one", op_name: "</script>answer", output: `{"n":${LARGE}}` }]);
  const priced = {
    project_id: project,
    id: "paid",
    trace_id: "one",
    parent_id: "one",
    op_name: "chat",
    started_at: ENDED,
    ended_at: ENDED,
    attributes: new JsonText("{}"),
    inputs: new JsonText("{}"),
    summary: toJsonText({ usage: { "gpt-4o": { prompt_tokens: 2_000, completion_tokens: 300 } } }),
  };
  await service.request("callsComplete", { batch: [priced] });
  const core_ref = callRef(project, "one");
  const payload = new JsonText('{"note":"well done"}');
  await service.request("feedbackCreate", { project_id: project, core_ref, feedback_type: "core.note.1", payload });
  const rows = [new JsonText(`{"question":"what?","seed":${LARGE}}`)];
  const { digest } = await service.request("tableCreate", { table: { project_id: project, rows } });
  const val = new JsonText(`{"rows":"core:///${project}/table/${digest}","seed":${LARGE}}`);
  await service.request("objCreate", { obj: { project_id: project, object_id: "seeds", val } });
  return digest;
}

/** Opens a page until it shows what it is to show: on a busy machine the server may not wait for its own reading. */
async function openUntilShown(page: Page, address: string, shown: readonly Locator[]): Promise<void> {
  await expect(async () => {
    const document = await page.goto(address);
    for (const locator of shown) await expect(locator.first(), address).toBeVisible({ timeout: 5_000 });
    expect(await document?.text()).not.toContain("</script>answer");
  }).toPass();
}

test("each list has its first rows without a request of its own @all", async ({ page, project, service }) => {
  await store(service, project);
  const row = (grid: string, text: string) => page.getByRole("grid", { name: grid }).getByRole("row").getByText(text);
  const held = await holdRequests(page);
  const lists: Record<string, Locator[]> = {
    calls: [row("Calls", "answer"), row("Calls", "$0.0080"), page.getByText("1 trace", { exact: true })],
    "calls?q=op%3Anone": [page.getByText("No calls match")],
    threads: [row("Threads", "talk")],
    feedback: [row("Feedback", "well done")],
    objects: [row("Objects", "seeds")],
    tables: [row("Tables", "seeds")],
    costs: [page.getByRole("grid", { name: "Prices" }).getByRole("gridcell")],
  };
  for (const [path, shown] of Object.entries(lists)) await openUntilShown(page, `/${project}/${path}`, shown);
  expect(held.map(({ path }) => path)).toContain("/api/service/calls/query_stats");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("each page has its first contents without a request of its own @all", async ({ page, project, service }) => {
  const digest = await store(service, project);
  await holdRequests(page);
  const pages: Record<string, Locator[]> = {
    "": [page.getByRole("list", { name: "Numbers of the last 24 hours" }).getByText("24 h before: 0", { exact: true })],
    "/calls/one": [page.getByRole("treegrid").getByText("chat"), page.getByText("well done")],
    "/threads/talk": [page.getByText("answer")],
    "/objects/seeds/latest": [page.getByText(LARGE)],
    [`/tables/${digest}`]: [page.getByRole("grid", { name: "Rows" }).getByText(LARGE)],
  };
  for (const [path, shown] of Object.entries(pages)) await openUntilShown(page, `/${project}${path}`, shown);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("rows that came with the page go on from there: changes are seen, and nothing is read twice @all", async ({
  page,
  project,
  service,
}) => {
  await sendCalls(service, project, [{ id: "one", ended_at: ENDED }]);
  const grid = page.getByRole("grid", { name: "Calls" });
  const held = await holdRequests(page);
  await openUntilShown(page, `/${project}/calls`, [grid.getByText("answer")]);
  held.length = 0;
  await openUntilShown(page, `/${project}/calls`, [grid.getByText("answer")]);
  await expect.poll(() => held.map(({ path }) => path)).toContain("/api/service/calls/query_stats");
  const ofRows = ({ path, body }: { path: string; body: string }) =>
    path.endsWith("/feedback/query") || body.includes('"limit":100') || body.includes("include_costs");
  expect(held.filter(ofRows)).toEqual([]);
  await sendCalls(service, project, [{ id: "two", op_name: "later", ended_at: ENDED }]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await sendCalls(service, project, [{ id: "three", op_name: "latest", ended_at: ENDED }]);
  for (const name of ["answer", "later", "latest"]) await expect(grid.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText("3 traces", { exact: true })).toBeVisible();
});
