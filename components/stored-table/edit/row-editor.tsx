"use client";

import { Trash2, Undo2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { CodeEditor } from "@/components/ui/code-editor";
import { IconButton } from "@/components/ui/icon-button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { formatCount } from "@/lib/format/number";
import { canonicalJson } from "@/lib/json/canonical";
import { JsonNode } from "@/lib/json/node";
import { prettyJson } from "@/lib/json/pretty";
import { JsonText } from "@/lib/json/text";
import { columnPath } from "@/lib/table/column-path";
import { cellOf, leavesOf } from "@/lib/table/columns";
import { cellKey, editRow, type TableEdits, toggleDeleted, typeCell } from "@/lib/table/edits";
import { canHave, setValue } from "@/lib/table/set-value";

import type { RowColumn } from "../page/row-columns";
import { type EditedRow, namesOf } from "./edit-columns";
import type { Edits } from "./use-edits";
import { ValueField } from "./value-field";

const views = [
  { value: "fields", label: "Fields" },
  { value: "json", label: "JSON" },
] as const;

interface RowEditorProps {
  at: number;
  row: EditedRow;
  columns: readonly RowColumn[];
  edits: Edits;
  /** What gets the focus: the value of a column, or the first one; nothing if undefined. */
  focus: { column: string | undefined } | undefined;
  onClose: () => void;
}

/** Edits one row: each of its values, or all of it as JSON. */
export function RowEditor({ at, row, columns, edits: { edits, change }, focus, onClose }: RowEditorProps) {
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState<"fields" | "json">(edits.typed.has(cellKey(at, undefined)) ? "json" : "fields");
  useShortcuts("Row", [{ keys: "escape", description: "Close row", run: onClose }]);
  useEffect(() => {
    if (!focus) return;
    const fields = [...(box.current?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
    (fields.find((field) => field.dataset["field"] === focus.column) ?? fields[0])?.focus();
  }, [focus]);
  const set = (next: TableEdits, step?: string) => change(next, step);
  return (
    <section
      ref={box}
      aria-label={`Edit row ${formatCount(at)}`}
      className="flex h-full min-h-0 flex-col max-sm:border-t max-sm:border-line"
    >
      <header className="flex min-h-11 items-center gap-2 border-b border-line px-4 py-1">
        <h2 className="text-section font-semibold">Row {formatCount(at)}</h2>
        <ToggleGroup
          label="Edit as"
          options={views}
          value={view}
          onValueChange={setView}
          className="inline-flex h-7 overflow-hidden rounded-control border border-line-strong"
        />
        <span className="ml-auto flex items-center gap-1">
          <Button size="small" icon={row.isDeleted ? Undo2 : Trash2} onClick={() => set(toggleDeleted(edits, at))}>
            {row.isDeleted ? "Restore" : "Delete"}
          </Button>
          <IconButton icon={X} label="Close" shortcut="escape" onClick={onClose} />
        </span>
      </header>
      <div className="min-h-0 flex-1 overflow-auto px-4 py-2">
        {row.isDeleted ? (
          <p className="text-muted">This row is deleted when the version is saved.</p>
        ) : view === "json" ? (
          <RowJson key={at} at={at} row={row} edits={edits} onChange={set} />
        ) : (
          <RowFields at={at} row={row} columns={columns} edits={edits} onChange={set} />
        )}
      </div>
    </section>
  );
}

interface FieldsProps {
  at: number;
  row: EditedRow;
  edits: TableEdits;
  onChange: (next: TableEdits, step?: string) => void;
}

function RowFields({ at, row, columns, edits, onChange }: FieldsProps & { columns: readonly RowColumn[] }) {
  const node = JsonNode.parse(row.val);
  const own = leavesOf(node).map(({ path }) => path);
  const isObject = node.kind === "object";
  const paths = new Map([
    ...columns.map(({ path }) => [path, namesOf(path)] as const),
    ...own.map((path) => [columnPath(path), path] as const),
  ]);
  const shown = [...paths].filter(([, names]) => canHave(row.val, names) && names.length > 0 === isObject);
  return (
    <div className="grid gap-2">
      {shown.map(([path, names]) => {
        const key = cellKey(at, path);
        const value = textAt(row.val, names);
        const before = row.before && textAt(row.before, names);
        const isChanged = row.before !== undefined && value?.text !== before?.text;
        const change = (next: JsonText | undefined) => {
          const val = setValue(row.val, names, next);
          onChange(editRow(typeCell(edits, key, undefined), at, val, row.before), key);
        };
        return (
          <ValueField
            key={`${at} ${path}`}
            label={path === "" ? "Row" : path}
            column={path}
            value={value}
            isJson={columns.some((column) => column.path === path && column.isNumber)}
            typed={edits.typed.get(key)}
            onRevert={isChanged || edits.typed.has(key) ? () => change(before) : undefined}
            onChange={change}
            onType={(text) => onChange(typeCell(edits, key, text), key)}
            isOptional={names.length > 0}
          />
        );
      })}
      {shown.length === 0 && <p className="text-muted">This row has no fields. Edit it as JSON.</p>}
    </div>
  );
}

/** All of a row, also what has no column, such as a member without a name. */
function RowJson({ at, row, edits, onChange }: FieldsProps) {
  const key = cellKey(at, undefined);
  const [written, setWritten] = useState(() => edits.typed.get(key) ?? prettyJson(JsonNode.parse(row.val)));
  const typed = edits.typed.get(key);
  // What was written stays as it is laid out, unless the row was changed by other means.
  const isWritten = typed === written || isSameJson(written, row.val);
  return (
    <CodeEditor
      label={`Row ${formatCount(at)} as JSON`}
      value={isWritten ? written : prettyJson(JsonNode.parse(row.val))}
      onChange={(text) => {
        setWritten(text);
        const node = JsonNode.read(text);
        if (!node) return onChange(typeCell(edits, key, text), key);
        onChange(editRow(typeCell(edits, key, undefined), at, new JsonText(node.raw), row.before), key);
      }}
      error={written.trim() === "" ? "Enter a JSON value" : undefined}
      minHeight={160}
      maxHeight={600}
    />
  );
}

/** Whether a text is this value, ignoring white space between tokens. */
function isSameJson(written: string, val: JsonText): boolean {
  const node = JsonNode.read(written);
  return node !== undefined && canonicalJson(new JsonText(node.raw)) === canonicalJson(val);
}

function textAt(val: JsonText, names: readonly string[]): JsonText | undefined {
  const node = cellOf(JsonNode.parse(val), names);
  return node && new JsonText(node.raw);
}
