"use client";

import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { CONNECTION_PRESETS, KEY_HEADERS, type KeyHeader, keyHeaderOf } from "@/lib/contract/connection-presets";
import { CONNECTION_URL_CHARS } from "@/lib/contract/limits";

import {
  FIELD_LABELS,
  presetOf,
  type ServerDraft,
  type ServerField,
  type ServerProblems,
  suggestedName,
} from "./server-draft";

interface FieldsProps {
  fields: ServerDraft;
  problems: ServerProblems;
  onChange: (change: Partial<ServerDraft>) => void;
}

const providers = CONNECTION_PRESETS.map(({ provider, title }) => ({ value: provider, label: title }));

const KEY_HEADER_WORDS: Record<KeyHeader, string> = {
  authorization: "authorization, as a Bearer token",
  "api-key": "api-key",
  "x-api-key": "x-api-key",
};
const keyHeaders = KEY_HEADERS.map((value) => ({ value, label: KEY_HEADER_WORDS[value] }));
const requestIds = [
  { value: "body", label: "In the body and in a header" },
  { value: "header", label: "In a header only" },
];

/** What kind of server it is, where it is, and what it is called. */
export function MainFields({
  fields,
  problems,
  onChange,
  onProvider,
}: FieldsProps & { onProvider: (provider: (typeof providers)[number]["value"]) => void }) {
  const preset = presetOf(fields.provider);
  return (
    <>
      <div className="grid grid-cols-1 gap-x-2 gap-y-4 sm:grid-cols-2">
        <Field label={FIELD_LABELS.provider} hint={preset?.hint} error={problems.provider}>
          {(control) => (
            <Select
              {...control}
              options={providers}
              value={preset?.provider ?? "other"}
              onValueChange={onProvider}
              className="w-full"
            />
          )}
        </Field>
        <Line
          field="name"
          fields={fields}
          problems={problems}
          hint="Shown in errors and in the list of models"
          placeholder={suggestedName(fields) || "gpu-1"}
          onChange={onChange}
        />
      </div>
      <Line
        field="address"
        fields={fields}
        problems={problems}
        hint="The part before /chat/completions"
        placeholder={preset?.base_url ?? "https://models.example.com/v1"}
        onChange={onChange}
      />
    </>
  );
}

/** Which models it offers to whom. */
export function OfferFields(props: FieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-x-2 gap-y-4 sm:grid-cols-2">
      <Lines
        {...props}
        field="models"
        hint="One model ID per line. If empty, all that the server lists."
        placeholder="All"
      />
      <Lines
        {...props}
        field="projects"
        hint="acme/bot, or acme/* for all projects in acme, one per line. If empty, all projects."
        placeholder="All"
      />
      <Line
        {...props}
        field="limit"
        hint="The most requests that each replica sends to it at once; others wait"
        placeholder="No limit"
      />
    </div>
  );
}

const MORE: readonly ServerField[] = ["keyHeader", "requestId", "deny", "priority"];

/** What few servers need: shown when asked for, or when something about it is wrong. */
export function MoreFields({ isNew, ...props }: FieldsProps & { isNew: boolean }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && MORE.some((field) => props.problems[field] !== undefined)) setOpen(true);
  if (isOpen) return <AllMoreFields {...props} isNew={isNew} />;
  return (
    <Button size="small" variant="ghost" className="justify-self-start" onClick={() => setOpen(true)}>
      More settings
    </Button>
  );
}

function AllMoreFields({ fields, problems, onChange, isNew }: FieldsProps & { isNew: boolean }) {
  const usual = keyHeaderOf(presetOf(fields.provider)?.provider ?? "other");
  const usually = (label: string) => (isNew ? [{ value: "", label }] : []);
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">More settings</legend>
      <div className="grid grid-cols-1 gap-x-2 gap-y-4 sm:grid-cols-2">
        <Field label={FIELD_LABELS.keyHeader} error={problems.keyHeader}>
          {(control) => (
            <Select
              {...control}
              options={[...usually(`Default: ${KEY_HEADER_WORDS[usual]}`), ...keyHeaders]}
              value={fields.keyHeader}
              onValueChange={(keyHeader) => onChange({ keyHeader })}
              className="w-full"
            />
          )}
        </Field>
        <Field
          label={FIELD_LABELS.requestId}
          hint="Where a request's ID is sent if the caller gave none"
          error={problems.requestId}
        >
          {(control) => (
            <Select
              {...control}
              options={[...usually("Default for the address"), ...requestIds]}
              value={fields.requestId}
              onValueChange={(requestId) => onChange({ requestId })}
              className="w-full"
            />
          )}
        </Field>
      </div>
      <Lines
        fields={fields}
        problems={problems}
        field="deny"
        hint="Request fields, or types of content parts such as image_url, that it does not support, one per line. Requests that have one are sent to another server."
        onChange={onChange}
      />
      <Checkbox
        checked={fields.priority === "yes"}
        onCheckedChange={(checked) => onChange({ priority: checked ? "yes" : "" })}
      >
        Schedules requests by priority
      </Checkbox>
    </fieldset>
  );
}

interface LineProps extends FieldsProps {
  field: ServerField;
  hint: string | undefined;
  placeholder?: string;
}

function Line({ field, fields, problems, hint, placeholder, onChange }: LineProps) {
  return (
    <Field label={FIELD_LABELS[field]} hint={hint} error={problems[field]}>
      {(control) => (
        <Input
          {...control}
          value={fields[field]}
          maxLength={CONNECTION_URL_CHARS}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode={field === "limit" ? "numeric" : field === "address" ? "url" : undefined}
          placeholder={placeholder}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
}

function Lines({ field, fields, problems, hint, placeholder, onChange }: LineProps) {
  return (
    <Field label={FIELD_LABELS[field]} hint={hint} error={problems[field]}>
      {(control) => (
        <Textarea
          {...control}
          rows={3}
          value={fields[field]}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={placeholder}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
}
