import { AxeBuilder } from "@axe-core/playwright";
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
      await sendCalls(service, project, [
        {
          id: `${project}-root`,
          op_name: "agent",
          inputs: MESSAGES,
          output: '{"content": "In Lyon"}',
          ended_at: ENDED,
        },
        { id: `${project}-child`, trace_id: `${project}-root`, parent_id: `${project}-root`, exception: "Error: no" },
      ]);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      const pages = [
        { path: "/", shows: page.getByRole("grid", { name: "Projects" }) },
        { path: `/${project}`, shows: page.getByRole("list", { name: "Newest traces" }) },
        { path: `/${project}-empty`, shows: page.getByText("Waiting for the first trace") },
        { path: `/${project}/calls`, shows: page.getByRole("grid", { name: "Calls" }).getByRole("link") },
        { path: `/${project}/calls?q=nothing-has-this`, shows: page.getByText("No call matches") },
        { path: "/sign-in", shows: page.getByRole("button", { name: "Sign in" }) },
        { path: "/no/such/page/here", shows: page.getByRole("heading") },
      ];
      for (const { path, shows } of pages) {
        await page.goto(path);
        await expect(shows.first()).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
        expect(found).toEqual([]);
      }
    });
