"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

export const objectTabs = ["value", "changes", "uses", "code"] as const;
export type ObjectTab = (typeof objectTabs)[number];
export const diffLayouts = ["split", "unified"] as const;

const parsers = {
  tab: parseAsStringLiteral(objectTabs).withDefault("value"),
  /** Version that the changes are shown from: a digest or `v<index>`; the one before when empty. */
  from: parseAsString.withDefault(""),
  layout: parseAsStringLiteral(diffLayouts).withDefault("split"),
  /** Whose uses are listed. */
  of: parseAsStringLiteral(["any", "this"]).withDefault("any"),
  /** Steps into the value, as a ref has them. */
  path: parseAsString.withDefault(""),
};

/** What of a version is shown, kept in the URL. */
export function useObjectPageState() {
  return useQueryStates(parsers, { history: "push" });
}
