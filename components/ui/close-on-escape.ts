import type { KeyboardEvent } from "react";

/**
 * An `onKeyDown` of what opens over the page. Radix closes it by Escape too, but listens only once it knows that
 * nothing lies above, which takes a moment while something else is open, such as a notification.
 */
export function closeOnEscape(onOpenChange: (open: boolean) => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onOpenChange(false);
  };
}
