import type { KeyboardEvent } from "react";

/**
 * The keys of a row of buttons that is one tab stop: left and right move around it, in a radio group up and down too;
 * Home and End move to its ends.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === event.target);
  const upAndDown = event.currentTarget.role === "radiogroup" && { ArrowUp: at - 1, ArrowDown: at + 1 };
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: -1,
    ...upAndDown,
  };
  const to = steps[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  buttons.at(to % buttons.length)?.focus();
}
