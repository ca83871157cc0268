import type { MarkdownNode } from "./markdown-marks";

/** Paragraphs, items and cells of one text can be in different scripts. */
const BLOCKS: ReadonlySet<string> = new Set(["p", "li", "th", "td"]);
/** `dir="auto"` ignores the text of blocks that have a `dir` of their own. */
const CONTAINERS: ReadonlySet<string> = new Set(["ul", "ol", "blockquote"]);
const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A rehype plugin that gives each block the direction of its text, and code that from left to right. */
export function blockDirections() {
  return (tree: MarkdownNode): void => {
    const waiting = [tree];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      const direction = directionOf(node);
      if (direction !== undefined) node.properties = { ...node.properties, dir: direction };
      waiting.push(...(node.children ?? []));
    }
  };
}

function directionOf(node: MarkdownNode): string | undefined {
  const { tagName = "" } = node;
  if (BLOCKS.has(tagName)) return "auto";
  if (tagName === "code") return "ltr";
  if (!CONTAINERS.has(tagName)) return undefined;
  return RIGHT_TO_LEFT.test(FIRST_LETTER.exec(textOf(node))?.[0] ?? "") ? "rtl" : "ltr";
}

function textOf({ value = "", children = [] }: MarkdownNode): string {
  return value + children.map(textOf).join("");
}
