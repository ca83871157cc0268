"use client";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { Connection } from "@/lib/contract/connections";

import { SecretInput } from "./secret-input";
import type { KeyChange } from "./server-secrets";
import { keyWords } from "./server-words";

interface KeyFieldProps {
  /** The stored server, if it has a key. */
  stored: Connection | undefined;
  isRequired: boolean;
  change: KeyChange;
  error: string | undefined;
  onChange: (change: KeyChange) => void;
}

/** The key of a model server: typed, or the stored one, of which only the end is known here. */
export function KeyField({ stored, isRequired, change, error, onChange }: KeyFieldProps) {
  const keep = stored && (
    <Button size="small" onClick={() => onChange({ kind: "keep" })}>
      Keep the stored key
    </Button>
  );
  if (change.kind !== "replace")
    return (
      <div role="group" aria-label="Key" className="grid gap-1">
        <span className="text-meta font-medium">Key</span>
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1 basis-40">
            {change.kind === "remove" ? "It is removed when you save." : stored && storedWords(stored)}
          </p>
          {change.kind === "remove" && keep}
          <Button size="small" onClick={() => onChange({ kind: "replace", text: "" })}>
            Replace key
          </Button>
          {change.kind === "keep" && (
            <Button size="small" onClick={() => onChange({ kind: "remove" })}>
              Remove key
            </Button>
          )}
        </div>
        {error !== undefined && <p className="text-meta text-error">{error}</p>}
      </div>
    );
  return (
    <Field label={isRequired ? "Key" : "Key (optional)"} error={error}>
      {(control) => (
        <div className="flex items-center gap-2">
          <SecretInput {...control} text={change.text} onText={(text) => onChange({ kind: "replace", text })} />
          {keep}
        </div>
      )}
    </Field>
  );
}

function storedWords(server: Connection): string {
  const words = keyWords(server);
  return words === "set" ? "A key is stored." : `The stored key ${words}.`;
}
