import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

test("a call that is not there says so, and appears by itself when it comes", async ({ page, service, project }) => {
  const id = "not/here yet?#%";
  await page.goto(`/${project}/calls/${encodeURIComponent(id)}`);
  await expect(page.getByRole("heading", { name: "No such call yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: `All traces of ${project}` })).toBeVisible();
  await sendCalls(service, project, [{ id, op_name: "late-comer" }]);
  await expect(page.getByRole("heading", { level: 1, name: "late-comer" })).toBeVisible();
});

test("a child whose parent has not come is shown, and finds its place when it does", async ({
  page,
  service,
  project,
}) => {
  const child = { id: `${project}-child`, trace_id: project, parent_id: `${project}-parent`, op_name: "child" };
  await sendCalls(service, project, [child]);
  await page.goto(`/${project}/calls`);
  await page.getByRole("button", { name: "All calls" }).click();
  await page.getByRole("row", { name: "child" }).getByRole("link").click();
  const tree = page.getByRole("treegrid", { name: "Calls of the trace" });
  await expect(tree.getByRole("row")).toHaveText([/Latency/, /parent not received yet/, /child/]);
  await expect(tree.getByRole("row", { name: "child" })).toHaveAttribute("aria-level", "2");
  await sendCalls(service, project, [{ id: `${project}-parent`, trace_id: project, op_name: "the-parent" }]);
  await expect(tree.getByRole("row", { name: "the-parent" })).toHaveAttribute("aria-level", "1");
  await expect(tree.getByText("parent not received yet")).toBeHidden();
});

test("a running call shows its end as it comes, with its exception line by line", async ({
  page,
  service,
  project,
}) => {
  const running = { id: project, op_name: "at-work", started_at: new Date().toISOString() };
  await sendCalls(service, project, [running]);
  await page.goto(`/${project}/calls/${encodeURIComponent(project)}`);
  const facts = page.getByRole("article", { name: "at-work" }).getByRole("definition");
  await expect(facts.filter({ hasText: "Running" }).first()).toBeVisible();
  const exception = "RateLimitError: slow down\n    at call (agent.ts:1:2)";
  await sendCalls(service, project, [{ ...running, ended_at: new Date().toISOString(), exception }]);
  await expect(facts.filter({ hasText: "Error" }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Exception" }).click();
  await expect(page).toHaveURL(/tab=exception/);
  await expect(page.getByRole("tabpanel")).toHaveText(exception, { useInnerText: true });
});

test("an output of 5 MB opens, and is searched to its end", async ({ page, service, project }) => {
  const output = JSON.stringify({
    items: Array.from({ length: 60_000 }, (_, n) => ({ n, text: "x".repeat(64) })),
    last: "the-needle",
  });
  await sendCalls(service, project, [{ id: project, op_name: "large", output, ended_at: ENDED }]);
  await page.goto(`/${project}/calls/${encodeURIComponent(project)}?tab=output`);
  const tree = page.getByRole("tree", { name: "Output" });
  await expect(tree.getByRole("treeitem").filter({ hasText: "items" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search in output" }).fill("the-needle");
  await expect(page.getByText("1 of 1")).toBeVisible();
});
