"use client";

import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import type { FormField } from "@/lib/feedback/form-field";

import { RadioRow } from "./radio-row";
import { scaleOf } from "./scale";

interface NumberControlProps {
  field: FormField & { kind: "number" };
  label: string;
  value: string;
  onChange: (typed: string) => void;
  hasDigits: boolean;
  noteId: string | undefined;
}

const steps = 100;
const sliderClass = cn(
  "h-1.5 min-w-0 flex-1 cursor-pointer appearance-none rounded-full bg-line-strong",
  "[&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent",
  "[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent",
);

/** A number: a few integers as buttons, a range with a slider beside the field, any other as a field. */
export function NumberControl({ field, label, value, onChange, hasDigits, noteId }: NumberControlProps) {
  const scale = scaleOf(field);
  if (scale) return <RadioRow label={label} options={scale} value={value} onChange={onChange} hasDigits={hasDigits} />;
  const { min, max, isInteger } = field;
  const input = (
    <Input
      aria-label={label}
      aria-invalid={noteId ? true : undefined}
      aria-describedby={noteId}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      placeholder={boundsWords(min, max)}
      onChange={(event) => onChange(event.target.value)}
      className="w-28"
    />
  );
  if (min === undefined || max === undefined) return input;
  return (
    <div className="flex items-center gap-3">
      <input
        type="range"
        aria-label={`${label}, slider`}
        min={min}
        max={max}
        step={isInteger ? 1 : (max - min) / steps}
        value={value === "" || Number.isNaN(Number(value)) ? min : Number(value)}
        onChange={(event) => onChange(String(Number(Number(event.target.value).toPrecision(6))))}
        className={sliderClass}
      />
      {input}
    </div>
  );
}

function boundsWords(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min !== undefined) return `from ${min}`;
  return max === undefined ? undefined : `up to ${max}`;
}
