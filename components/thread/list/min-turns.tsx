"use client";

import { Select } from "@/components/ui/select";

const offered = [2, 3, 5, 10, 20, 50];

interface MinTurnsProps {
  /** Null for threads of any length. */
  value: number | null;
  onChange: (value: number | null) => void;
}

/** Limits the list to threads with at least some number of turns. */
export function MinTurns({ value, onChange }: MinTurnsProps) {
  const numbers = [...new Set([...offered, ...(value === null ? [] : [value])])].toSorted((a, b) => a - b);
  return (
    <Select
      aria-label="Turns"
      options={[
        { value: "", label: "Any length" },
        ...numbers.map((turns) => ({ value: String(turns), label: turns === 1 ? "1+ turn" : `${turns}+ turns` })),
      ]}
      value={value === null ? "" : String(value)}
      onValueChange={(text) => onChange(text === "" ? null : Number(text))}
    />
  );
}
