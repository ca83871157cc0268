import { clsx, type ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

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

/** Joins class names; of two that set the same property the later wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
