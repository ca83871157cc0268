import * as z from "zod";
import { feedbackGroupIn } from "./feedback-groups";
import { DASHBOARD_CHARTS } from "./limits";
import { filteredMetric } from "./metrics";
import { shownName } from "./primitives";

/** How a chart shows its metric: stacked bars or lines over time, or its value in the whole range, by group in a table. */
export const CHART_LOOKS = ["bars", "lines", "number", "table"] as const;
export type ChartLook = (typeof CHART_LOOKS)[number];

/** The most columns that a chart is wide. */
export const CHART_COLUMNS = 3;

const someName = shownName.refine((text) => text.trim() !== "", "must not be empty");

const chart = z
  .object({
    title: someName,
    metric: filteredMetric,
    /** The calls that are measured, as the text of a filter; all calls if it is empty. */
    filter: z.string().default(""),
    look: z.enum(CHART_LOOKS),
    /** In columns of the page, where it has as many. */
    width: z.int().min(1).max(CHART_COLUMNS).default(1),
  })
  .check(({ value: { metric }, issues }) => {
    const group = feedbackGroupIn(metric.group_by ?? []);
    if (metric.measure.startsWith("feedback_") || group === undefined) return;
    const message = `${group} requires a measure of feedback`;
    issues.push({ code: "custom", input: metric.group_by, path: ["metric", "group_by"], message });
  });
export type Chart = z.infer<typeof chart>;

/** The value of an object of class `Dashboard`. */
export const dashboardValue = z.object({
  name: someName,
  charts: z.array(chart).max(DASHBOARD_CHARTS, `must have at most ${DASHBOARD_CHARTS} items`),
});
export type DashboardValue = z.infer<typeof dashboardValue>;
