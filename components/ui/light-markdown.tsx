import { lightMarkdown } from "@/lib/format/light-markdown";

/** One line of text with its bold, italic and code parts, as a preview shows Markdown. */
export function LightMarkdown({ line }: { line: string }) {
  return lightMarkdown(line).map(({ text, style }, index) => {
    // Pieces have no identity other than their index.
    if (style === "strong") return <strong key={index}>{text}</strong>;
    if (style === "emphasis") return <em key={index}>{text}</em>;
    if (style === "code") return <code key={index}>{text}</code>;
    return text;
  });
}
