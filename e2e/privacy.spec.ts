import { readFile } from "node:fs/promises";
import { callRef } from "@/lib/contract/refs";
import { toJsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { signInByKey } from "./loupe/sign-in";
import { expect, test } from "./loupe/test";
import { watchContext } from "./loupe/watched-context";

const ADDRESS = "anna@example.com";
const about = (id: string) => ({
  id,
  op_name: id,
  ended_at: ENDED,
  inputs: JSON.stringify({ question: `Write to ${ADDRESS} about CUST-4711` }),
  output: JSON.stringify(`Sent to ${ADDRESS}`),
});

test("masking rules are tried, saved and undone; what is sent then is masked on the page and in the export", async ({
  page,
  service,
  project,
}) => {
  await sendCalls(service, project, [about("before")]);
  await page.goto(`/${project}/privacy`);
  const masking = page.getByRole("region", { name: "Masking" });
  await masking.getByRole("checkbox", { name: "E-mail addresses" }).check();
  await masking.getByRole("button", { name: "Add pattern" }).click();
  await masking.getByLabel("Name", { exact: true }).fill("Customers");
  await masking.getByLabel("Pattern").fill("x*");
  await masking.getByRole("button", { name: "Save rules" }).click();
  await expect(masking.getByText("Must not match an empty text")).toBeVisible();
  await masking.getByLabel("Pattern").fill(String.raw`\bCUST-\d+\b`);
  await masking.getByLabel("Paths").fill("inputs");

  await masking.getByRole("button", { name: "Try on the last 1,000 calls" }).click();
  const dryRun = masking.getByRole("region", { name: "Dry run" });
  await expect(dryRun).toContainText("Read 1 call");
  await expect(dryRun).toContainText("2 matches in 1 call");
  await expect(dryRun).toContainText("1 match in 1 call");
  await expect(dryRun).toContainText("ms per call");
  await dryRun.getByRole("button", { name: "Examples: 2" }).click();
  await expect(dryRun.getByRole("list", { name: "Examples of E-mail addresses" })).toContainText("a…m");
  expect(await page.content()).not.toContain(ADDRESS);
  expect(await barriersOn(page)).toEqual([]);

  await masking.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Changed the masking rules").first()).toBeVisible();
  await expect(masking).toContainText("Last changed");

  // Every process applies new rules within two seconds.
  let probes = 0;
  await expect
    .poll(async () => {
      const id = `probe ${(probes += 1)}`;
      await sendCalls(service, project, [about(id)]);
      return (await service.request("callRead", { project_id: project, id })).call?.inputs?.text;
    })
    .toBe('{"question":"Write to [email] about [masked]"}');
  await sendCalls(service, project, [about("after")]);
  await page.goto(`/${project}/calls/after`);
  await expect(page.getByText("Write to [email] about [masked]").first()).toBeVisible();
  expect(await page.content()).not.toContain(ADDRESS);
  await page.goto(`/${project}/calls?q=op:after`);
  await expect(page.getByRole("grid", { name: "Calls" }).getByRole("link")).toHaveCount(1);
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Export" }).click();
  const exported = await readFile(await (await download).path(), "utf8");
  expect(exported).toContain("[email]");
  expect(exported).not.toContain(ADDRESS);

  await page.goto(`/${project}/privacy`);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(masking.getByText("No rules: everything is stored as it is sent.")).toBeVisible();
  expect((await service.request("maskingRulesQuery", { project_id: project })).rules).toEqual([]);
});

test("retention counts what it would delete, asks, says when, and is read-only for viewers @all", async ({
  page,
  browser,
  loupe,
  service,
  project,
}) => {
  const started_at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await sendCalls(
    service,
    project,
    ["one", "two", "noted"].map((id) => ({ ...about(id), started_at, ended_at: started_at })),
  );
  await service.request("feedbackCreate", {
    project_id: project,
    core_ref: callRef(project, "noted"),
    feedback_type: "core.note.1",
    payload: toJsonText({ note: "Keep this" }),
  });
  await page.goto(`/${project}/privacy`);
  const retention = page.getByRole("region", { name: "Retention" });
  await retention.getByLabel("Keep traces").selectOption("For a number of days");
  await retention.getByLabel("Days", { exact: true }).fill("1");
  const today = retention.getByLabel("Today");
  await expect(today).toContainText("2 traces with 2 calls");
  await expect(today).toContainText("1 trace: 1 annotated");
  await retention.getByRole("checkbox", { name: /With annotations/ }).uncheck();
  await expect(today).toContainText("3 traces with 3 calls");
  expect(await barriersOn(page)).toEqual([]);
  await retention.getByRole("button", { name: "Save retention" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete traces after 1 day?" });
  await expect(dialog).toContainText("3 traces with 3 calls");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await service.request("retentionQuery", { project_id: project })).keep_days).toBeNull();
  await retention.getByRole("button", { name: "Save retention" }).click();
  await dialog.getByRole("button", { name: "Save and delete" }).click();
  await expect(dialog).toBeHidden();
  await expect(retention.getByText("Next run")).toBeVisible();
  await page.reload();
  await expect(retention.getByLabel("Days", { exact: true })).toHaveValue("1");
  await expect(retention.getByRole("checkbox", { name: /With annotations/ })).not.toBeChecked();
  // Nothing is deleted before the next run.
  await page.goto(`/${project}/calls`);
  await expect(page.getByText("3 traces")).toBeVisible();

  const { api_key: key } = await service.request("keysCreate", {
    owner: `viewer of ${project}`,
    roles: [{ project_pattern: project, role: "viewer" }],
  });
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const problems = await watchContext(context);
  const other = await context.newPage();
  await signInByKey(other, { url: `${loupe.url}/${project}/privacy`, key });
  await expect(other.getByText("Changing the retention requires the admin role on this project.")).toBeVisible();
  await expect(other.getByText("Reading masking rules requires the member role on this project.")).toBeVisible();
  await expect(other.getByLabel("Today")).toContainText("3 traces with 3 calls");
  await expect(other.getByRole("button", { name: "Save retention" })).toBeHidden();
  await other.setViewportSize({ width: 390, height: 844 });
  expect(await barriersOn(other)).toEqual([]);
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await context.close();
  expect(problems, "what no page may do").toEqual([]);
});
