import type { CSSProperties } from "react";

/** Deeper trees stop moving right: their names would have no room. */
const DEEPEST = 12;

/**
 * How far each level moves right, for the tree's element: less where the tree is deep, so that all levels together take
 * at most this part of the column of names.
 */
export function treeStep(levels: number): CSSProperties {
  const moves = Math.max(1, Math.min(levels - 1, DEEPEST));
  return { "--tree-step": `clamp(3px, 30% / ${moves}, 14px)` };
}

/** Where a line begins. */
export function treeIndent(level: number): CSSProperties {
  return { paddingLeft: `calc(${Math.min(level - 1, DEEPEST)} * var(--tree-step))` };
}

/** Shows the level of a line that the indent no longer shows; `aria-level` always has it. */
export function TreeDepth({ level }: { level: number }) {
  if (level - 1 <= DEEPEST) return undefined;
  return (
    <span aria-hidden title={`Level ${level}`} className="shrink-0 text-label text-faint tabular-nums">
      {level}
    </span>
  );
}
