"use client";

import { Select } from "@/components/ui/select";
import { formatCount } from "@/lib/format/number";
import type { ThreadsView } from "@/lib/queries/threads";

const turnLimits = [2, 3, 5, 10, 20, 50];
const errorLimits = [1, 2, 5, 10, 50];
const costLimits = [0.01, 0.1, 1, 10, 100];

type Limits = Pick<ThreadsView, "minTurns" | "maxTurns" | "minErrors" | "minCost">;

interface ThreadLimitsProps {
  view: ThreadsView;
  onChange: (limits: Partial<Limits>) => void;
}

/** Limits the list by what each whole thread has: its turns, failed calls and cost. */
export function ThreadLimits({ view: { minTurns, maxTurns, minErrors, minCost }, onChange }: ThreadLimitsProps) {
  return (
    <>
      <Select
        aria-label="Turns"
        options={turnOptions(minTurns, maxTurns)}
        value={rangeValue(minTurns, maxTurns)}
        onValueChange={(value) => onChange(rangeOf(value))}
      />
      <Select
        aria-label="Failed calls"
        options={[
          { value: "", label: "Any failed calls" },
          ...including(errorLimits, minErrors).map((errors) => ({
            value: String(errors),
            label: errors === 1 ? "1+ failed call" : `${formatCount(errors)}+ failed calls`,
          })),
        ]}
        value={minErrors === null ? "" : String(minErrors)}
        onValueChange={(text) => onChange({ minErrors: text === "" ? null : Number(text) })}
      />
      <Select
        aria-label="Cost"
        options={[
          { value: "", label: "Any cost" },
          ...including(costLimits, minCost).map((cost) => ({ value: String(cost), label: `Cost ≥ ${cost}` })),
        ]}
        value={minCost === null ? "" : String(minCost)}
        onValueChange={(text) => onChange({ minCost: text === "" ? null : Number(text) })}
      />
    </>
  );
}

const rangeValue = (min: number | null, max: number | null) => [min ?? "", ...(max === null ? [] : [max])].join("-");

function rangeOf(value: string): Pick<Limits, "minTurns" | "maxTurns"> {
  const [minTurns = null, maxTurns = null] = value.split("-").map((text) => (text === "" ? null : Number(text)));
  return { minTurns, maxTurns };
}

/** With what the address says, if it is not among those that are offered. */
function turnOptions(min: number | null, max: number | null) {
  const options = [
    { value: rangeValue(null, null), label: "Any turns" },
    { value: rangeValue(null, 1), label: "1 turn" },
    ...turnLimits.map((turns) => ({ value: rangeValue(turns, null), label: `${turns}+ turns` })),
  ];
  const value = rangeValue(min, max);
  if (options.some((option) => option.value === value)) return options;
  const label = max === null ? `${min}+ turns` : min === null ? `up to ${max} turns` : `${min} to ${max} turns`;
  return [...options, { value, label }];
}

const including = (offered: readonly number[], limit: number | null) =>
  [...new Set([...offered, ...(limit === null ? [] : [limit])])].toSorted((a, b) => a - b);
