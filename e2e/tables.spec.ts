import { readFile } from "node:fs/promises";
import type { Client } from "@/lib/client/client";
import { JsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { runWeavePublisher } from "./loupe/run-program";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const CSV = `id,question,score,note
12345678901234567890,"Where is
parcel ""9913""?",1.0,=1+1
1,too,many,fields,here
007,Cancel it,0.50,
`;

test("a dataset published by an SDK is sorted by a nested column, opened by row, filtered, profiled, compared and exported", async ({
  page,
  loupe,
  project,
}) => {
  await runWeavePublisher(loupe, project);
  await page.goto(`/${project}/tables`);
  const list = page.getByRole("grid", { name: "Tables" });
  await expect(list.getByRole("link")).toHaveText([/parcels.*v2.*latest/, /parcels.*v1/]);
  await list.getByRole("link", { name: "latest" }).click();
  await expect(page.getByRole("heading", { name: "parcels v2" })).toBeVisible();

  const rows = page.getByRole("grid", { name: "Rows" });
  const cell = (row: number, column: number) => rows.getByRole("row").nth(row).getByRole("gridcell").nth(column);
  await expect(cell(1, 1)).toHaveText("Where is parcel 1?");
  const score = rows.getByRole("columnheader", { name: "expected.score" });
  await score.click();
  await score.click();
  await expect(score).toHaveAttribute("aria-sort", "descending");
  await expect(cell(1, 1)).toHaveText("Where is my refund?");
  await expect(cell(1, 0)).toHaveText("39");
  await page.reload();
  await expect(cell(1, 1)).toHaveText("Where is my refund?");

  await cell(1, 1).click();
  const value = page.getByRole("tree", { name: "Row value" });
  await expect(value).toContainText("score: 9");
  await page.keyboard.press("j");
  await expect(value).toContainText("score: 3.9");
  const digest =
    (await page
      .getByRole("region", { name: /^Row \d/ })
      .getByRole("code")
      .getAttribute("title")) ?? "";
  await page.keyboard.press("Escape");
  await expect(value).toBeHidden();

  await page.getByRole("button", { name: "Filter by digest" }).click();
  await page.getByLabel("Row digests").fill(`${digest}\nnone-such`);
  await page.getByRole("button", { name: "Show these rows" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 row" })).toBeVisible();
  await page.getByRole("button", { name: "Filter by digest" }).click();
  await page.getByRole("button", { name: "Show all rows" }).click();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "JSONL" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).split("\n");
  expect(lines).toHaveLength(41);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ question: "Where is my refund?", expected: { score: 9 } });
  await expect(page.getByText("Exported 40 rows", { exact: true })).toBeVisible();

  await page.getByRole("tab", { name: "Columns" }).click();
  await expect(page.getByText("Exact: all 40 rows were read.")).toBeVisible();
  const column = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "expected.city" }) });
  await expect(column).toContainText("Distinct values3");
  await page.getByRole("tab", { name: "Changes" }).click();
  await expect(page.getByText("1 added")).toBeVisible();
  const changed = page.getByRole("grid", { name: "Changed rows" });
  await expect(changed.getByRole("row", { name: /removed/ })).toContainText("Where is parcel 0?");
  await expect(changed.getByRole("row", { name: /added/ })).toContainText("Where is my refund?");
});

test("a CSV with an invalid line is uploaded without it, with exact numbers, and exported again @all", async ({
  page,
  project,
}) => {
  await page.goto(`/${project}/tables`);
  await page.getByRole("link", { name: "Upload CSV, JSON or JSONL" }).click();
  const file = { name: "questions.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) };
  await page.getByLabel("Choose a CSV, JSON or JSONL file").setInputFiles(file);
  await expect(page.getByText("Line 4: 5 fields, but the header has 4")).toBeVisible();
  await page.getByRole("button", { name: "Upload 2 rows" }).click();
  await expect(page.getByText("Fix the lines above, or leave them out.")).toBeVisible();
  await page.getByRole("checkbox", { name: "Leave this line out" }).check();
  await page.getByRole("button", { name: "Upload 2 rows" }).click();
  await expect(page.getByRole("heading", { name: "questions v1" })).toBeVisible();
  const rows = page.getByRole("grid", { name: "Rows" });
  await expect(rows.getByRole("row").nth(1)).toContainText("12345678901234567890");
  await expect(rows.getByRole("row").nth(1)).toContainText("1.0");
  await expect(rows.getByRole("row").nth(2)).toContainText("007");
  await expect(rows.getByRole("row").nth(2)).toContainText("0.50");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "CSV" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toBe(
    [
      "id,question,score,note",
      '12345678901234567890,"Where is\nparcel ""9913""?",1.0,\'=1+1',
      "007,Cancel it,0.50,",
      "",
    ].join("\r\n"),
  );
});

test("a hundred thousand rows are uploaded in parts and scrolled to the end by keyboard @all", async ({
  page,
  project,
}) => {
  const text = Array.from({ length: 100_000 }, (_, n) => `{"n":${n},"text":"row ${n}"}\n`).join("");
  await page.goto(`/${project}/tables/new`);
  const file = { name: "many.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) };
  await page.getByLabel("Choose a CSV, JSON or JSONL file").setInputFiles(file);
  const { keyboard } = page;
  await tabTo(page.getByRole("button", { name: "Upload 100,000 rows" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "many v1" })).toBeVisible({ timeout: 60_000 });
  const rows = page.getByRole("grid", { name: "Rows" });
  await expect(rows).toHaveAttribute("aria-rowcount", "100001");
  const first = rows.getByRole("row", { name: "row 0", exact: false }).first();
  await tabTo(first);
  await keyboard.press("End");
  const last = rows.getByRole("row").filter({ hasText: "row 99999" });
  await expect(last).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Row 99999" })).toContainText("n: 99999");
  await keyboard.press("Home");
  await expect(page.getByRole("region", { name: "Row 0" })).toContainText("n: 0");
  expect(await page.getByRole("gridcell").count()).toBeLessThan(500);
});

test("selected calls are added to an existing dataset @all", async ({ page, service, project }) => {
  await sendCalls(service, project, [
    { id: `${project}-1`, op_name: "first", inputs: '{"seed": 12345678901234567890}', output: '"a"', ended_at: ENDED },
    { id: `${project}-2`, op_name: "second", inputs: '{"seed": 2}', output: "1.0", ended_at: ENDED },
  ]);
  await store(service, project, "seeds", ['{"inputs": {"seed": 0}}']);
  // The first poll begins once the page handles keys.
  const isListening = page.waitForResponse((response) => response.url().endsWith("/calls/query_stats"));
  await page.goto(`/${project}/calls`);
  await isListening;
  await expect(page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "first" })).toBeVisible();
  for (const name of ["first", "second"]) {
    const row = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name });
    await row.focus();
    await page.keyboard.press("x");
    await expect(row).toHaveAttribute("aria-selected", "true");
  }
  await page.getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Dataset").fill("seeds");
  await expect(dialog).toContainText("New rows are appended to the existing 1 row.");
  await dialog.getByRole("button", { name: "Add 2 calls" }).click();
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("heading", { name: "seeds v2" })).toBeVisible();
  const rows = page.getByRole("grid", { name: "Rows" });
  await expect(rows.getByRole("row")).toHaveCount(4);
  await expect(rows).toContainText("12345678901234567890");
});

test("axe finds nothing on the pages of tables @all", async ({ page, service, project }) => {
  const before = await store(service, project, "seeds", ['{"n": 1, "city": "Lyon"}', '{"n": 2, "city": "Lyon"}']);
  const digest = await store(service, project, "seeds", ['{"n": 1, "city": "Lyon"}', '{"n": 3, "city": "Lyon"}']);
  const table = `/${project}/tables/${digest}`;
  for (const [path, shows] of [
    [`/${project}/tables`, page.getByRole("grid", { name: "Tables" }).getByRole("link")],
    [`/${project}/tables?show=all`, page.getByRole("grid", { name: "Tables" }).getByRole("link")],
    [`/${project}-none/tables`, page.getByText("No tables yet")],
    [`/${project}/tables/new`, page.getByRole("heading", { name: "Upload a table" })],
    [`${table}?row=1`, page.getByRole("tree", { name: "Row value" })],
    [`${table}?tab=columns`, page.getByText("Exact: all 2 rows were read.")],
    [`${table}?tab=changes&from=${before}`, page.getByRole("row", { name: /added/ })],
    [`${table}?tab=code`, page.getByRole("region", { name: "curl", exact: true })],
    [`/${project}/tables/${"x".repeat(43)}`, page.getByText(/Table .+ not found/)],
  ] as const) {
    await page.goto(path);
    await expect(shows.first()).toBeVisible();
    expect(await barriersOn(page)).toEqual([]);
  }
});

/** Stores rows as a version of a dataset; resolves to the table's digest. */
async function store(service: Client, project_id: string, name: string, rows: readonly string[]): Promise<string> {
  const table = { project_id, rows: rows.map((row) => new JsonText(row)) };
  const { digest } = await service.request("tableCreate", { table });
  const val = `{"_type":"Dataset","_class_name":"Dataset","_bases":["Object","BaseModel"],"rows":"weave:///${project_id}/table/${digest}"}`;
  await service.request("objCreate", { obj: { project_id, object_id: name, val: new JsonText(val) } });
  return digest;
}
