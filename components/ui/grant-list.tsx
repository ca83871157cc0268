"use client";

import { Plus } from "lucide-react";

import { Button } from "./button";
import { type GrantDraft, patternPath, withGrant } from "./grant-draft";
import { GrantFields } from "./grant-fields";

interface GrantListProps {
  drafts: readonly GrantDraft[];
  /** What is wrong with the field at a path of the request. */
  errorAt: (path: string) => string | undefined;
  /** Whether the last one may be removed too. */
  mayBeEmpty?: boolean;
  onChange: (drafts: readonly GrantDraft[]) => void;
}

/** The roles of somebody, to be edited. */
export function GrantList({ drafts, errorAt, mayBeEmpty = false, onChange }: GrantListProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-meta font-medium">Roles</legend>
      {drafts.map((draft, index) => (
        <GrantFields
          key={draft.row}
          grant={draft}
          error={errorAt(patternPath(index))}
          onChange={(next) => onChange(drafts.with(index, next))}
          onRemove={drafts.length > 1 || mayBeEmpty ? () => onChange(drafts.toSpliced(index, 1)) : undefined}
        />
      ))}
      <p className="text-meta text-muted">
        <code>acme/bot</code> means one project, <code>acme/*</code> all projects in acme, and <code>*</code> all
        projects.
      </p>
      <Button size="small" icon={Plus} onClick={() => onChange(withGrant(drafts))} className="justify-self-start">
        Add role
      </Button>
    </fieldset>
  );
}
