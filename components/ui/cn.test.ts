import { expect, it } from "vitest";

import { cn } from "./cn";

it.each([
  ["px-2 py-1", "px-4", "py-1 px-4"],
  ["text-meta text-muted", "text-body", "text-muted text-body"],
  ["rounded-control", "rounded-float", "rounded-float"],
  ["shadow-float", "shadow-none", "shadow-none"],
  ["animate-appear", "animate-rise", "animate-rise"],
  ["border-line border-spacing-x-2", "border-error", "border-spacing-x-2 border-error"],
  ["hover:text-ink", "text-muted", "hover:text-ink text-muted"],
])("%s, then %s", (first, second, merged) => expect(cn(first, second)).toBe(merged));
