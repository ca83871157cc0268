"use client";

import { X } from "lucide-react";

import { ROLE_OPTIONS, ROLE_WORDS } from "@/lib/format/role-words";

import { Field } from "./field";
import type { GrantDraft } from "./grant-draft";
import { IconButton } from "./icon-button";
import { Input } from "./input";
import { Select } from "./select";

interface GrantFieldsProps {
  grant: GrantDraft;
  error: string | undefined;
  onChange: (grant: GrantDraft) => void;
  /** Absent if it is the only one. */
  onRemove: (() => void) | undefined;
}

/** A role and its project pattern. */
export function GrantFields({ grant, error, onChange, onRemove }: GrantFieldsProps) {
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field label="Projects" error={error}>
          {(control) => (
            <Input
              {...control}
              value={grant.pattern}
              onChange={(event) => onChange({ ...grant, pattern: event.target.value })}
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="acme/bot"
            />
          )}
        </Field>
      </div>
      <div className="min-w-0 flex-1">
        <Field label="Role" hint={ROLE_WORDS[grant.role]}>
          {(control) => (
            <Select
              {...control}
              options={ROLE_OPTIONS}
              value={grant.role}
              onValueChange={(role) => onChange({ ...grant, role })}
              className="w-full"
            />
          )}
        </Field>
      </div>
      <div className="w-7 shrink-0 pt-5">
        {onRemove && <IconButton icon={X} label={`Remove ${grant.pattern || "these projects"}`} onClick={onRemove} />}
      </div>
    </div>
  );
}
