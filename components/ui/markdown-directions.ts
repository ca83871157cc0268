import type { MarkdownNode } from "./markdown-marks";

/** Paragraphs, items and cells of one text can be in different scripts. */
const BLOCKS: ReadonlySet<string> = new Set(["p", "ul", "ol", "li", "blockquote", "th", "td"]);

/** A rehype plugin that gives each block the direction of its text. */
export function blockDirections() {
  return (tree: MarkdownNode): void => {
    const waiting = [tree];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.tagName !== undefined && BLOCKS.has(node.tagName)) node.properties = { ...node.properties, dir: "auto" };
      waiting.push(...(node.children ?? []));
    }
  };
}
