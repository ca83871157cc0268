"use client";

import { useQueryStates } from "nuqs";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";

export const objectTabs = ["value", "changes", "uses", "code"] as const;
export type ObjectTab = (typeof objectTabs)[number];
const diffLayouts = ["split", "unified"] as const;

const parsers = {
  tab: parseAsStringLiteral(objectTabs).withDefault("value"),
  /** The version to compare with: a digest or `v<index>`; the previous one if empty. */
  from: parseAsString.withDefault(""),
  layout: parseAsStringLiteral(diffLayouts).withDefault("split"),
  /** The versions whose uses are listed. */
  of: parseAsStringLiteral(["any", "this"]).withDefault("any"),
  /** Steps into the value, as in a ref. */
  path: parseAsString.withDefault(""),
};

/** The shown part of a version, kept in the URL. */
export function useObjectPageState() {
  return useQueryStates(parsers, { history: "push" });
}
