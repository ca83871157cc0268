"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";

import { useLabelsOf } from "@/components/pickers/use-labelled";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Select } from "@/components/ui/select";
import { versionName } from "@/lib/contract/version-name";
import { newScorerPath } from "@/lib/format/experiment-address";
import { counted } from "@/lib/format/number";
import { type ListedScorer, scorersList } from "@/lib/queries/scorers";
import { SCORER_TYPES } from "@/lib/scorer/form";
import { needsExpected } from "@/lib/scorer/traits";

import { scorerIn } from "./rule-words";

interface ScorerFieldProps {
  projectId: string;
  /** The ref of the version that is chosen; empty for none. */
  chosen: string;
  error: string | undefined;
  onChange: (ref: string) => void;
}

/** Chooses a scorer in its latest version, among those that need no expected answer. */
export function ScorerField({ projectId, chosen, error, onChange }: ScorerFieldProps) {
  const { data: scorers, error: unread } = useQuery(scorersList(projectId));
  const usable = scorers?.filter(({ definition }) => !needsExpected(definition)) ?? [];
  const leftOut = (scorers?.length ?? 0) - usable.length;
  const labels = useLabelsOf(projectId, scorers?.map(({ name }) => name) ?? []);
  const labelOf = ({ name, version, definition }: ListedScorer) => {
    const type = SCORER_TYPES.find((one) => one.type === definition.type)?.label ?? definition.type;
    const model = definition.type === "judge" ? ` (${definition.model})` : "";
    return [`${name} ${versionName(version)}`, ...(labels.get(name) ?? []), `${type}${model}`].join(" · ");
  };
  const found = scorers?.find(({ ref }) => ref === chosen);
  const isOffered = chosen === "" || usable.some(({ ref }) => ref === chosen);
  const other = found ? `${labelOf(found)}, needs an expected answer` : `${scorerIn(chosen).name}, an earlier version`;
  const options = [
    { value: "", label: scorers || unread ? "Choose a scorer" : "Loading scorers" },
    ...usable.map((scorer) => ({ value: scorer.ref, label: labelOf(scorer) })),
    ...(isOffered ? [] : [{ value: chosen, label: scorers ? other : scorerIn(chosen).name }]),
  ];
  const omitted =
    leftOut > 0 &&
    `${counted(leftOut, "scorer")} ${leftOut === 1 ? "is" : "are"} not offered: new traces have no expected answer. `;
  return (
    <>
      {unread && <InlineBanner tone="error">Could not load the scorers: {unread.message}</InlineBanner>}
      <Field
        label="Scorer"
        error={error}
        hint={
          <>
            {omitted}
            {found?.definition.type === "judge" &&
              "Its messages can name {{input}}, {{output}}, the fields of the inputs, and {{conversation}} for threads. "}
            {scorers && usable.length === 0 && "No scorer of this project can be used yet. "}
            <Link href={newScorerPath(projectId)} prefetch={false} className="underline underline-offset-2">
              New scorer
            </Link>
          </>
        }
      >
        {(control) => (
          <Select {...control} options={options} value={chosen} onValueChange={onChange} className="w-full" />
        )}
      </Field>
    </>
  );
}
