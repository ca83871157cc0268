import type { CSSProperties } from "react";

/** Deeper levels are not indented further, because there would be no space for names. */
const DEEPEST = 12;

/**
 * The indent per level, for the tree's element: smaller for deep trees, so that all levels together use at most this
 * part of the name column.
 */
export function treeStep(levels: number): CSSProperties {
  const moves = Math.max(1, Math.min(levels - 1, DEEPEST));
  return { "--tree-step": `clamp(3px, 30% / ${moves}, 14px)` };
}

export function treeIndent(level: number): CSSProperties {
  return { paddingLeft: `calc(${Math.min(level - 1, DEEPEST)} * var(--tree-step))` };
}

/** Shows the level of a row whose indent does not show it; `aria-level` always has it. */
export function TreeDepth({ level }: { level: number }) {
  if (level - 1 <= DEEPEST) return undefined;
  return (
    <span aria-hidden title={`Level ${level}`} className="shrink-0 text-label text-faint tabular-nums">
      {level}
    </span>
  );
}
