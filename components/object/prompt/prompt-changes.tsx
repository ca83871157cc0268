import { useMemo } from "react";

import { roleColor } from "@/components/conversation/role-color";
import { cn } from "@/components/ui/cn";
import { Fold } from "@/components/ui/fold";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { counted } from "@/lib/format/number";
import type { Prompt } from "@/lib/prompt/prompt";
import { type PartChange, versionChanges, type WordPiece } from "@/lib/prompt/version-changes";

interface PromptChangesProps {
  before: Prompt;
  after: Prompt;
  /** The names of the two versions, as in "v1 and v2". */
  label: string;
}

/** What changed between two versions of a prompt, word by word: first the messages, then the settings. */
export function PromptChanges({ before, after, label }: PromptChangesProps) {
  const { turns, settings } = useMemo(() => versionChanges(before, after), [before, after]);
  const changed = turns.filter(({ change }) => change !== "same");
  return (
    <>
      <p role="status" className="px-4 py-1.5 text-meta text-muted">
        {changed.length + settings.length === 0 ? "No differences." : summaryOf(changed, settings)}
      </p>
      <ScrollRegion
        label={`Differences between ${label}`}
        className="@container min-h-0 flex-1 overflow-auto border-t border-line px-4 py-1 focus-visible:-outline-offset-2"
      >
        {turns.map((turn, index) => (
          // Messages have no identity other than their index.
          <Part key={index} part={turn} nameClass={roleColor(turn.name)} />
        ))}
        {settings.length > 0 && (
          <section aria-label="Model settings">
            <h2 className="pt-4 pb-1 text-meta font-medium">Model settings</h2>
            {settings.map((setting) => (
              <Part
                key={setting.name}
                part={setting}
                nameClass="font-mono text-muted"
                textClass="font-mono text-meta"
              />
            ))}
          </section>
        )}
      </ScrollRegion>
    </>
  );
}

function summaryOf(turns: readonly PartChange[], settings: readonly PartChange[]): string {
  const words = (["changed", "added", "removed"] as const).flatMap((kind) => {
    const count = turns.filter(({ change }) => change === kind).length;
    return count === 0 ? [] : [`${counted(count, "message")} ${kind}`];
  });
  return [...words, ...(settings.length > 0 ? [`${counted(settings.length, "setting")} changed`] : [])].join(", ");
}

const notes = { same: "unchanged", changed: undefined, added: "added", removed: "removed" };
const noteLooks = { same: "text-muted", changed: "", added: "text-success", removed: "text-error" };

interface PartProps {
  part: PartChange;
  nameClass: string;
  textClass?: string;
}

function Part({ part: { name, change, pieces }, nameClass, textClass }: PartProps) {
  const text = <Words pieces={pieces} isWhole={change !== "changed"} className={textClass} />;
  return (
    <article
      aria-label={`${name} ${notes[change] ?? "changed"}`}
      className="grid gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0 @min-[420px]:grid-cols-[104px_minmax(0,1fr)]"
    >
      <header className="flex gap-2 text-meta leading-5 @min-[420px]:flex-col @min-[420px]:gap-0">
        <span className={cn("font-medium wrap-anywhere", nameClass)}>{name}</span>
        {notes[change] && <span className={cn("text-label", noteLooks[change])}>{notes[change]}</span>}
      </header>
      {change === "same" ? <Fold summary={firstWords(pieces)}>{text}</Fold> : text}
    </article>
  );
}

const SUMMARY_CHARS = 80;

function firstWords(pieces: readonly WordPiece[]) {
  const [text = ""] = pieces.map((piece) => piece.text);
  return <span className="min-w-0 truncate">{text.slice(0, SUMMARY_CHARS).toWellFormed() || "empty"}</span>;
}

interface WordsProps {
  pieces: readonly WordPiece[];
  /** Whether all of it is new, gone or the same. */
  isWhole: boolean;
  className: string | undefined;
}

function Words({ pieces, isWhole, className }: WordsProps) {
  return (
    <div className={cn("min-w-0 wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]", className)}>
      {pieces.map(({ text, change }, index) => {
        const words = text.toWellFormed();
        if (change === "same") return words;
        const Tag = change === "added" ? "ins" : "del";
        const look = change === "added" ? "bg-success-soft no-underline" : "bg-error-soft";
        return (
          // Pieces have no identity other than their index.
          <Tag key={index} className={cn("rounded-[2px] text-ink", look, isWhole && "no-underline")}>
            <span className="sr-only"> {change}: </span>
            {words}
          </Tag>
        );
      })}
    </div>
  );
}
