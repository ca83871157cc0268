"use client";

import { Plus, X } from "lucide-react";
import { useId } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CodeEditor } from "@/components/ui/code-editor";
import { IconButton } from "@/components/ui/icon-button";
import { Textarea } from "@/components/ui/textarea";
import { type Draft, type DraftProblem, draftItems, draftMember, withMember } from "@/lib/feedback/form-draft";
import type { FormField } from "@/lib/feedback/form-field";

import { NumberControl } from "./number-control";
import { RadioRow } from "./radio-row";
import { optionsOf } from "./scale";

export interface FieldControlProps {
  field: FormField;
  label: string;
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** The path of the value, as in errors. */
  path: string;
  problems: readonly DraftProblem[];
  /** Shows which digit selects which answer. */
  hasDigits?: boolean;
}

/** The input for a value, with its errors; members and items have inputs of their own. */
export function FieldControl(props: FieldControlProps) {
  const { field, label, path, problems } = props;
  const noteId = useId();
  const problem = problems.find((one) => one.path === path)?.message;
  return (
    <div role="group" aria-label={label} aria-describedby={problem ? noteId : undefined} className="grid min-w-0 gap-1">
      <div className="text-meta">
        <span className="font-medium wrap-anywhere">{label}</span>
        {field.description && <span className="ml-2 text-muted wrap-anywhere">{field.description}</span>}
      </div>
      <Control {...props} noteId={problem ? noteId : undefined} />
      {problem && (
        <p id={noteId} className="text-meta text-error">
          {label} {problem}
        </p>
      )}
    </div>
  );
}

function Control(props: FieldControlProps & { noteId: string | undefined }) {
  const { field, label, draft, onChange, path, problems, hasDigits = false, noteId } = props;
  const typed = typeof draft === "string" ? draft : "";
  switch (field.kind) {
    case "choice":
      return <RadioRow label={label} options={field.options} value={typed} onChange={onChange} hasDigits={hasDigits} />;
    case "boolean":
      return (
        <RadioRow label={label} options={optionsOf(field)} value={typed} onChange={onChange} hasDigits={hasDigits} />
      );
    case "number":
      return (
        <NumberControl
          field={field}
          label={label}
          value={typed}
          onChange={onChange}
          hasDigits={hasDigits}
          noteId={noteId}
        />
      );
    case "choices":
      return <Checks field={field} draft={draft} onChange={onChange} hasDigits={hasDigits} />;
    case "text":
      return (
        <Textarea
          aria-label={label}
          aria-invalid={noteId ? true : undefined}
          aria-describedby={noteId}
          rows={2}
          value={typed}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "json":
      return <CodeEditor label={label} value={typed} onChange={onChange} minHeight={48} maxHeight={200} />;
    case "list":
      return <Items field={field} label={label} draft={draft} onChange={onChange} path={path} problems={problems} />;
    case "group":
      return (
        <div className="grid gap-2 border-l-2 border-line pl-3">
          {field.members.map(({ name, isRequired, field: member }) => (
            <FieldControl
              key={name}
              field={member}
              label={`${member.title ?? name}${isRequired ? "" : " (optional)"}`}
              draft={draftMember(draft, name)}
              onChange={(next) => onChange(withMember(draft, name, next))}
              path={path === "" ? name : `${path}.${name}`}
              problems={problems}
            />
          ))}
        </div>
      );
  }
}

interface ChecksProps {
  field: FormField & { kind: "choices" };
  draft: Draft;
  onChange: (draft: Draft) => void;
  hasDigits: boolean;
}

function Checks({ field, draft, onChange, hasDigits }: ChecksProps) {
  const chosen = draftItems(draft).filter((one) => typeof one === "string");
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {field.options.map(({ raw, label }, index) => (
        <Checkbox
          key={raw}
          checked={chosen.includes(raw)}
          onCheckedChange={() =>
            onChange(chosen.includes(raw) ? chosen.filter((one) => one !== raw) : [...chosen, raw])
          }
        >
          {label}
          {hasDigits && index < 9 && <span className="ml-1 text-meta text-faint">{index + 1}</span>}
        </Checkbox>
      ))}
    </div>
  );
}

interface ItemsProps extends Omit<FieldControlProps, "field"> {
  field: FormField & { kind: "list" };
}

function Items({ field, label, draft, onChange, path, problems }: ItemsProps) {
  const items = draftItems(draft);
  return (
    <div className="grid gap-2">
      {items.map((item, index) => (
        <div key={index} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <FieldControl
              field={field.item}
              label={`${label} ${index + 1}`}
              draft={item}
              onChange={(next) => onChange(items.with(index, next))}
              path={`${path}[${index}]`}
              problems={problems}
            />
          </div>
          <IconButton
            icon={X}
            label={`Remove ${label} ${index + 1}`}
            size="small"
            onClick={() => onChange(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button size="small" icon={Plus} className="justify-self-start" onClick={() => onChange([...items, ""])}>
        Add
      </Button>
    </div>
  );
}
