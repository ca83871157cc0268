"use client";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { MetricFields } from "@/components/ui/metric-fields";
import { onSubmit as submitForm } from "@/components/ui/on-submit";
import { Select } from "@/components/ui/select";
import { useCheckedDraft } from "@/components/ui/use-draft";
import { useNow } from "@/components/ui/use-now";
import { useTimeZone } from "@/components/ui/use-time-zone";
import type { Chart, ChartLook } from "@/lib/contract/dashboards";
import { drawnLook } from "@/lib/dashboard/chart-values";
import type { MetricDraft } from "@/lib/filter/metric-draft";

import { chartDraftOf, chartOf, newDraft } from "./chart-draft";

const looks: { value: ChartLook; label: string }[] = [
  { value: "bars", label: "Bars over time" },
  { value: "lines", label: "Lines over time" },
  { value: "number", label: "Number" },
  { value: "table", label: "Table" },
];
const widths = [
  { value: "1", label: "1 column" },
  { value: "2", label: "2 columns" },
  { value: "3", label: "3 columns" },
];
const groups = ["op", "model", "version", "kind", "user", "thread", "feedback_type"];

interface ChartFormProps {
  /** What its draft is about. */
  subject: string;
  /** The chart to change; a new one is made without. */
  chart: Chart | undefined;
  /** The metric that a new one begins with. */
  start: Partial<MetricDraft> | undefined;
  /** The version of the dashboard. */
  digest: string;
  busy: boolean;
  /** Of the last attempt. */
  error: Error | null;
  /** Resolves when it has been saved. */
  onSubmit: (chart: Chart) => Promise<unknown>;
  onCancel: () => void;
}

/** The form of a chart: what is measured, by which groups, and how it is shown. */
export function ChartForm({ subject, chart, start, digest, busy, error, onSubmit, onCancel }: ChartFormProps) {
  const [zone, now] = [useTimeZone(), useNow()];
  const draft = useCheckedDraft(subject, chart ? chartDraftOf(chart) : newDraft(start), digest);
  const { fields, problems, setProblems, change } = draft;
  const submit = () => {
    if (busy) return;
    const read = chartOf(fields, { now, zone }, chart);
    setProblems("problems" in read ? read.problems : {});
    // Errors are shown above the buttons.
    if ("chart" in read) onSubmit(read.chart).then(draft.clear, () => undefined);
  };
  const read = chartOf(fields, { now, zone }, chart);
  const asLines = "chart" in read && read.chart.look === "bars" && drawnLook(read.chart) === "lines";
  return (
    <form className="grid gap-4" noValidate onSubmit={submitForm(submit)}>
      <Field label="Title" hint="Defaults to the metric">
        {(control) => (
          <Input
            {...control}
            value={fields.title}
            autoComplete="off"
            placeholder={"chart" in read ? read.chart.title : undefined}
            onChange={(event) => change({ title: event.target.value })}
          />
        )}
      </Field>
      <MetricFields
        fields={fields}
        problems={problems}
        timesHint="Relative times end when the chart is read."
        onChange={change}
      />
      <Field
        label="Group by"
        error={problems.groupBy}
        hint={`Fields separated by commas: ${groups.join(", ")}, or any other that filters have, such as the attribute acme.tier. The groups with the most calls are shown, the others together.`}
      >
        {(control) => (
          <Input
            {...control}
            value={fields.groupBy}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="model"
            onChange={(event) => change({ groupBy: event.target.value })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-2">
        <Field label="Shown as" hint={asLines ? "Drawn as lines: the values of groups do not add up." : undefined}>
          {(control) => (
            <Select
              {...control}
              options={looks}
              value={looks.find(({ value }) => value === fields.look)?.value ?? "bars"}
              onValueChange={(look) => change({ look })}
              className="w-full"
            />
          )}
        </Field>
        <Field label="Width">
          {(control) => (
            <Select
              {...control}
              options={widths}
              value={fields.width}
              onValueChange={(width) => change({ width })}
              className="w-full"
            />
          )}
        </Field>
      </div>
      <DraftNote draft={draft}>
        {draft.restoredAbout !== undefined && draft.restoredAbout !== digest && "The dashboard has changed since."}
      </DraftNote>
      {error && <InlineBanner tone="error">Could not save the chart: {error.message}</InlineBanner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "Saving" : chart ? "Save chart" : "Add chart"}
        </Button>
      </div>
    </form>
  );
}
