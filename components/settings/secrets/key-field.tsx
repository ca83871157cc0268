"use client";

import { type ReactNode, useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { inSentence } from "@/lib/format/in-sentence";

import { SecretInput } from "./secret-input";
import type { KeyChange } from "./secrets";

interface KeyFieldProps {
  /** What the key is called: "Key". */
  label: string;
  isRequired: boolean;
  /** About a key that is typed. */
  hint?: ReactNode;
  /** The stored key, if it can be kept. */
  stored: { key_end?: string | undefined } | undefined;
  /** Whether the stored key may be removed. */
  mayRemove?: boolean;
  change: KeyChange;
  error: string | undefined;
  onChange: (change: KeyChange) => void;
}

/** A key: typed, or the stored one, of which only the end is known here. */
export function KeyField({
  label,
  isRequired,
  hint,
  stored,
  mayRemove = true,
  change,
  error,
  onChange,
}: KeyFieldProps) {
  const [isReplacing, setReplacing] = useState(false);
  const noun = inSentence(label);
  const keep = stored && (
    <Button
      size="small"
      onClick={() => {
        setReplacing(false);
        onChange({ kind: "keep" });
      }}
    >
      Keep the stored {noun}
    </Button>
  );
  if (stored && change.kind !== "replace")
    return (
      <div role="group" aria-label={label} className="grid gap-1">
        <span className="text-meta font-medium">{label}</span>
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1 basis-40">
            {change.kind === "remove"
              ? "It is removed when you save."
              : stored.key_end === undefined
                ? `The ${noun} is stored.`
                : `The stored ${noun} ends with ${stored.key_end}.`}
          </p>
          {change.kind === "remove" && keep}
          <Button
            size="small"
            onClick={() => {
              setReplacing(true);
              onChange({ kind: "replace", text: "" });
            }}
          >
            Replace {noun}
          </Button>
          {change.kind === "keep" && mayRemove && (
            <Button size="small" onClick={() => onChange({ kind: "remove" })}>
              Remove {noun}
            </Button>
          )}
        </div>
        {error !== undefined && <p className="text-meta text-error">{error}</p>}
      </div>
    );
  return (
    <Field label={isRequired ? label : `${label} (optional)`} hint={hint} error={error}>
      {(control) => (
        <div className="flex items-center gap-2">
          <SecretInput
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed
            autoFocus={isReplacing}
            text={change.kind === "replace" ? change.text : ""}
            onText={(text) => onChange({ kind: "replace", text })}
          />
          {keep}
        </div>
      )}
    </Field>
  );
}
