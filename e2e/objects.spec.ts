import type { Client } from "@/lib/client/client";
import { JsonText } from "@/lib/json/text";
import { versionRef } from "@/lib/contract/refs";
import { barriersOn } from "./loupe/barriers";
import { runWeavePublisher } from "./loupe/run-program";
import { sendCalls } from "./loupe/send-calls";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const EXACT = '{"seed": 12345678901234567890, "temperature": 1.0}';

test("a prompt published by an SDK is found, compared, traced to its call and back, changed and deleted", async ({
  page,
  loupe,
  project,
}) => {
  await runWeavePublisher(loupe, project);
  await page.goto(`/${project}/objects`);
  const grid = page.getByRole("grid", { name: "Objects" });
  await expect(grid.getByRole("link")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search names and values" }).fill("support AGENT");
  await expect(grid.getByRole("link")).toHaveText(["support-prompt"]);
  await grid.getByRole("link", { name: "support-prompt" }).click();

  const versions = page.getByRole("grid", { name: "Versions" });
  await expect(versions.getByRole("link")).toHaveText([/v2.*latest/, "v1"]);
  await expect(page.getByRole("group", { name: "Messages" })).toContainText("Answer in one sentence.");
  await page.getByRole("tab", { name: "Changes" }).click();
  const changes = page.getByRole("region", { name: "Differences between v1 and v2" });
  await expect(changes).toContainText("Answer in removed: three sentences added: one sentence.");
  await page.getByRole("radio", { name: "JSON" }).click();
  await expect(changes).toContainText("removed: Answer in three sentences.");
  await expect(changes).toContainText("added: Answer in one sentence.");
  await page.getByLabel("Layout").selectOption("unified");
  await expect(page).toHaveURL(/layout=unified/);
  await expect(changes).toContainText("added: Answer in one sentence.");

  await page.getByRole("tab", { name: "Used by" }).click();
  await page.getByRole("region", { name: "Calls" }).getByRole("link", { name: "answer" }).click();
  await expect(page).toHaveURL(/\/calls\//);
  await page.getByRole("tab", { name: "Input" }).click();
  await page.getByRole("radio", { name: "JSON" }).click();
  await page.getByRole("link", { name: /object\/support-prompt:/ }).click();
  await expect(page.getByRole("heading", { name: "support-prompt" })).toBeVisible();

  await page.getByRole("button", { name: "Edit as JSON" }).click();
  const editor = page.getByRole("dialog").getByRole("textbox", { name: "Value (JSON)" });
  await editor.fill('{"seed": ');
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("dialog")).toContainText("Line 1");
  await editor.fill(EXACT);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("tree", { name: "Value" })).toContainText("seed: 12345678901234567890");
  await expect(page.getByRole("tree", { name: "Value" })).toContainText("temperature: 1.0");
  await expect(versions.getByRole("link").first()).toHaveText(/v3.*latest/);

  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("This version was deleted")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("tree", { name: "Value" })).toContainText("12345678901234567890");
  await expect(versions.getByRole("link").first()).toHaveText(/v3.*latest/);
});

test("restoring an older version does not change the latest @all", async ({ page, service, project }) => {
  for (const n of [0, 1, 2]) await publish(service, project, "settings", `{"n": ${n}}`);
  await page.goto(`/${project}/objects/settings/v2`);
  await expect(page.getByRole("tree", { name: "Value" })).toContainText("n: 1");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("tree", { name: "Value" })).toContainText("n: 1");
  const versions = page.getByRole("grid", { name: "Versions" });
  await expect(versions.getByRole("link")).toHaveText([/v3.*latest/, "v2", "v1"]);
});

test("the code of an op and its changes are shown @all", async ({ page, loupe, project }) => {
  await runWeavePublisher(loupe, project);
  await page.goto(`/${project}/ops`);
  await page.getByRole("grid", { name: "Ops" }).getByRole("link", { name: "answer" }).click();
  await expect(page.getByRole("region", { name: "obj.py" })).toContainText("In Lyon.");
  await page.getByRole("tab", { name: "Used by" }).click();
  await expect(page.getByRole("region", { name: "Calls" }).getByRole("link", { name: "answer" })).toBeVisible();
});

test("objects are navigated by keyboard: list, changes, value @all", async ({ page, service, project }) => {
  await publish(service, project, "a-first", "{}");
  await publish(service, project, "settings", '{"deep": {"list": [1, 2]}}');
  await publish(service, project, "settings", '{"deep": {"list": [1, 3]}}');
  const { keyboard } = page;
  await page.goto(`/${project}/objects?sort=name.asc`);
  const row = (name: string) => page.getByRole("grid", { name: "Objects" }).getByRole("row", { name });
  await tabTo(row("a-first"));
  await keyboard.press("ArrowDown");
  await expect(row("settings")).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("tree", { name: "Value" })).toBeVisible();
  await keyboard.press("2");
  await expect(page.getByRole("region", { name: "Differences between v1 and v2" })).toContainText("added: 3");
  await tabTo(page.getByRole("grid", { name: "Versions" }).getByRole("row", { name: "v2" }));
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/objects\/settings\/[A-Za-z0-9]{43}/);
  await page.goto(`/${project}/objects/settings/v2?path=${encodeURIComponent("attr/deep/attr/list/index/1")}`);
  await expect(page.getByRole("tree", { name: "Value at this path" })).toContainText("3");
  const way = page.getByRole("navigation", { name: "Path in the value" });
  await tabTo(way.getByRole("link", { name: "deep" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("tree", { name: "Value at this path" })).toContainText("list");
});

test("values of several megabytes are compared without blocking the page @all", async ({ page, service, project }) => {
  const rows = (changed: string) =>
    `{"rows":[${Array.from({ length: 40_000 }, (_, n) => `{"id":${n},"text":"${n % 4_000 ? n : changed}"}`).join(",")}]}`;
  await publish(service, project, "big", rows("one"));
  await publish(service, project, "big", rows("two"));
  await page.goto(`/${project}/objects/big/latest?tab=changes`);
  await expect(page.getByRole("status").filter({ hasText: "lines" })).toContainText("+10 −10");
  await expect(page.getByRole("button", { name: /Show .* unchanged lines/ }).first()).toBeVisible();
});

test("uses of all versions are listed with their version @all", async ({ page, service, project }) => {
  const digests: string[] = [];
  for (const n of [0, 1]) digests.push((await publish(service, project, "settings", `{"n": ${n}}`)).digest);
  const refOf = (digest = "") => versionRef(project, { kind: "object", name: "settings", digest });
  await publish(service, project, "chain", JSON.stringify({ with: refOf(digests[0]) }));
  const calls = digests.map((digest, n) => ({
    id: `uses-${n}`,
    op_name: `uses-${n}`,
    inputs: JSON.stringify([refOf(digest)]),
  }));
  await sendCalls(
    service,
    project,
    calls.map((call) => ({ ...call, inputs: `{"settings": ${call.inputs}}` })),
  );
  await page.goto(`/${project}/objects/settings/latest?tab=uses`);
  const used = (region: string) => page.getByRole("region", { name: region }).getByRole("listitem");
  await expect(used("Calls")).toHaveCount(2);
  await expect(used("Calls").filter({ hasText: "uses-0" })).toContainText("v1");
  await expect(used("Calls").filter({ hasText: "uses-1" })).toContainText("v2");
  await expect(used("Objects").filter({ hasText: "chain" })).toContainText(/uses\s*v1/);
  await page.getByRole("combobox", { name: "Version", exact: true }).selectOption({ label: "This version" });
  await expect(page).toHaveURL(/of=this/);
  await expect(used("Calls")).toHaveText([/uses-1/]);
  await expect(page.getByText("No version refers to this version.")).toBeVisible();
});

test("axe finds nothing on the pages of objects @all", async ({ page, service, project }) => {
  await publish(service, project, "settings", '{"deep": {"list": [1, 2]}}');
  await publish(service, project, "settings", '{"deep": {"list": [1, 3]}}');
  const version = `/${project}/objects/settings/latest`;
  for (const [path, shows] of [
    [`/${project}/objects`, page.getByRole("grid", { name: "Objects" }).getByRole("link")],
    [`/${project}-none/objects`, page.getByText("No objects yet")],
    [`/${project}/ops`, page.getByText("No ops yet")],
    [version, page.getByRole("tree", { name: "Value" })],
    [`${version}?tab=changes`, page.getByText("added: 3")],
    [`${version}?tab=uses`, page.getByText("No call refers to any version of this object.")],
    [`${version}?tab=code`, page.getByRole("region", { name: "curl", exact: true })],
    [`/${project}/objects/nothing/latest`, page.getByText("Version latest of nothing not found")],
  ] as const) {
    await page.goto(path);
    await expect(shows.first()).toBeVisible();
    expect(await barriersOn(page)).toEqual([]);
  }
});

function publish(service: Client, project_id: string, object_id: string, val: string) {
  return service.request("objCreate", { obj: { project_id, object_id, val: new JsonText(val) } });
}
