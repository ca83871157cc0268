import { feedbackGroupIn } from "@/lib/contract/feedback-groups";
import { type Chart, CHART_COLUMNS, CHART_LOOKS } from "@/lib/contract/dashboards";
import { GROUP_FIELDS } from "@/lib/contract/limits";
import { groupName, groupNamed, groupWord } from "@/lib/filter/group-field";
import { type MetricDraft, readMetric } from "@/lib/filter/metric-draft";
import type { Clock } from "@/lib/filter/relative-time";
import { metricText } from "@/lib/format/alert-words";

/** What is typed into the form of a chart. */
export interface ChartDraft extends MetricDraft {
  /** Empty for one that says what is measured. */
  title: string;
  /** Names of fields, separated by commas. */
  groupBy: string;
  look: string;
  width: string;
}

export type ChartProblems = Partial<Record<keyof ChartDraft, string>>;

export const NEW_CHART: Readonly<Record<keyof ChartDraft, string>> = {
  title: "",
  measure: "calls",
  filter: "",
  currency: "",
  feedbackType: "",
  feedbackValue: "",
  groupBy: "",
  look: "bars",
  width: "1",
};

/** The draft of a new chart of a metric: of a latency as lines, since bars of it would not add up. */
export function newDraft(asked: Partial<MetricDraft> = {}): Record<keyof ChartDraft, string> {
  return { ...NEW_CHART, ...asked, look: asked.measure?.startsWith("latency_") ? "lines" : NEW_CHART.look };
}

/** The draft that changes a chart. */
export function chartDraftOf({ title, metric, filter, look, width }: Chart): Record<keyof ChartDraft, string> {
  return {
    title,
    measure: metric.measure,
    filter,
    currency: metric.currency ?? "",
    feedbackType: metric.feedback?.feedback_type ?? "",
    feedbackValue: metric.feedback?.value ?? "",
    groupBy: metric.group_by?.map(groupName).join(", ") ?? "",
    look,
    width: String(width),
  };
}

/**
 * The chart that a draft describes, or what is wrong with its fields. `before` is the chart that it changes: what the
 * form does not show of it stays.
 */
export function chartOf(
  draft: ChartDraft,
  clock: Clock,
  before?: Chart,
): { chart: Chart } | { problems: ChartProblems } {
  const { metric: typed, problems: wrong } = readMetric(draft, clock);
  const problems: ChartProblems = { ...wrong };
  const { groups, problem } = readGroups(draft.groupBy, before?.metric.group_by ?? []);
  if (problem !== undefined) problems.groupBy = problem;
  if (groups.length > GROUP_FIELDS) problems.groupBy = `Enter at most ${GROUP_FIELDS} fields`;
  const ofFeedback = feedbackGroupIn(groups);
  if (ofFeedback !== undefined && !typed.feedback)
    problems.groupBy = `${ofFeedback} groups feedback: choose a metric of feedback`;
  if (Object.keys(problems).length > 0) return { problems };
  const { feedback, ...rest } = typed;
  const counted = feedback && { field: before?.metric.feedback?.field, ...feedback };
  const metric = {
    ...rest,
    feedback: counted && Object.values(counted).some((value) => value) ? counted : undefined,
    group_by: groups.length > 0 ? groups : undefined,
  };
  const by = groups.length > 0 ? ` by ${groups.map(groupWord).join(" and ")}` : "";
  return {
    chart: {
      title: draft.title.trim() || metricText(metric) + by,
      metric,
      filter: draft.filter.trim(),
      look: CHART_LOOKS.find((look) => look === draft.look) ?? "bars",
      width: Math.min(CHART_COLUMNS, Math.max(1, Math.round(Number(draft.width)) || 1)),
    },
  };
}

/** The groups of statistics that are typed; those that a chart has already stay as they are. */
function readGroups(text: string, known: readonly string[]): { groups: string[]; problem: string | undefined } {
  const names = text.split(",").map((name) => name.trim());
  const read = names.flatMap((name) => {
    const group = known.find((one) => groupName(one) === name);
    return group === undefined ? (name === "" ? [] : [groupNamed(name)]) : [{ group }];
  });
  return {
    groups: [...new Set(read.flatMap((one) => ("group" in one ? [one.group] : [])))],
    problem: read.flatMap((one) => ("problem" in one ? [one.problem] : []))[0],
  };
}
