import { expect, type Locator } from "@playwright/test";

const MOST_STOPS = 80;

/** Presses Tab, or the key for the other direction, until the element has the focus. */
export async function tabTo(element: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const keyboard = element.page().keyboard;
  await expect(element).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await keyboard.press(key);
  }
  await expect(element, `reached by ${MOST_STOPS} tabs`).toBeFocused();
}
