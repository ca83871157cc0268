import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";

type Results = Awaited<ReturnType<AxeBuilder["analyze"]>>;

/** The rules whose result depends on the theme; all others depend on structure and text, which both themes share. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
// Describing what passes takes over a quarter of an analysis.
const REPORTED = { resultTypes: ["violations" as const] };

/**
 * Violations that axe finds on the page, one line per rule: every rule in the light theme, and the color rules in the
 * dark one. Leaves the page in the light theme.
 *
 * What is read anew is faded until the answer is there, so that the page is first given the time to read.
 */
export async function barriersOn(page: Page): Promise<string[]> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await showIn(page, "light");
  // Without frames of other origins the legacy mode finds the same, and opens no second page for each analysis.
  const light = await new AxeBuilder({ page }).setLegacyMode().options(REPORTED).analyze();
  await showIn(page, "dark");
  // The builder would load axe into the page a second time, which takes as long as these rules.
  const options = JSON.stringify({ ...REPORTED, runOnly: COLOUR_RULES });
  const dark = await page.evaluate<Results>(`axe.run(document, ${options})`);
  await page.emulateMedia({ colorScheme: "light" });
  return [...linesOf(page, "light", light), ...linesOf(page, "dark", dark)];
}

async function showIn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => {
    // A color in transition belongs to no theme. To wait for its end would wait for frames, which a page that nobody
    // sees may not draw. Ending one can start that of a child, which inherits the color. Spinners never end.
    const unfinished = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState !== "finished" && effect?.getComputedTiming().endTime !== Infinity,
        );
    for (let running = unfinished(); running.length > 0; running = unfinished())
      for (const animation of running) animation.finish();
  });
}

function linesOf(page: Page, theme: string, { violations }: Results): string[] {
  return violations.map(
    ({ id, nodes }) => `${page.url()} (${theme}): ${id}: ${nodes.map(({ html }) => html).join(" ")}`,
  );
}
