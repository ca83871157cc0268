import { clsx, type ClassValue } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

import { config } from "./class-groups";

const merge = createTailwindMerge(() => config);

/** Joins class names; of two that set the same property, the later one applies. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
