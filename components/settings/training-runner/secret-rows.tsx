"use client";

import { Plus, X } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";

/** A name with a secret value. The value of a stored one is never shown; without a new one it is kept. */
export interface SecretRow {
  row: number;
  name: string;
  value: string;
  isStored: boolean;
}

interface SecretRowsProps {
  legend: string;
  /** What one of them is called: "header". */
  noun: string;
  placeholder: string;
  most: number;
  rows: readonly SecretRow[];
  /** Whether stored values can be kept: they belong to the address that they were entered for. */
  areKept: boolean;
  errorOf: (place: number) => { name?: string; value?: string };
  onChange: (rows: readonly SecretRow[]) => void;
}

/** A list of names with secret values. */
export function SecretRows({ legend, noun, placeholder, most, rows, areKept, errorOf, onChange }: SecretRowsProps) {
  const next = Math.max(-1, ...rows.map(({ row }) => row)) + 1;
  const change = (place: number, row: SecretRow, to: Partial<SecretRow>) =>
    onChange(rows.with(place, { ...row, ...to }));
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-meta font-medium">{legend}</legend>
      {rows.map((row, place) => (
        <div key={row.row} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2">
          <Field label="Name" error={errorOf(place).name}>
            {(control) => (
              <Input
                {...control}
                value={row.name}
                readOnly={row.isStored}
                autoComplete="off"
                spellCheck={false}
                placeholder={placeholder}
                className="font-mono"
                onChange={(event) => change(place, row, { name: event.target.value })}
              />
            )}
          </Field>
          <Field label="Value" error={errorOf(place).value}>
            {(control) => (
              <Input
                {...control}
                type="password"
                value={row.value}
                autoComplete="new-password"
                placeholder={row.isStored && areKept ? "Stored; leave empty to keep it" : ""}
                onChange={(event) => change(place, row, { value: event.target.value })}
              />
            )}
          </Field>
          <div className="pt-5">
            <IconButton
              icon={X}
              label={`Remove ${row.name || `this ${noun}`}`}
              onClick={() => onChange(rows.toSpliced(place, 1))}
            />
          </div>
        </div>
      ))}
      {rows.length < most && (
        <Button
          size="small"
          icon={Plus}
          className="justify-self-start"
          onClick={() => onChange([...rows, { row: next, name: "", value: "", isStored: false }])}
        >
          Add {noun}
        </Button>
      )}
    </fieldset>
  );
}

/** Rows for names whose values are stored. */
export const storedRows = (names: readonly string[]): SecretRow[] =>
  names.map((name, row) => ({ row, name, value: "", isStored: true }));

/** What is sent of rows: a stored one without a value keeps it. */
export const sentRows = (rows: readonly SecretRow[]) =>
  rows.map(({ name, value, isStored }) => ({ name: name.trim(), ...(value !== "" || !isStored ? { value } : {}) }));
