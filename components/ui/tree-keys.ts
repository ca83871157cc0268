/** A row of a tree, for keyboard navigation. */
export interface TreeLine {
  level: number;
  isParent: boolean;
  isExpanded: boolean;
}

/** The action of a key in a tree: move to a row, or expand or collapse some. All are indexes of `lines`. */
export type TreeMove = { to: number } | { expand: number[] } | { collapse: number };

/**
 * The action of a key on row `at` (ARIA Authoring Practices, tree view): arrows, Home, End, pages of `pageLines`, and
 * `*` to expand the siblings. Undefined if there is none.
 */
export function treeMove(key: string, lines: readonly TreeLine[], at: number, pageLines: number): TreeMove | undefined {
  const line = lines[at];
  if (!line) return lines.length > 0 ? goTo(0, lines) : undefined;
  switch (key) {
    case "ArrowDown":
      return goTo(at + 1, lines);
    case "ArrowUp":
      return goTo(at - 1, lines);
    case "Home":
      return goTo(0, lines);
    case "End":
      return goTo(lines.length - 1, lines);
    case "PageDown":
      return goTo(at + pageLines, lines);
    case "PageUp":
      return goTo(at - pageLines, lines);
    case "ArrowRight":
      if (!line.isParent) return undefined;
      return line.isExpanded ? goTo(at + 1, lines) : { expand: [at] };
    case "ArrowLeft":
      if (line.isExpanded) return { collapse: at };
      return parentOf(lines, at, line.level);
    case "*":
      return { expand: siblings(lines, at, line.level).filter((index) => lines[index]?.isParent) };
    default:
      return undefined;
  }
}

/**
 * The next row, starting from `at` and wrapping around, whose name begins with the typed text; a repeated letter moves
 * to the next match.
 */
export function typedMatch(
  typed: string,
  count: number,
  at: number,
  nameOf: (index: number) => string,
): number | undefined {
  const prefix = typed.toLocaleLowerCase();
  // While a word is being typed, the current row may remain the match.
  const first = prefix.length === 1 ? 1 : 0;
  for (let step = first; step < count + first; step += 1) {
    const index = (at + step) % count;
    if (nameOf(index).toLocaleLowerCase().startsWith(prefix)) return index;
  }
  return undefined;
}

function goTo(index: number, lines: readonly TreeLine[]): TreeMove {
  return { to: Math.max(0, Math.min(index, lines.length - 1)) };
}

function parentOf(lines: readonly TreeLine[], at: number, level: number): TreeMove | undefined {
  for (let index = at - 1; index >= 0; index -= 1) {
    if ((lines[index]?.level ?? level) < level) return { to: index };
  }
  return undefined;
}

function siblings(lines: readonly TreeLine[], at: number, level: number): number[] {
  const found: number[] = [];
  const collect = (from: number, step: 1 | -1) => {
    for (let index = from; ; index += step) {
      const line = lines[index];
      if (!line || line.level < level) return;
      if (line.level === level) found.push(index);
    }
  };
  collect(at, -1);
  collect(at + 1, 1);
  return found;
}
