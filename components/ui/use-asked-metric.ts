"use client";

import { useQueryStates } from "nuqs";
import { parseAsString } from "nuqs/server";

import type { MetricDraft } from "@/lib/filter/metric-draft";

/** The search parameter of each field, as `newAlertPath` and `addChartPath` write them. */
const urlKeys = {
  measure: "new",
  filter: "filter",
  currency: "currency",
  feedbackType: "feedback_type",
  feedbackValue: "feedback_value",
} as const;
const fields = ["measure", "filter", "currency", "feedbackType", "feedbackValue"] as const;
const params = {
  measure: parseAsString,
  filter: parseAsString,
  currency: parseAsString,
  feedbackType: parseAsString,
  feedbackValue: parseAsString,
};

interface AskedMetric {
  /** What a form of a metric begins with; undefined if the address asks for none. */
  asked: Partial<MetricDraft> | undefined;
  /** The search parameters that ask for it. */
  search: Record<string, string>;
  /** Removes it from the address. */
  clear: () => void;
}

/** The metric that the address asks for. */
export function useAskedMetric(): AskedMetric {
  const [values, setValues] = useQueryStates(params, { urlKeys });
  const given = fields.flatMap((field) => {
    const value = values[field];
    return value === null ? [] : [[field, value] as const];
  });
  return {
    asked: values.measure === null ? undefined : Object.fromEntries(given),
    search: Object.fromEntries(given.map(([field, value]) => [urlKeys[field], value])),
    clear: () => {
      if (given.length > 0) void setValues(null);
    },
  };
}
