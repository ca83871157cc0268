"use client";

import { Plus } from "lucide-react";
import Link from "next/link";

import { useLabelsOf } from "@/components/pickers/use-labelled";
import { buttonClass } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { LabelChips } from "@/components/ui/label-chips";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { readAnyRef } from "@/lib/contract/refs";
import { versionName } from "@/lib/contract/version-name";
import { listed } from "@/lib/experiment/new-experiment";
import { newScorerPath } from "@/lib/format/experiment-address";
import { SCORER_TYPES } from "@/lib/scorer/form";
import type { ListedScorer } from "@/lib/queries/scorers";

import type { FormFields } from "./form-fields";
import { Section } from "./section";

interface ScorersSectionProps extends FormFields {
  /** Undefined while they are read. */
  scorers: readonly ListedScorer[] | undefined;
  error: Error | null;
}

/** The scorers that score each answer. */
export function ScorersSection({ projectId, fields, problems, scorers, error, onChange }: ScorersSectionProps) {
  const chosen = listed(fields.scorers);
  const labels = useLabelsOf(projectId, scorers?.map(({ name }) => name) ?? []);
  const toggle = (ref: string, isOn: boolean) =>
    onChange({ scorers: (isOn ? [...chosen, ref] : chosen.filter((one) => one !== ref)).join(" ") });
  // An experiment that is run again may have earlier versions.
  const others = scorers ? chosen.filter((ref) => !scorers.some((scorer) => scorer.ref === ref)) : [];
  return (
    <Section title="Scorers">
      {error && <InlineBanner tone="error">Could not load the scorers: {error.message}</InlineBanner>}
      {!scorers && !error && <Skeleton className="w-1/2" />}
      {scorers?.length === 0 && others.length === 0 && (
        <p className="text-meta text-muted">
          No scorers in this project yet. Without one, answers are only recorded with their latency and cost.
        </p>
      )}
      <ul aria-label="Scorers" className="grid gap-2">
        {scorers?.map(({ ref, name, version, definition }) => (
          <li key={ref}>
            <Checkbox checked={chosen.includes(ref)} onCheckedChange={(isOn) => toggle(ref, isOn)}>
              <bdi className="font-medium">{name}</bdi>{" "}
              <span className="text-meta text-muted">
                {versionName(version)} · {SCORER_TYPES.find(({ type }) => type === definition.type)?.label}
                {definition.type === "judge" && ` (${definition.model})`}
              </span>{" "}
              <LabelChips labels={labels.get(name)} max={2} className="align-middle" />
            </Checkbox>
          </li>
        ))}
        {others.map((ref) => (
          <li key={ref}>
            <Checkbox checked onCheckedChange={() => toggle(ref, false)}>
              <bdi className="font-medium">{nameOf(ref)}</bdi>{" "}
              <span className="text-meta text-muted">an earlier version</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {problems.scorers !== undefined && <p className="text-meta text-error">{problems.scorers}</p>}
      <Link
        href={newScorerPath(projectId)}
        prefetch={false}
        className={`${buttonClass("secondary", "small")} justify-self-start`}
      >
        <Plus aria-hidden className="size-3.5 shrink-0" />
        New scorer
      </Link>
    </Section>
  );
}

function nameOf(text: string): string {
  const ref = readAnyRef(text);
  return ref && "name" in ref ? ref.name : text;
}
