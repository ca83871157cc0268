import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The rules whose result depends on the theme; all others depend on structure and text, which both themes share. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds on the page, one line per rule: every rule in the light theme, the colour rules in the dark one too.
 * Leaves the page in the light theme.
 */
export async function barriersOn(page: Page): Promise<string[]> {
  const dark = await violationsIn(page, "dark", COLOUR_RULES);
  const light = await violationsIn(page, "light");
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
  return [...light, ...dark];
}

async function violationsIn(page: Page, colorScheme: "light" | "dark", rules?: string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(async () => {
    // A colour in mid-transition belongs to no theme. Spinners never end.
    const transitions = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
  // Without frames of other origins the legacy mode finds the same, and opens no second page for each analysis.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(
    ({ id, nodes }) => `${page.url()} (${colorScheme}): ${id}: ${nodes.map(({ html }) => html).join(" ")}`,
  );
}
