"use client";

import { ListFilter } from "lucide-react";
import { useState, type SubmitEvent } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { Popover } from "@/components/ui/popover";
import { Textarea } from "@/components/ui/textarea";
import { useDraft } from "@/components/ui/use-draft";
import { NAME_CHARS } from "@/lib/contract/limits";
import { MAX_ROW_DIGESTS } from "@/lib/queries/tables";

interface DigestFilterProps {
  /** The project and digest of the table. */
  table: string;
  digests: readonly string[];
  onChange: (digests: string[]) => void;
}

/** Filters a table by the digests of rows, or by refs that end with one. */
export function DigestFilter({ table, digests, onChange }: DigestFilterProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label="Filter by row digest"
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button icon={ListFilter}>
          Filter by digest
          {digests.length > 0 && <Badge tone="accent">{digests.length}</Badge>}
        </Button>
      }
      className="w-96 max-w-[calc(100vw-16px)]"
    >
      <DigestForm
        table={table}
        digests={digests}
        onChange={(next) => {
          onChange(next);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

function DigestForm({ table, digests, onChange }: DigestFilterProps) {
  const draft = useDraft(`row digests:${table}`, digests.join("\n"));
  const typedDigests = digestsIn(draft.text);
  const problem = problemOf(typedDigests);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (problem) return;
    draft.clear();
    onChange(typedDigests);
  };
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <Field label="Row digests" hint="One per line. Row refs also work." error={problem}>
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            value={draft.text}
            spellCheck={false}
            onChange={(event) => draft.setText(event.target.value)}
            className="font-mono text-meta"
          />
        )}
      </Field>
      <DraftNote draft={draft} />
      <div className="flex justify-end gap-2">
        <Button disabled={digests.length === 0} onClick={() => onChange([])}>
          Show all rows
        </Button>
        <Button type="submit" variant="primary">
          Show these rows
        </Button>
      </div>
    </form>
  );
}

/** Digests in a text, separated by whitespace or commas; of a ref, its last part. */
function digestsIn(text: string): string[] {
  const parts = text.split(/[\s,]+/).flatMap((part) => part.split("/").at(-1) ?? []);
  return [...new Set(parts.filter((part) => part !== ""))];
}

function problemOf(digests: readonly string[]): string | undefined {
  if (digests.length > MAX_ROW_DIGESTS) return `${digests.length} digests entered; the limit is ${MAX_ROW_DIGESTS}.`;
  const long = digests.find((digest) => digest.length > NAME_CHARS);
  return long && `“${long.slice(0, 20)}…” is too long to be a digest.`;
}
