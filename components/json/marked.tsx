import { literalPattern } from "./json-search";
import { visibleText } from "./visible-text";

interface MarkedProps {
  text: string;
  /** The text to mark; nothing if empty. */
  query: string;
}

/** Plain text with search matches marked. */
export function Marked({ text, query }: MarkedProps) {
  const shown = visibleText(text);
  if (query === "") return shown;
  const parts: { text: string; at: number; isMatch: boolean }[] = [];
  let from = 0;
  for (const { 0: match, index } of shown.matchAll(literalPattern(query))) {
    parts.push({ text: shown.slice(from, index), at: from, isMatch: false }, { text: match, at: index, isMatch: true });
    from = index + match.length;
  }
  parts.push({ text: shown.slice(from), at: from, isMatch: false });
  return parts
    .filter((part) => part.text !== "")
    .map((part) =>
      part.isMatch ? (
        <mark key={part.at} className="rounded-[2px] bg-accent text-on-accent">
          {part.text}
        </mark>
      ) : (
        <span key={part.at}>{part.text}</span>
      ),
    );
}
