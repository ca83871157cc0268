import type { DiffBlock, DiffLine } from "./compare-json";

/** Number of lines shown on each side of a change. */
const CONTEXT = 3;
/** Fewer lines than this are not hidden. */
const FEWEST_HIDDEN = 4;

export type DiffLayout = "split" | "unified";

/** A line with its number in its document. */
export interface PlacedLine extends DiffLine {
  number: number;
}

/** One row of a comparison. */
export type DiffRow =
  /** Unchanged lines that are hidden; showing them opens their block. */
  | { type: "hidden"; block: number; count: number }
  | { type: "same"; left: PlacedLine; right: PlacedLine }
  /** A line of either side, or of both when shown side by side. */
  | { type: "change"; left?: PlacedLine; right?: PlacedLine };

/** The rows of a comparison; lines far from any change are hidden except in `opened` blocks. */
export function diffRows(blocks: readonly DiffBlock[], layout: DiffLayout, opened: ReadonlySet<number>): DiffRow[] {
  const rows: DiffRow[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.type === "change") {
      addChange(rows, block, layout);
      continue;
    }
    const { lines } = block;
    const before = index === 0 ? 0 : CONTEXT;
    const after = index === blocks.length - 1 ? 0 : CONTEXT;
    const hidden = lines.length - before - after;
    if (opened.has(index) || hidden < FEWEST_HIDDEN) addSame(rows, block, 0, lines.length);
    else {
      addSame(rows, block, 0, before);
      rows.push({ type: "hidden", block: index, count: hidden });
      addSame(rows, block, lines.length - after, lines.length);
    }
  }
  return rows;
}

function addSame(rows: DiffRow[], block: DiffBlock & { type: "same" }, from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const line = block.lines[index];
    if (!line) continue;
    const [left, right] = [block.left + index, block.right + index];
    rows.push({ type: "same", left: { ...line, number: left }, right: { ...line, number: right } });
  }
}

function addChange(rows: DiffRow[], block: DiffBlock & { type: "change" }, layout: DiffLayout): void {
  const left = block.removed.map((line, index) => ({ ...line, number: block.left + index }));
  const right = block.added.map((line, index) => ({ ...line, number: block.right + index }));
  if (layout === "unified") {
    for (const line of left) rows.push({ type: "change", left: line });
    for (const line of right) rows.push({ type: "change", right: line });
    return;
  }
  for (let index = 0; index < Math.max(left.length, right.length); index += 1)
    rows.push({ type: "change", left: left[index], right: right[index] });
}
