import type { ComponentProps } from "react";

interface ScrollRegionProps extends Omit<ComponentProps<"section">, "aria-label" | "tabIndex"> {
  /** The accessible name. */
  label: string;
}

/** A region that scrolls. It is a tab stop, since it must be possible to scroll it by keyboard. */
export function ScrollRegion({ label, ...props }: ScrollRegionProps) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also without a mouse
  return <section {...props} aria-label={label} tabIndex={0} />;
}
