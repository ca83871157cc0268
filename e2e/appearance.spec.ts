import type { Locator, Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { JsonText } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import { barriersOn } from "./loupe/barriers";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

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

for (const width of [1_440, 390])
  test(`axe finds nothing on any page, ${width} px wide`, async ({ page, service, project }) => {
    test.setTimeout(420_000);
    await seedCalls(service, project);
    const stored = await seedStored(service, project);
    await page.setViewportSize({ width, height: 900 });
    const callPath = (name: string) => `/${project}/calls/${encodeURIComponent(`${project}-${name}`)}`;
    const region = (name: string) => page.getByRole("region", { name });
    const grid = (name: string) => page.getByRole("grid", { name });
    const heading = (name: string | RegExp) => page.getByRole("heading", { name });
    const pages: Record<string, Locator> = {
      "/": grid("Projects"),
      [`/${project}`]: page.getByRole("list", { name: "Newest traces" }),
      [`/${project}-empty`]: page.getByText("Waiting for the first trace"),
      [`/${project}/calls`]: grid("Calls").getByRole("link"),
      [`/${project}/calls?q=nothing-has-this`]: page.getByText("No calls match"),
      [callPath("root")]: page.getByRole("article", { name: "user message" }),
      [callPath("orphan")]: page.getByText("parent not received yet"),
      [callPath("nobody")]: page.getByText("Call not found"),
      [`${callPath("child")}?tab=input`]: page.getByRole("tree", { name: "Input" }),
      [`${callPath("child")}?tab=exception`]: page.getByText("Error: no"),
      [`${callPath("child")}?tab=raw`]: page.getByRole("tree", { name: "Call record" }),
      [`/${project}/calls/compare?${new URLSearchParams({ a: `${project}-root`, b: `${project}-child` })}`]:
        page.getByRole("treegrid"),
      [`/${project}/threads`]: grid("Threads").getByRole("link"),
      [`/${project}/threads/${encodeURIComponent(`${project}-thread`)}`]: page.getByRole("feed", { name: "Turns" }),
      [`/${project}/feedback`]: grid("Feedback").getByText("looks right"),
      [`/${project}/feedback/annotations`]: page.getByRole("heading", { level: 1 }),
      [`/${project}/feedback/queues`]: page.getByRole("heading", { level: 1 }),
      [`/${project}/feedback/queues/new`]: page.getByRole("heading", { level: 1 }),
      [`/${project}/objects`]: grid("Objects").getByRole("link"),
      [`/${project}/objects/settings/v0`]: page.getByRole("tree", { name: "Value" }),
      [`/${project}/ops`]: page.getByRole("heading", { level: 1 }),
      [`/${project}/tables`]: page.getByRole("heading", { level: 1 }),
      [`/${project}/tables/new`]: page.getByRole("heading", { level: 1 }),
      [`/${project}/tables/${stored.digest}`]: grid("Rows").getByText("Where is it?"),
      [`/${project}/costs`]: grid("Prices").getByRole("row"),
      [`/${project}/models`]: page.getByRole("heading", { level: 1 }),
      [`/${project}/playground`]: page.getByRole("toolbar", { name: "Playground" }),
      "/settings/preferences": heading("Preferences"),
      "/settings/keys": page.getByRole("row", { name: `reader of ${project}` }),
      "/ref?uri=core:///wrong": page.getByLabel("Ref"),
      "/sign-in": page.getByRole("button", { name: "Sign in" }),
      "/no/such/page/here": page.getByRole("heading"),
    };
    for (const [path, shows] of Object.entries(pages)) {
      await page.goto(path);
      await expect(shows.first(), path).toBeVisible();
      expect.soft(await problemsOn(page)).toEqual([]);
    }
    await page.goto(callPath("root"));
    await region("Feedback").getByRole("button", { name: "React with 👍" }).click();
    await region("Feedback").getByRole("button", { name: "Custom JSON" }).click();
    await region("Feedback").getByLabel("JSON", { exact: true }).fill("{");
    await expect(region("Feedback").getByRole("listitem")).toHaveCount(2);
    expect.soft(await problemsOn(page)).toEqual([]);
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    expect.soft(await problemsOn(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("combobox", { name: "Go to" })).toBeVisible();
    expect.soft(await problemsOn(page)).toEqual([]);
    await page.goto("/settings/keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByRole("button", { name: "Add projects" }).click();
    expect.soft(await problemsOn(page)).toEqual([]);
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

async function seedStored(service: Client, project: string): Promise<{ digest: string }> {
  const roles = [{ project_pattern: project, role: "viewer" } as const];
  await service.request("keysCreate", { owner: `reader of ${project}`, roles });
  for (const seed of [1, 2]) {
    const val = new JsonText(`{"seed": ${seed}, "prompt": "${"Answer in one short and friendly line. ".repeat(8)}"}`);
    await service.request("objCreate", { obj: { project_id: project, object_id: "settings", val } });
  }
  const costs = { "m-1": { prompt_token_cost: 1e-6, completion_token_cost: 2e-6 } };
  await service.request("costCreate", { project_id: project, costs });
  const rows = Array.from({ length: 40 }, (_, n) => new JsonText(`{"n": ${n}, "question": "Where is it?"}`));
  return service.request("tableCreate", { table: { project_id: project, rows } });
}

/** What axe finds, and what stands out past the right edge of the window without a scroller of its own. */
async function problemsOn(page: Page): Promise<string[]> {
  const barriers = await barriersOn(page);
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
