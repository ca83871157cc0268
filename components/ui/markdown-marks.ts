/** A part of a Markdown text that is marked. */
export interface MarkdownMark {
  /** Positions in the source text; `end` is exclusive. */
  start: number;
  end: number;
  tagName: "mark" | "span";
  className: string;
  title: string;
}

/** The properties of a node of the rendered text that are used. */
export interface MarkdownNode {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: MarkdownNode[];
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/** Wraps the marked parts of the text, whatever they are rendered as; syntax itself cannot be wrapped. */
export function markRanges(marks: readonly MarkdownMark[]) {
  const visit = (node: MarkdownNode) => {
    node.children = node.children?.flatMap((child) => {
      if (child.type === "text") return markText(child, marks);
      visit(child);
      return [child];
    });
  };
  return visit;
}

function markText(node: MarkdownNode, marks: readonly MarkdownMark[]): MarkdownNode[] {
  const { value = "", position } = node;
  const [start, end] = [position?.start.offset, position?.end.offset];
  if (start === undefined || end === undefined) return [node];
  // Code and escapes are shorter than their source, so such a text is marked as a whole.
  if (end - start !== value.length) {
    const around = marks.find((mark) => mark.start < end && start < mark.end);
    return [around ? wrapped(value, around) : node];
  }
  const pieces: MarkdownNode[] = [];
  let at = start;
  const take = (upTo: number, mark?: MarkdownMark) => {
    const piece = value.slice(at - start, upTo - start);
    if (piece !== "") pieces.push(mark ? wrapped(piece, mark) : { type: "text", value: piece });
    at = Math.max(at, upTo);
  };
  for (const mark of marks) {
    take(Math.min(mark.start, end));
    take(Math.min(mark.end, end), mark);
  }
  take(end);
  return pieces;
}

function wrapped(value: string, { tagName, className, title }: MarkdownMark): MarkdownNode {
  return {
    type: "element",
    tagName,
    properties: { className: [className], title },
    children: [{ type: "text", value }],
  };
}
