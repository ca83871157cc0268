import { Marked } from "@/components/json/marked";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/lib/format/number";

/** A text is shown up to one of these at first. */
const FIRST_CHARS = 1_200;
const FIRST_LINES = 20;
/** The number of characters that each press adds. */
const MORE_CHARS = 100_000;

interface LogTextProps {
  text: string;
  isCode: boolean;
  isError?: boolean;
  /** The number of characters that are shown. */
  shown: number;
  onShow: (chars: number) => void;
  /** The text to mark. */
  query: string;
}

/** The number of characters of a text that are shown at first. */
export function firstChars(text: string): number {
  let end = -1;
  for (let line = 0; line < FIRST_LINES; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end === -1 || end > FIRST_CHARS) return FIRST_CHARS;
  }
  return end;
}

/** A text of the log; a long one is extended in steps. */
export function LogText({ text, isCode, isError = false, shown, onShow, query }: LogTextProps) {
  const isCut = text.length > shown;
  // Half of a surrogate pair is no character.
  const visible = isCut ? text.slice(0, shown).replace(/[\uD800-\uDBFF]$/, "") : text;
  return (
    <div className="min-w-0">
      <div
        className={cn(
          "wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]",
          isCode && "font-mono text-meta leading-[18px]",
          isError && "text-error",
        )}
      >
        <Marked text={visible} query={query} />
        {isCut && "…"}
      </div>
      {isCut && (
        <Button size="small" className="mt-1" onClick={() => onShow(shown + MORE_CHARS)}>
          {text.length - shown <= MORE_CHARS
            ? `Show all ${formatCount(text.length)} characters`
            : `Show ${formatCount(MORE_CHARS)} more of ${formatCount(text.length)} characters`}
        </Button>
      )}
    </div>
  );
}
