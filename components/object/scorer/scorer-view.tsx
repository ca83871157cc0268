"use client";

import type { Ref } from "react";

import { LongText } from "@/components/ui/long-text";
import { withMinus } from "@/lib/format/minus";
import { fieldsOf, messagesOf, SCORER_TYPES, type ScorerField } from "@/lib/scorer/form";
import type { StoredScorer } from "@/lib/scorer/stored-scorer";

import { VersionHead } from "../editing/version-head";

/** The settings that are a short text, in the order of the form. */
const SETTINGS: readonly [ScorerField, string][] = [
  ["text", "Text"],
  ["pattern", "Pattern"],
  ["tolerance", "Tolerance"],
  ["most_ms", "At most, in milliseconds"],
  ["most_usd", "At most, in USD"],
  ["model", "Model"],
  ["temperature", "Temperature"],
];

interface ScorerViewProps {
  scorer: StoredScorer;
  editButton: Ref<HTMLButtonElement>;
  /** Opens the editor; undefined if the user may not publish. */
  onEdit: (() => void) | undefined;
}

/** A version of a scorer, to read. */
export function ScorerView({ scorer, editButton, onEdit }: ScorerViewProps) {
  const { definition, description } = scorer;
  const fields = fieldsOf(scorer);
  const type = SCORER_TYPES.find((one) => one.type === definition.type);
  const rows = SETTINGS.flatMap(([field, label]): [string, string][] =>
    fields[field] === "" ? [] : [[label, fields[field]]],
  );
  if (fields.ignore_case) rows.push(["Case", "ignored"]);
  if (definition.type === "judge")
    rows.push([
      "Score",
      definition.score.type === "boolean"
        ? "true or false"
        : withMinus(`${definition.score.lowest} to ${definition.score.highest}`),
    ]);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <VersionHead message={description} editButton={editButton} onEdit={onEdit}>
        <p>
          {type?.label} <span className="text-meta text-muted">{type?.meaning}</span>
        </p>
      </VersionHead>
      <dl aria-label="Settings" className="grid gap-3 px-4 py-3">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt className="text-meta text-muted">{label}</dt>
            <dd className="font-mono wrap-anywhere">{text}</dd>
          </div>
        ))}
        {definition.type === "json_schema" && (
          <div>
            <dt className="text-meta text-muted">Schema</dt>
            <dd>
              <LongText mono text={fields.schema} />
            </dd>
          </div>
        )}
        {definition.type === "judge" &&
          messagesOf(fields).map(({ role, content, is_example: isExample }, index) => (
            // Messages have no identity other than their index.
            <div key={index}>
              <dt className="text-meta text-muted">
                {role}
                {isExample && ", example"}
              </dt>
              <dd>
                <LongText text={content} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
