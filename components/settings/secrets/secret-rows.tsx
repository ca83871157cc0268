"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";

import { SecretInput } from "./secret-input";
import { filledRows, type SecretProblems, type SecretRow, withRow } from "./secrets";

/** How the rows of a list are called. */
interface RowWords {
  /** What one of them is: "header". */
  noun: string;
  /** The label of its name. */
  label: string;
  placeholder: string;
}

interface SecretRowsProps extends RowWords {
  legend: string;
  hint?: string;
  most: number;
  rows: readonly SecretRow[];
  /** Whether stored values can be kept: they belong to the address that they were entered for. */
  areKept: boolean;
  /** About the list as a whole. */
  problem: string | undefined;
  problems: SecretProblems;
  onChange: (rows: readonly SecretRow[]) => void;
}

/** A list of names with secret values; those of stored ones are not known here. */
export function SecretRows({
  legend,
  hint,
  most,
  rows,
  areKept,
  problem,
  problems,
  onChange,
  ...words
}: SecretRowsProps) {
  const sent = filledRows(rows);
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-meta font-medium">{legend}</legend>
      {rows.map((row, place) => (
        <Row
          key={row.row}
          {...words}
          row={row}
          isKept={areKept}
          problem={problems[sent.indexOf(row)] ?? {}}
          onChange={(next) => onChange(rows.with(place, next))}
          onRemove={() => onChange(rows.toSpliced(place, 1))}
        />
      ))}
      {problem !== undefined && <p className="text-meta text-error">{problem}</p>}
      {hint !== undefined && <p className="text-meta text-muted">{hint}</p>}
      {rows.length < most && (
        <Button size="small" icon={Plus} className="justify-self-start" onClick={() => onChange(withRow(rows))}>
          Add {words.noun}
        </Button>
      )}
    </fieldset>
  );
}

interface RowProps extends RowWords {
  row: SecretRow;
  /** Whether a stored value can be kept. */
  isKept: boolean;
  problem: { name?: string; value?: string };
  onChange: (row: SecretRow) => void;
  onRemove: () => void;
}

function Row({ row: secret, isKept, noun, label, placeholder, problem, onChange, onRemove }: RowProps) {
  const [isReplacing, setReplacing] = useState(false);
  const { row, name } = secret;
  const value = secret.isStored ? "" : secret.value;
  const change = (typed: { name?: string; value?: string }) =>
    onChange({ row, name, value, ...typed, isStored: false });
  if (secret.isStored && isKept) {
    const error = problem.name ?? problem.value;
    return (
      <div className="grid gap-1">
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 wrap-anywhere">
            <code>{name}</code> <span className="text-muted">with a stored value</span>
          </p>
          <Button
            size="small"
            aria-label={`Replace value of ${name}`}
            onClick={() => {
              setReplacing(true);
              change({});
            }}
          >
            Replace value
          </Button>
          <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />
        </div>
        {error !== undefined && <p className="text-meta text-error">{error}</p>}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2">
      <Field label={label} error={problem.name}>
        {(control) => (
          <Input
            {...control}
            value={name}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={placeholder}
            className="font-mono"
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Value" error={problem.value}>
        {(control) => (
          <SecretInput
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed
            autoFocus={isReplacing}
            text={value}
            onText={(text) => change({ value: text })}
          />
        )}
      </Field>
      <div className="pt-5">
        <IconButton icon={X} label={`Remove ${name || `this ${noun}`}`} onClick={onRemove} />
      </div>
    </div>
  );
}
