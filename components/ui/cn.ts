import { clsx, type ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** The names that `app/globals.css` adds to those of Tailwind. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["label", "meta", "body", "section", "title"],
      radius: ["control", "float"],
      shadow: ["float"],
      animate: ["appear", "rise"],
    },
  },
});

/**
 * Joins class names; of two that set the same property, the later one applies.
 * @example cn("px-2 text-meta", isWide && "px-4") // "text-meta px-4"
 */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
