import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { endpoints } from "@/lib/contract/endpoints";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const MESSAGES = '{"model": "m-1", "messages": [{"role": "user", "content": "Where is my parcel?"}]}';

test("the theme that was chosen stays after a reload", async ({ page }) => {
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

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [1_440, 390])
    test(`axe finds nothing on any page, ${colorScheme}, ${width} px wide`, async ({ page, service, project }) => {
      const ids = { trace_id: `${project}-root`, ended_at: ENDED };
      await sendCalls(service, project, [
        { ...ids, id: `${project}-root`, op_name: "agent", inputs: MESSAGES, output: '{"content": "In Lyon"}' },
        {
          ...ids,
          id: `${project}-child`,
          parent_id: `${project}-root`,
          exception: "Error: no",
          inputs: '{"n": [1.0]}',
        },
        { id: `${project}-orphan`, trace_id: `${project}-other`, parent_id: `${project}-unknown` },
      ]);
      const roles = [{ project_pattern: project, role: "viewer" } as const];
      await service.request(endpoints.keysCreate, { owner: `reader of ${project}`, roles });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      const callPath = (name: string) => `/${project}/calls/${encodeURIComponent(`${project}-${name}`)}`;
      const region = (name: string) => page.getByRole("region", { name });
      const pages = [
        { path: "/", shows: page.getByRole("grid", { name: "Projects" }) },
        { path: `/${project}`, shows: page.getByRole("list", { name: "Newest traces" }) },
        { path: `/${project}-empty`, shows: page.getByText("Waiting for the first trace") },
        { path: `/${project}/calls`, shows: page.getByRole("grid", { name: "Calls" }).getByRole("link") },
        { path: `/${project}/calls?q=nothing-has-this`, shows: page.getByText("No call matches") },
        { path: callPath("root"), shows: page.getByRole("article", { name: "user message" }) },
        { path: callPath("orphan"), shows: page.getByText("parent not received yet") },
        { path: callPath("nobody"), shows: page.getByText("No such call yet") },
        { path: `${callPath("child")}?tab=input`, shows: page.getByRole("tree", { name: "Input" }) },
        { path: `${callPath("child")}?tab=exception`, shows: page.getByText("Error: no") },
        { path: `${callPath("child")}?tab=raw`, shows: page.getByRole("tree", { name: "Call record" }) },
        { path: "/settings/keys", shows: page.getByRole("row", { name: `reader of ${project}` }) },
        { path: "/sign-in", shows: page.getByRole("button", { name: "Sign in" }) },
        { path: "/no/such/page/here", shows: page.getByRole("heading") },
      ];
      for (const { path, shows } of pages) {
        await page.goto(path);
        await expect(shows.first()).toBeVisible();
        expect(await problemsOn(page)).toEqual([]);
      }
      await page.goto(callPath("root"));
      await region("Feedback").getByRole("button", { name: "React with 👍" }).click();
      await region("Feedback").getByRole("button", { name: "Custom JSON" }).click();
      await region("Feedback").getByLabel("JSON", { exact: true }).fill("{");
      await expect(region("Feedback").getByRole("listitem")).toHaveCount(1);
      expect(await problemsOn(page)).toEqual([]);
      await page.getByRole("button", { name: "Keys of this page" }).click();
      expect(await problemsOn(page)).toEqual([]);
      await page.goto("/settings/keys");
      await page.getByRole("button", { name: "New key" }).click();
      await page.getByRole("button", { name: "More projects" }).click();
      expect(await problemsOn(page)).toEqual([]);
    });

async function problemsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${page.url()}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
