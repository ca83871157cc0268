import { createParser } from "nuqs/server";

import { normalizeTimestamp } from "@/lib/contract/time";

interface SortParam<Key extends string> {
  by: Key;
  direction: "asc" | "desc";
}

/** The order of a list in the address: `created.desc`. `keyOf` validates the list's keys; a key may contain dots. */
export function sortParam<Key extends string>(keyOf: (text: string) => Key | undefined) {
  return createParser<SortParam<Key>>({
    parse: (text) => {
      const dot = text.lastIndexOf(".");
      const [by, direction] = [keyOf(text.slice(0, Math.max(0, dot))), text.slice(dot + 1)];
      return by !== undefined && (direction === "asc" || direction === "desc") ? { by, direction } : null;
    },
    serialize: ({ by, direction }) => `${by}.${direction}`,
    eq: (a, b) => a.by === b.by && a.direction === b.direction,
  });
}

/** An instant in the address, normalized. */
export const instantParam = createParser<string>({
  parse: (text) => normalizeTimestamp(text) ?? null,
  serialize: (instant) => instant,
});
