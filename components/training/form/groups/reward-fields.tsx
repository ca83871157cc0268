"use client";

import { useState } from "react";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { valueFields } from "@/lib/contract/feedback-field";
import { typeWords } from "@/lib/format/feedback-words";
import { formatCount } from "@/lib/format/number";
import { type FeedbackChoice, proposedRule, type RewardRule } from "@/lib/training/reward-rule";

const MOST_VALUES = 30;
const combinations = [
  { value: "mean", label: "Use the mean" },
  { value: "latest", label: "Use the latest" },
] as const;

interface RewardFieldsProps {
  choices: readonly FeedbackChoice[];
  rule: RewardRule | undefined;
  onChange: (rule: RewardRule) => void;
}

/**
 * How feedback is converted to rewards: its type and field, the reward of each value, and how several records are
 * combined.
 */
export function RewardFields({ choices, rule, onChange }: RewardFieldsProps) {
  if (choices.length === 0)
    return (
      <p className="text-muted">
        These calls have no feedback with a number, a choice or a reaction. Add feedback, or set rewards below.
      </p>
    );
  const keyOf = ({ type, field }: { type: string; field: string }) => `${type} ${field}`;
  const current = choices.find((choice) => rule && keyOf(choice) === keyOf(rule));
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-2 text-meta font-medium">Reward</legend>
      <div className="flex flex-wrap gap-3">
        <Field label="From feedback">
          {(control) => (
            <Select
              {...control}
              options={[
                ...(current ? [] : [{ value: "", label: "Choose feedback" }]),
                ...choices.map((choice) => ({ value: keyOf(choice), label: choiceWords(choice) })),
              ]}
              value={current ? keyOf(current) : ""}
              onValueChange={(key) => {
                const choice = choices.find((one) => keyOf(one) === key);
                if (choice) onChange(proposedRule(choice));
              }}
              className="max-w-full"
            />
          )}
        </Field>
        {rule && (
          <Field label="If a call has several values">
            {(control) => (
              <Select
                {...control}
                options={combinations}
                value={rule.combine}
                onValueChange={(combine) => onChange({ ...rule, combine })}
              />
            )}
          </Field>
        )}
      </div>
      {rule && current && current.values.length > 0 && (
        <Values key={keyOf(rule)} choice={current} rule={rule} onChange={(values) => onChange({ ...rule, values })} />
      )}
    </fieldset>
  );
}

interface ValuesProps {
  choice: FeedbackChoice;
  rule: RewardRule;
  onChange: (values: RewardRule["values"]) => void;
}

function Values({ choice, rule, onChange }: ValuesProps) {
  const shown = choice.values.slice(0, MOST_VALUES);
  return (
    <div className="grid gap-1">
      <p className="text-meta text-muted">
        Reward for each value; leave empty for none. Numbers are used as is.
        {choice.values.length > MOST_VALUES && ` The ${MOST_VALUES} most frequent are shown.`}
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-2">
        {shown.map(({ value, count }) => (
          <li key={value}>
            <Worth
              value={value}
              count={count}
              worth={rule.values[value]}
              onChange={(worth) => {
                const { [value]: _before, ...others } = rule.values;
                onChange(worth === undefined ? others : { ...others, [value]: worth });
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface WorthProps {
  value: string;
  count: number;
  worth: number | undefined;
  onChange: (worth: number | undefined) => void;
}

function Worth({ value, count, worth, onChange }: WorthProps) {
  const [typed, setTyped] = useState(worth === undefined ? "" : String(worth));
  const number = typed.trim() === "" ? undefined : Number(typed);
  return (
    <label className="flex items-center gap-1.5">
      <span className="max-w-48 truncate" title={value}>
        {value}
      </span>
      <span className="text-meta text-muted">×{formatCount(count)}</span>
      <Input
        aria-label={`Reward for ${value}`}
        inputMode="decimal"
        value={typed}
        placeholder="none"
        aria-invalid={number !== undefined && !Number.isFinite(number) ? true : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          const next = event.target.value.trim() === "" ? undefined : Number(event.target.value);
          if (next === undefined || Number.isFinite(next)) onChange(next);
        }}
        className="w-20"
      />
    </label>
  );
}

function choiceWords({ type, field, count }: FeedbackChoice): string {
  const isUsual = valueFields(type)[0] === field;
  return `${typeWords(type)}${isUsual ? "" : ` · ${field}`} (${formatCount(count)})`;
}
