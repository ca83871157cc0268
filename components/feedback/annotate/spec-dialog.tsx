"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CodeEditor } from "@/components/ui/code-editor";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast-store";
import { useFormDraft } from "@/components/ui/use-draft";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { readSpec } from "@/lib/feedback/annotation-spec";
import type { Draft } from "@/lib/feedback/form-draft";
import { fieldOf } from "@/lib/feedback/form-field";
import {
  draftOf,
  draftOfTexts,
  emptySpec,
  schemaOf,
  type SpecDraft,
  type SpecKind,
  specKinds,
  textsOf,
} from "@/lib/feedback/spec-draft";
import { publishSpec } from "@/lib/queries/annotations";
import { NAME_IS_TAKEN, NewerVersion } from "@/lib/queries/publish-over";

import { SaveState } from "../save-state";
import { FieldControl } from "./field-control";

const kindWords: Record<SpecKind, string> = {
  choice: "Single choice",
  choices: "Multiple choice",
  number: "Number",
  boolean: "Yes or no",
  text: "Text",
  schema: "JSON Schema",
};

interface SpecDialogProps {
  projectId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** If set, it is edited. */
  edited?: ObjectVersion;
}

/** Creates or changes an annotation: its name and its question, with a preview of the form. */
export function SpecDialog({ projectId, open, onOpenChange, edited }: SpecDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={edited ? `Edit ${edited.object_id}` : "New annotation"}
      description={
        edited
          ? "Saving creates a new version. Existing answers stay attached to their version."
          : "A question that annotators answer about calls and objects."
      }
      className="w-[min(600px,calc(100vw-32px))]"
    >
      <SpecForm projectId={projectId} edited={edited} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface SpecFormProps {
  projectId: string;
  edited: ObjectVersion | undefined;
  onDone: () => void;
}

function SpecForm({ projectId, edited, onDone }: SpecFormProps) {
  const [initial] = useState(() => textsOf(edited ? editedDraft(edited) : emptySpec));
  const about = edited && versionName(edited.version_index);
  const kept = useFormDraft(`annotation:${projectId}:${edited?.object_id ?? ""}`, initial, about);
  const draft = draftOfTexts(kept.fields);
  const [isTried, setTried] = useState(false);
  const publish = useMutation(publishSpec(projectId));
  const read = schemaOf(draft);
  const problems = isTried && "problems" in read ? read.problems : {};
  const refused = publish.error instanceof NewerVersion ? publish.error : undefined;
  const isTaken = refused?.version.object_id === draft.name.trim();
  const change = (next: Partial<SpecDraft>) => kept.change(textsOf({ ...draft, ...next }));
  const submit = () => {
    setTried(true);
    if (!("schema" in read) || publish.isPending) return;
    const spec = { name: draft.name.trim(), description: draft.description.trim(), schema: read.schema, edited };
    const published = publish.mutateAsync(spec, {
      onSuccess: ({ object_id: name, version_index: version }) => {
        toast({ title: version === 0 ? `Created annotation ${name}` : `Saved ${versionName(version)} of ${name}` });
        onDone();
      },
    });
    // Also runs after the dialog has been closed; an error is shown in it.
    published.then(kept.clear, () => undefined);
  };
  return (
    <form className="grid gap-3" onSubmit={onSubmit(submit)}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Name" error={problems.name ?? (isTaken ? NAME_IS_TAKEN : undefined)}>
          {(control) => (
            <Input
              {...control}
              value={draft.name}
              placeholder="helpfulness"
              autoComplete="off"
              maxLength={256}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Answer type">
          {(control) => (
            <Select
              {...control}
              className="w-full"
              options={specKinds.map((value) => ({ value, label: kindWords[value] }))}
              value={draft.kind}
              onValueChange={(kind) => change({ kind })}
            />
          )}
        </Field>
      </div>
      <Field label="Description" hint="Shown to annotators next to the name">
        {(control) => (
          <Input
            {...control}
            value={draft.description}
            autoComplete="off"
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <Details draft={draft} problems={problems} onChange={change} />
      {"schema" in read && <Preview key={read.schema.text} schema={read.schema} label={draft.name.trim()} />}
      <DraftNote draft={kept}>
        {kept.restoredAbout !== about && (
          <span className="text-warning">
            Based on {kept.restoredAbout}; {about} has been published since.
          </span>
        )}
      </DraftNote>
      <SaveState isSaving={publish.isPending} error={refused ? null : publish.error} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={publish.isPending}>
          {publish.isPending ? "Saving" : edited ? "Save new version" : "Create annotation"}
        </Button>
      </div>
    </form>
  );
}

function editedDraft(version: ObjectVersion): SpecDraft {
  const schema = JsonNode.parse(version.val).get("field_schema");
  return draftOf(readSpec(version), new JsonText(schema?.raw ?? "{}"));
}

interface DetailsProps {
  draft: SpecDraft;
  problems: Partial<Record<keyof SpecDraft, string>>;
  onChange: (change: Partial<SpecDraft>) => void;
}

function Details({ draft, problems, onChange }: DetailsProps) {
  switch (draft.kind) {
    case "boolean":
      return undefined;
    case "choice":
    case "choices":
      return (
        <Field label="Choices" hint="One per line" error={problems.options}>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={draft.options}
              placeholder={"good\nmixed\nbad"}
              onChange={(event) => onChange({ options: event.target.value })}
            />
          )}
        </Field>
      );
    case "number":
      return (
        <div className="flex flex-wrap items-start gap-3">
          {(["min", "max"] as const).map((bound) => (
            <div key={bound} className="w-32">
              <Field label={bound === "min" ? "Minimum" : "Maximum"} error={problems[bound]}>
                {(control) => (
                  <Input
                    {...control}
                    inputMode="decimal"
                    value={draft[bound]}
                    placeholder="any"
                    onChange={(event) => onChange({ [bound]: event.target.value })}
                  />
                )}
              </Field>
            </div>
          ))}
          <div className="pt-6">
            <Checkbox
              checked={draft.isInteger}
              onCheckedChange={(checked) => onChange({ isInteger: checked === true })}
            >
              Whole numbers only
            </Checkbox>
          </div>
        </div>
      );
    case "text":
      return (
        <div className="w-40">
          <Field label="Maximum length" error={problems.maxLength}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={draft.maxLength}
                placeholder="no limit"
                onChange={(event) => onChange({ maxLength: event.target.value })}
              />
            )}
          </Field>
        </div>
      );
    case "schema":
      return (
        <CodeEditor
          label="JSON Schema"
          value={draft.schema}
          onChange={(schema) => onChange({ schema })}
          error={problems.schema}
          placeholder={'{"type": "object", "properties": {"score": {"type": "number"}}}'}
          minHeight={120}
        />
      );
  }
}

/** A preview of the form that people can try. */
function Preview({ schema, label }: { schema: Parameters<typeof fieldOf>[0]; label: string }) {
  const [draft, setDraft] = useState<Draft>();
  return (
    <section aria-label="Preview" className="rounded-control border border-line bg-raised p-3">
      <h3 className="mb-2 text-meta text-muted">Preview</h3>
      <FieldControl field={fieldOf(schema)} label={label} draft={draft} onChange={setDraft} path="" problems={[]} />
    </section>
  );
}
