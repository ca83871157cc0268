"use client";

import { Plus, X } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { CONNECTION_HEADERS } from "@/lib/contract/limits";

import type { PlacedProblems } from "./server-draft";
import { SecretInput } from "./secret-input";
import { type HeaderRow, withHeader } from "./server-secrets";

interface HeaderFieldsProps {
  headers: readonly HeaderRow[];
  problems: Pick<PlacedProblems, "header" | "headers">;
  onChange: (headers: readonly HeaderRow[]) => void;
}

/** Headers that are sent with every request; the values of stored ones are not known here. */
export function HeaderFields({ headers, problems, onChange }: HeaderFieldsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-meta font-medium">Additional headers</legend>
      {headers.map((header, place) => (
        <HeaderFieldsRow
          key={header.row}
          header={header}
          error={problems.header[place]}
          onChange={(next) => onChange(headers.with(place, next))}
          onRemove={() => onChange(headers.toSpliced(place, 1))}
        />
      ))}
      {problems.headers !== undefined && <p className="text-meta text-error">{problems.headers}</p>}
      <p className="text-meta text-muted">Sent with every request. Their values are stored encrypted, like the key.</p>
      {headers.length < CONNECTION_HEADERS && (
        <Button size="small" icon={Plus} className="justify-self-start" onClick={() => onChange(withHeader(headers))}>
          Add header
        </Button>
      )}
    </fieldset>
  );
}

interface RowProps {
  header: HeaderRow;
  error: string | undefined;
  onChange: (header: HeaderRow) => void;
  onRemove: () => void;
}

function HeaderFieldsRow({ header, error, onChange, onRemove }: RowProps) {
  const { row, name } = header;
  if (header.isStored)
    return (
      <div className="grid gap-1">
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 wrap-anywhere">
            <code>{name}</code> <span className="text-muted">with a stored value</span>
          </p>
          <Button
            size="small"
            aria-label={`Replace value of ${name}`}
            onClick={() => onChange({ row, name, isStored: false, value: "" })}
          >
            Replace value
          </Button>
          <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />
        </div>
        {error !== undefined && <p className="text-meta text-error">{error}</p>}
      </div>
    );
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field label="Header" error={error}>
          {(control) => (
            <Input
              {...control}
              value={name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="x-team"
              onChange={(event) => onChange({ ...header, name: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="min-w-0 flex-1">
        <Field label="Value">
          {(control) => (
            <SecretInput {...control} text={header.value} onText={(value) => onChange({ ...header, value })} />
          )}
        </Field>
      </div>
      <div className="w-7 shrink-0 pt-5">
        <IconButton icon={X} label={`Remove ${name || "this header"}`} onClick={onRemove} />
      </div>
    </div>
  );
}
