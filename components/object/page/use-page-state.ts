"use client";

import { useQueryStates } from "nuqs";
import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const objectTabs = ["prompt", "scorer", "value", "changes", "statistics", "uses", "code"] as const;
export type ObjectTab = (typeof objectTabs)[number];
/** What is drawn of the calls of versions. */
export const versionMeasures = [
  "calls",
  "errors",
  "error_rate",
  "latency_p50",
  "latency_p95",
  "total_tokens",
  "cost",
  "cost_per_call",
  "feedback_count",
  "feedback_mean",
] as const;
const diffLayouts = ["split", "unified"] as const;

const parsers = {
  /** By default the first one. */
  tab: parseAsStringLiteral(objectTabs),
  /** Whether the next version of a prompt or a scorer is being edited. */
  edit: parseAsBoolean.withDefault(false),
  /** How changes of a prompt are shown. */
  diff: parseAsStringLiteral(["text", "json"]).withDefault("text"),
  /** The version to compare with: a digest or a version such as `v1`; the previous one if empty. */
  from: parseAsString.withDefault(""),
  layout: parseAsStringLiteral(diffLayouts).withDefault("split"),
  /** The versions whose uses are listed. */
  of: parseAsStringLiteral(["any", "this"]).withDefault("any"),
  measure: parseAsStringLiteral(versionMeasures).withDefault("calls"),
  /** The type of feedback that statistics count; every type if empty. */
  scored: parseAsString.withDefault(""),
  /** Steps into the value, as in a ref. */
  path: parseAsString.withDefault(""),
};

/** The shown part of a version, kept in the URL. */
export function useObjectPageState() {
  return useQueryStates(parsers, { history: "push" });
}
