"use client";

import { useState, type SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useDraft } from "@/components/ui/use-draft";
import { isOneEmoji } from "@/lib/contract/emoji";

const palette = ["👍", "👎", "❤️", "🎉", "😀", "😕", "😮", "😢", "🤔", "👀", "🚀", "🐛", "✅", "❌", "⚠️", "🔥"];

interface EmojiPaletteProps {
  /** The subject of the emoji, as the draft's key. */
  draftKey: string;
  onPick: (emoji: string) => void;
}

/** A selection of emojis, and a field for any other. */
export function EmojiPalette({ draftKey, onPick }: EmojiPaletteProps) {
  const draft = useDraft(draftKey);
  const { text, setText } = draft;
  const [error, setError] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const emoji = text.trim();
    if (isOneEmoji(emoji)) {
      draft.clear();
      onPick(emoji);
    } else setError("Enter exactly one emoji");
  };
  return (
    <div className="grid gap-2">
      <div role="group" aria-label="Emojis" className="grid grid-cols-8 gap-0.5">
        {palette.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-label={emoji}
            onClick={() => onPick(emoji)}
            className="size-8 rounded-control text-section hover:bg-hover"
          >
            {emoji}
          </button>
        ))}
      </div>
      <form onSubmit={submit} className="flex items-end gap-2">
        <div className="flex-1">
          <Field label="Other emoji" error={error}>
            {(control) => (
              <Input
                {...control}
                value={text}
                autoComplete="off"
                onChange={(event) => {
                  setText(event.target.value);
                  setError(undefined);
                }}
              />
            )}
          </Field>
        </div>
        <Button type="submit">React</Button>
      </form>
      <DraftNote draft={draft} />
    </div>
  );
}
