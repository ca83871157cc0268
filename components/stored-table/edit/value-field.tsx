"use client";

import { Braces, Undo2, X } from "lucide-react";
import { useId, useState } from "react";

import { IconButton } from "@/components/ui/icon-button";
import { Textarea } from "@/components/ui/textarea";
import { JsonNode } from "@/lib/json/node";
import { JsonSyntaxError } from "@/lib/json/scan";
import { JsonText } from "@/lib/json/text";

/** Number of lines that the editor of a value grows to. */
const MOST_LINES = 16;
const LINE_CHARS = 48;

interface ValueFieldProps {
  label: string;
  /** What identifies the field for the focus. */
  column: string;
  /** Undefined if the row has no value here. */
  value: JsonText | undefined;
  /** Whether a new value is a number, or other JSON, rather than text. */
  isJson: boolean;
  /** A text that is not valid JSON. */
  typed: string | undefined;
  /** The value that the row has in the table, if that differs. */
  onRevert: (() => void) | undefined;
  /** Undefined removes the value. */
  onChange: (value: JsonText | undefined) => void;
  onType: (text: string) => void;
  /** Whether the value can be removed. */
  isOptional: boolean;
}

/** A value of a row: a string as its text, anything else as JSON. */
export function ValueField(props: ValueFieldProps) {
  const { label, column, value, typed, onRevert, onChange, onType, isOptional } = props;
  const noteId = useId();
  const [written, setWritten] = useState<string>();
  const isString = value?.kind === "string";
  const [wantsJson, setWantsJson] = useState<boolean>();
  const isJson = typed !== undefined || (value && !isString) || (wantsJson ?? (value ? false : props.isJson));
  // What was written is kept as long as it is the value: spaces around JSON are not part of it.
  const isWritten = written !== undefined && isJson && readJson(written)?.text === value?.text;
  const text = typed ?? (isWritten ? written : value ? (isJson ? value.text : (textOf(value) ?? "")) : "");
  const problem = typed === undefined ? undefined : problemOf(typed);
  const lines = Math.min(
    MOST_LINES,
    text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / LINE_CHARS), 0),
  );
  const change = (next: string) => {
    setWritten(next);
    if (!isJson) return onChange(new JsonText(JSON.stringify(next)));
    const json = readJson(next);
    if (json) onChange(json);
    else onType(next);
  };
  return (
    <div className="grid gap-0.5">
      <div className="flex min-h-7 items-center gap-1">
        <label htmlFor={`${noteId}-field`} className="min-w-0 truncate text-meta font-medium">
          <bdi>{label}</bdi>
          {!value && typed === undefined && <span className="font-normal text-muted"> · no value</span>}
        </label>
        <span className="ml-auto flex shrink-0">
          {onRevert && <IconButton icon={Undo2} size="small" label={`Undo changes of ${label}`} onClick={onRevert} />}
          {(!value || isString) && typed === undefined && (
            <IconButton
              icon={Braces}
              size="small"
              label={`Edit ${label} as JSON`}
              aria-pressed={isJson}
              onClick={() => setWantsJson(!isJson)}
            />
          )}
          {isOptional && (value !== undefined || typed !== undefined) && (
            <IconButton icon={X} size="small" label={`Remove ${label}`} onClick={() => onChange(undefined)} />
          )}
        </span>
      </div>
      <Textarea
        id={`${noteId}-field`}
        data-field={column}
        rows={Math.max(1, lines)}
        value={text}
        spellCheck={!isJson}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : noteId}
        onChange={(event) => change(event.target.value)}
        className={isJson ? "min-h-7 font-mono text-meta" : "min-h-7"}
      />
      {problem !== undefined && (
        <p id={noteId} role="alert" className="text-meta text-error">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Why a text is no JSON value. */
function problemOf(text: string): string {
  if (text.trim() === "") return "Enter a JSON value, or remove it.";
  try {
    JsonNode.parse(text);
    return "";
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message;
    throw error;
  }
}

function readJson(text: string): JsonText | undefined {
  const node = JsonNode.read(text);
  return node && new JsonText(node.raw);
}

function textOf(value: JsonText): string | undefined {
  return JsonNode.parse(value).string();
}
