import { visibleText } from "@/components/json/visible-text";
import type { MarkdownMark } from "@/components/ui/markdown-marks";
import type { PrefixPart } from "@/lib/playground/prefix";

/** Style of forced text, to distinguish it from what the model generated. */
export function markOf({ isForced }: PrefixPart): Omit<MarkdownMark, "start" | "end"> {
  if (!isForced) return { tagName: "span", className: "text-muted", title: "Given as the start of the answer" };
  const className = "rounded-[3px] bg-accent-soft font-medium text-accent-ink underline decoration-double";
  return { tagName: "mark", className, title: "Chosen in the fork, not sampled by the model" };
}

/** The forced start of an answer, before the generated text. */
export function ForcedText({ parts }: { parts: readonly PrefixPart[] }) {
  return parts.map((part, index) => {
    const { tagName: Tag, className, title } = markOf(part);
    return (
      // A part is identified by its index.
      <Tag key={index} title={title} className={className}>
        {visibleText(part.text).toWellFormed()}
      </Tag>
    );
  });
}
