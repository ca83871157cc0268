"use client";

import { Field } from "./field";
import { Input } from "./input";

interface CallsFilterFieldProps {
  text: string;
  error: string | undefined;
  /** Which calls it selects. */
  hint: string;
  onChange: (text: string) => void;
}

/** The filter of a form, in the language of the list of traces. */
export function CallsFilterField({ text, error, hint, onChange }: CallsFilterFieldProps) {
  return (
    <Field label="Filter" error={error} hint={hint}>
      {(control) => (
        <Input
          {...control}
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="model:gpt-4o-mini kind:llm"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
