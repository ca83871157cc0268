"use client";

import { useQueryStates } from "nuqs";
import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const objectTabs = ["prompt", "value", "changes", "uses", "code"] as const;
export type ObjectTab = (typeof objectTabs)[number];
const diffLayouts = ["split", "unified"] as const;

const parsers = {
  /** By default the first one. */
  tab: parseAsStringLiteral(objectTabs),
  /** Whether the next version of a prompt is being edited. */
  edit: parseAsBoolean.withDefault(false),
  /** How changes of a prompt are shown. */
  diff: parseAsStringLiteral(["text", "json"]).withDefault("text"),
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
