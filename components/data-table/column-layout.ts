/** The user's changes to a table's columns. */
export interface ColumnLayout {
  /** Widths in pixels. */
  sizes: Record<string, number>;
  hidden: string[];
  /** Columns that are hidden by default and were shown. */
  shown: string[];
  /** Columns from left to right; others follow in the default order. */
  order: string[];
  /** Columns pinned to the left, before all others. */
  pinned: string[];
}

export const unchangedLayout: ColumnLayout = { sizes: {}, hidden: [], shown: [], order: [], pinned: [] };

/** Parses a stored layout; an invalid one counts as unchanged. */
export function parseLayout(stored: string): ColumnLayout {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return unchangedLayout;
  }
  if (typeof value !== "object" || value === null) return unchangedLayout;
  const read = new Map<string, unknown>(Object.entries(value));
  const names = (field: string): string[] => {
    const list: unknown = read.get(field);
    return Array.isArray(list) ? list.filter((id) => typeof id === "string") : [];
  };
  return {
    sizes: Object.fromEntries(
      Object.entries(read.get("sizes") ?? {}).filter((entry): entry is [string, number] => isWidth(entry[1])),
    ),
    hidden: names("hidden"),
    shown: names("shown"),
    order: names("order"),
    pinned: names("pinned"),
  };
}

export function formatLayout(layout: ColumnLayout): string {
  return JSON.stringify(layout);
}

/** Columns from left to right: pinned ones, then in the user's order, then the others in the default order. */
export function orderedIds({ order, pinned }: ColumnLayout, ids: readonly string[]): string[] {
  const known = new Set(ids);
  return [...new Set([...pinned, ...order, ...ids])].filter((id) => known.has(id));
}

/** The layout with a column moved among the visible ones, within the pinned or the other columns. */
export function moveColumn(
  layout: ColumnLayout,
  ids: readonly string[],
  shown: readonly string[],
  id: string,
  step: number,
): ColumnLayout {
  const all = orderedIds(layout, ids);
  const other = shown[shown.indexOf(id) + step];
  const isPinned = (one: string) => layout.pinned.includes(one);
  if (other === undefined || !shown.includes(id) || isPinned(other) !== isPinned(id)) return layout;
  const order = all.filter((one) => one !== id).toSpliced(all.indexOf(other), 0, id);
  return { ...layout, order, pinned: order.filter(isPinned) };
}

/** The layout with a column moved before another; it becomes pinned if that one is. */
export function moveBefore(layout: ColumnLayout, ids: readonly string[], id: string, before: string): ColumnLayout {
  if (id === before) return layout;
  const others = orderedIds(layout, ids).filter((one) => one !== id);
  const order = others.toSpliced(others.indexOf(before), 0, id);
  const isPinned = (one: string) => (one === id ? layout.pinned.includes(before) : layout.pinned.includes(one));
  return { ...layout, order, pinned: order.filter(isPinned) };
}

export function pinColumn(layout: ColumnLayout, id: string, isPinned: boolean): ColumnLayout {
  const others = layout.pinned.filter((one) => one !== id);
  return { ...layout, pinned: isPinned ? [...others, id] : others };
}

/** Whether a column is visible; `isOptional`: only once the user has shown it. */
export function isShown({ hidden, shown }: ColumnLayout, id: string, isOptional = false): boolean {
  return isOptional ? shown.includes(id) : !hidden.includes(id);
}

export function showColumn(layout: ColumnLayout, id: string, isOptional: boolean, isVisible: boolean): ColumnLayout {
  const list = isOptional ? "shown" : "hidden";
  const others = layout[list].filter((one) => one !== id);
  return { ...layout, [list]: isVisible === isOptional ? [...others, id] : others };
}

function isWidth(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}
