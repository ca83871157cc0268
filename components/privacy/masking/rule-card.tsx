"use client";

import { ArrowUp, X } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { MASKING_PATTERN_CHARS, MASKING_REPLACEMENT_CHARS, NAME_CHARS } from "@/lib/contract/limits";

import { defaultReplacement, READY_NAMES, type RowProblems, type RuleRow } from "./masking-draft";

interface RuleCardProps {
  row: RuleRow;
  problems: RowProblems;
  isOpen: boolean;
  mayChange: boolean;
  onToggle: () => void;
  onChange: (next: Partial<RuleRow>) => void;
  onRemove: () => void;
  /** Absent for the first rule. */
  onMoveUp: (() => void) | undefined;
}

/** One rule: what it does in a line, and its fields while it is edited. */
export function RuleCard({ row, problems, isOpen, mayChange, onToggle, onChange, onRemove, onMoveUp }: RuleCardProps) {
  const named = row.name.trim() || "Unnamed rule";
  return (
    <li className="grid grid-cols-1 gap-3 rounded-control border border-line px-3 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Checkbox
          aria-label={`Apply ${named}`}
          checked={row.enabled}
          disabled={!mayChange}
          onCheckedChange={(enabled) => onChange({ enabled })}
        />
        <div className="min-w-40 flex-1">
          <bdi className="block truncate font-medium" title={named}>
            {named}
          </bdi>
          <p className="text-meta wrap-anywhere text-muted">
            {row.kind === "regex" ? <code>{row.pattern || "No pattern"}</code> : READY_NAMES[row.kind]} →{" "}
            <code>{row.replacement || defaultReplacement(row.kind)}</code>, {row.paths.trim() || "everywhere"}
            {!row.enabled && ", not applied"}
          </p>
        </div>
        {mayChange && (
          <span className="flex items-center gap-1">
            <Button
              size="small"
              variant="ghost"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? "Close" : "Edit"} ${named}`}
              onClick={onToggle}
            >
              {isOpen ? "Close" : "Edit"}
            </Button>
            {onMoveUp && <IconButton icon={ArrowUp} size="small" label={`Move ${named} up`} onClick={onMoveUp} />}
            <IconButton icon={X} size="small" label={`Remove ${named}`} onClick={onRemove} />
          </span>
        )}
      </div>
      {isOpen && mayChange && <RuleFields row={row} problems={problems} onChange={onChange} />}
    </li>
  );
}

function RuleFields({ row, problems, onChange }: Pick<RuleCardProps, "row" | "problems" | "onChange">) {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <Field label="Name" error={problems.name}>
        {(control) => (
          <Input
            {...control}
            value={row.name}
            maxLength={NAME_CHARS}
            autoComplete="off"
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Replace with" error={problems.replacement}>
        {(control) => (
          <Input
            {...control}
            value={row.replacement}
            maxLength={MASKING_REPLACEMENT_CHARS}
            placeholder={defaultReplacement(row.kind)}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            onChange={(event) => onChange({ replacement: event.target.value })}
          />
        )}
      </Field>
      {row.kind === "regex" && (
        <div className="grid grid-cols-1 gap-2 sm:col-span-2">
          <Field label="Pattern" error={problems.pattern} hint="A JavaScript regular expression with the flag u.">
            {(control) => (
              <Input
                {...control}
                value={row.pattern}
                maxLength={MASKING_PATTERN_CHARS}
                placeholder={String.raw`\bCUST-\d+\b`}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="font-mono"
                onChange={(event) => onChange({ pattern: event.target.value })}
              />
            )}
          </Field>
          <Checkbox checked={row.ignoreCase} onCheckedChange={(ignoreCase) => onChange({ ignoreCase })}>
            Ignore case
          </Checkbox>
        </div>
      )}
      <div className="sm:col-span-2">
        <Field
          label="Paths"
          error={problems.paths}
          hint="Separated by commas, such as inputs.messages, output, attributes.metadata. Everywhere if empty."
        >
          {(control) => (
            <Input
              {...control}
              value={row.paths}
              placeholder="Everywhere"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
              onChange={(event) => onChange({ paths: event.target.value })}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
