"use client";

import type { ReactNode, RefObject } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Kbd } from "@/components/ui/kbd";
import { onSubmit } from "@/components/ui/on-submit";
import { Textarea } from "@/components/ui/textarea";
import type { Draft } from "@/components/ui/use-draft";

import { SaveState } from "../save-state";
import { isSubmitKey } from "../submit-key";

interface CommentBoxProps {
  label: string;
  placeholder: string;
  /** The label of its button. */
  action: string;
  text: string;
  draft: Pick<Draft, "restoredAt" | "isKept" | "clear">;
  onTextChange: (text: string) => void;
  saving: { isPending: boolean; error: Error | null };
  onSave: () => void;
  /** Absent if the form is always open. */
  onCancel?: () => void;
  field?: RefObject<HTMLTextAreaElement | null>;
  isMono?: boolean;
  isDisabled?: boolean;
  /** Above the text box. */
  children?: ReactNode;
}

/** A text box with its buttons, draft and errors. */
export function CommentBox(props: CommentBoxProps) {
  const { label, placeholder, action, text, draft, onTextChange, saving, onSave, onCancel, field } = props;
  const save = () => {
    if (text.trim() !== "" && !saving.isPending && !props.isDisabled) onSave();
  };
  return (
    <form onSubmit={onSubmit(save)} className="grid gap-2">
      {props.children}
      <div className="flex flex-wrap items-end gap-2">
        <Textarea
          ref={field}
          aria-label={label}
          placeholder={placeholder}
          rows={props.isMono ? 5 : 2}
          value={text}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the user to write in it
          autoFocus={onCancel !== undefined}
          spellCheck={!props.isMono}
          readOnly={saving.isPending}
          onChange={(event) => onTextChange(event.target.value)}
          onKeyDown={(event) => {
            if (!isSubmitKey(event)) return;
            event.preventDefault();
            save();
          }}
          className={props.isMono ? "min-w-48 flex-1 font-mono text-meta" : "min-h-12 min-w-48 flex-1"}
        />
        <div className="flex gap-2">
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          <Button type="submit" busy={saving.isPending} disabled={text.trim() === "" || props.isDisabled}>
            {saving.isPending ? "Saving" : action}
            {!saving.isPending && <Kbd keys="mod+enter" />}
          </Button>
        </div>
      </div>
      <DraftNote draft={draft} />
      <SaveState isSaving={saving.isPending} error={saving.error} />
    </form>
  );
}
