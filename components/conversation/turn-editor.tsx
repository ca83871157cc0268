"use client";

import { ArrowDown, ArrowUp, Ellipsis, Trash2 } from "lucide-react";
import { memo, useId, useState } from "react";

import { CodeEditor } from "@/components/ui/code-editor";
import { cn } from "@/components/ui/cn";
import { DropdownMenu, MenuCheckbox, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { Turn, TurnFields } from "@/lib/playground/document";
import { TURN_ROLES } from "@/lib/playground/document";
import { PLACEHOLDER_ROLE } from "@/lib/playground/message";

import { roleColor } from "./role-color";

/**
 * From this length on only the visible part of a text is rendered, since a text area would lay out all of it at every
 * key press.
 */
const LONG_CHARS = 20_000;

interface TurnEditorProps {
  turn: Turn;
  /** Its position, from 1. */
  place: number;
  /** Where it is, added to its labels, such as ` in pane 2`. */
  where?: string;
  isFirst: boolean;
  isLast: boolean;
  /** Why it cannot be sent, or the model server's error about it. */
  problem?: string;
  onChange: (id: string, change: Partial<TurnFields>) => void;
  onMove: (id: string, by: -1 | 1) => void;
  onRemove: (turn: Turn) => void;
  onInsert: (after: string) => void;
}

/** Editor of one message. Typing in one does not re-render the others. */
export const TurnEditor = memo(function TurnEditor({
  turn,
  place,
  where = "",
  isFirst,
  isLast,
  problem,
  onChange,
  onMove,
  onRemove,
  onInsert,
}: TurnEditorProps) {
  const problemId = useId();
  const [isLong] = useState(turn.content.length > LONG_CHARS);
  const change = (fields: Partial<TurnFields>) => onChange(turn.id, fields);
  const roles = new Set<string>([...TURN_ROLES, turn.role]);
  const message = `message ${place}${where}`;
  const label = `Content of ${message}`;
  const isPlaceholder = turn.role === PLACEHOLDER_ROLE;
  return (
    <li
      data-turn={turn.id}
      aria-label={`Message ${place}${where}, ${turn.role}`}
      className="group grid gap-1.5 border-b border-line px-4 py-2 [contain-intrinsic-size:auto_96px] [content-visibility:auto]"
    >
      <div className="flex flex-wrap items-center gap-1">
        <Select
          aria-label={`Role of ${message}`}
          options={[...roles].map((role) => ({ value: role, label: role }))}
          value={turn.role}
          onValueChange={(role) => change({ role, ...fieldsOfRole(turn, role) })}
          className={cn(
            "-ml-2 font-medium [&>select]:border-transparent [&>select]:bg-transparent",
            roleColor(turn.role),
          )}
        />
        {turn.saidBy && <SaidBy by={turn.saidBy} />}
        {turn.name !== undefined && (
          <Input
            aria-label={`Name of ${message}`}
            placeholder={isPlaceholder ? "such as history" : "name"}
            value={turn.name}
            onChange={(event) => change({ name: event.target.value })}
            className={cn("h-6 text-meta", isPlaceholder ? "w-44 font-mono max-sm:w-32" : "w-28")}
          />
        )}
        {turn.toolCallId !== undefined && (
          <Input
            aria-label={`Tool call ID of ${message}`}
            placeholder="Tool call ID"
            value={turn.toolCallId}
            onChange={(event) => change({ toolCallId: event.target.value })}
            className="h-6 w-44 font-mono text-meta"
          />
        )}
        <span className="ml-auto flex opacity-60 group-focus-within:opacity-100 group-hover:opacity-100">
          <IconButton
            icon={ArrowUp}
            label="Move up"
            shortcut="mod+shift+arrowup"
            size="small"
            unavailable={isFirst ? "This is the first message" : undefined}
            onClick={() => onMove(turn.id, -1)}
          />
          <IconButton
            icon={ArrowDown}
            label="Move down"
            shortcut="mod+shift+arrowdown"
            size="small"
            unavailable={isLast ? "This is the last message" : undefined}
            onClick={() => onMove(turn.id, 1)}
          />
          <IconButton icon={Trash2} label="Remove message" size="small" onClick={() => onRemove(turn)} />
          <DropdownMenu trigger={<IconButton icon={Ellipsis} label="More message actions" size="small" />}>
            <MenuItem onSelect={() => onInsert(turn.id)}>Insert message below</MenuItem>
            {!isPlaceholder && <FieldChoices turn={turn} change={change} />}
          </DropdownMenu>
        </span>
      </div>
      {isPlaceholder && (
        <p className="text-meta text-muted">Replaced by the messages that a program passes under this name.</p>
      )}
      {turn.contentIsJson || isLong ? (
        turn.content.trim() === "null" || (
          <CodeEditor
            label={label}
            language={turn.contentIsJson ? "json" : "text"}
            value={turn.content}
            onChange={(content) => change({ content })}
          />
        )
      ) : (
        <Textarea
          aria-label={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          dir="auto"
          rows={2}
          value={turn.content}
          placeholder={placeholders[turn.role] ?? "Content"}
          onChange={(event) => change({ content: event.target.value })}
          className="max-h-[45dvh] resize-none [field-sizing:content]"
        />
      )}
      {turn.toolCalls !== undefined && (
        <Labelled label="Tool calls">
          <CodeEditor
            label={`Tool calls of ${message}`}
            value={turn.toolCalls}
            onChange={(toolCalls) => change({ toolCalls })}
          />
        </Labelled>
      )}
      {turn.extra !== undefined && (
        <Labelled label="Other fields">
          <CodeEditor label={`Other fields of ${message}`} value={turn.extra} onChange={(extra) => change({ extra })} />
        </Labelled>
      )}
      {problem && (
        <p id={problemId} className="text-meta wrap-anywhere text-error">
          {problem}
        </p>
      )}
    </li>
  );
});

/** The optional members of a message, in its menu. */
function FieldChoices({ turn, change }: { turn: Turn; change: (fields: Partial<TurnFields>) => void }) {
  return (
    <>
      <MenuSeparator />
      <MenuCheckbox checked={turn.name !== undefined} onCheckedChange={(has) => change({ name: has ? "" : undefined })}>
        Name
      </MenuCheckbox>
      <MenuCheckbox
        checked={turn.toolCallId !== undefined}
        onCheckedChange={(has) => change({ toolCallId: has ? "" : undefined })}
      >
        Tool call ID
      </MenuCheckbox>
      <MenuCheckbox
        checked={turn.toolCalls !== undefined}
        onCheckedChange={(has) => change({ toolCalls: has ? "[]" : undefined })}
      >
        Tool calls
      </MenuCheckbox>
      <MenuCheckbox checked={turn.contentIsJson ?? false} onCheckedChange={(isJson) => change(asJson(turn, isJson))}>
        Content as JSON parts
      </MenuCheckbox>
      <MenuCheckbox
        checked={turn.extra !== undefined}
        onCheckedChange={(has) => change({ extra: has ? "{}" : undefined })}
      >
        Other fields
      </MenuCheckbox>
    </>
  );
}

function SaidBy({ by: { model, server, isEdited } }: { by: NonNullable<Turn["saidBy"]> }) {
  const words = `${model}${isEdited ? ", edited" : ""}`;
  return (
    <bdi
      title={server === undefined ? `Answer from ${words}` : `Answer from ${words}, served by ${server}`}
      className="max-w-48 truncate text-meta text-muted"
    >
      {words}
    </bdi>
  );
}

const placeholders: Readonly<Record<string, string>> = {
  system: "How the model should behave. Omitted if empty. {{name}} defines a variable.",
  user: "User message",
  assistant: "Assistant message",
  tool: "Tool result",
};

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1">
      <span aria-hidden className="text-label text-muted">
        {label}
      </span>
      {children}
    </div>
  );
}

/** A tool turn needs the id of the call that it answers; a message does not have the name of a placeholder. */
function fieldsOfRole(turn: Turn, role: string): Partial<TurnFields> {
  if (turn.role === PLACEHOLDER_ROLE && role !== turn.role)
    return { content: "", contentIsJson: undefined, name: undefined, ...(role === "tool" && { toolCallId: "" }) };
  if (role === "tool") return { toolCallId: turn.toolCallId ?? "" };
  return turn.toolCallId === "" ? { toolCallId: undefined } : {};
}

function asJson({ content }: Turn, isJson: boolean): Partial<TurnFields> {
  if (isJson) return { contentIsJson: true, content: JSON.stringify([{ type: "text", text: content }], null, 2) };
  return { contentIsJson: undefined, content: textOfParts(content) };
}

function textOfParts(json: string): string {
  try {
    const [only, ...more]: unknown[] = JSON.parse(json);
    const isText = typeof only === "object" && only !== null && "text" in only && typeof only.text === "string";
    return isText && more.length === 0 ? String(only.text) : json;
  } catch {
    return json;
  }
}
