import type { TextRange } from "@/lib/feedback/passage";

/** Characters of a shown payload that passages are looked for in. */
const MOST_CHARS = 300_000;
/** Content that is not part of the payload. */
const LEFT_OUT = "button, [aria-hidden=true], .sr-only";
const BLOCK = "p, li, div, pre, td, th, article, header, blockquote";

interface ShownPart {
  node: Text;
  /** Its position in the text. */
  from: number;
}

/** The text of an element, and the text nodes it is made of. */
export interface ShownText {
  text: string;
  parts: readonly ShownPart[];
}

/** The payload of a call that contains a node; undefined outside of one. */
export function payloadAround(callId: string, node: Node | null): HTMLElement | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>(payloadsOf(callId)) ?? undefined;
}

/** The id of the call whose payload contains a node; undefined outside of one. */
export function payloadOwner(node: Node | null): string | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>("[data-payload-of]")?.dataset["payloadOf"];
}

/** The payloads of a call that are on the page now. */
export function shownPayloads(callId: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(payloadsOf(callId))];
}

export function readShownText(element: Element): ShownText {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const parts: ShownPart[] = [];
  let text = "";
  let block: Element | null | undefined;
  for (let node = walker.nextNode(); node && text.length < MOST_CHARS; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(LEFT_OUT)) continue;
    const around = node.parentElement?.closest(BLOCK);
    if (text !== "" && around !== block) text += "\n";
    block = around;
    parts.push({ node, from: text.length });
    text += node.data;
  }
  return { text, parts };
}

/** Where a range of the document is in the text; undefined if it is not part of it. */
export function textRangeOf({ parts }: ShownText, range: Range): TextRange | undefined {
  const within = parts.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [within[0], within.at(-1)];
  if (!first || !last) return undefined;
  const start = first.from + (first.node === range.startContainer ? range.startOffset : 0);
  const end = last.from + (last.node === range.endContainer ? range.endOffset : last.node.length);
  return start < end ? { start, end } : undefined;
}

/** The range of the document with a part of the text. */
export function documentRangeOf({ parts }: ShownText, { start, end }: TextRange): Range | undefined {
  const first = parts.findLast(({ from }) => from <= start);
  const last = parts.findLast(({ from }) => from < end);
  if (!first || !last) return undefined;
  const range = document.createRange();
  range.setStart(first.node, Math.min(start - first.from, first.node.length));
  range.setEnd(last.node, Math.min(end - last.from, last.node.length));
  return range;
}

function payloadsOf(callId: string): string {
  return `[data-payload-of="${CSS.escape(callId)}"]`;
}
