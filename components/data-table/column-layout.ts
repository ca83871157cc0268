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

/** What a user may make a column's width, pixels. */
const [MIN_PX, MAX_PX] = [40, 1_200];

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

/** Whether a column is visible; `isOptional`: only once the user has shown it. */
export function isShown({ hidden, shown }: ColumnLayout, id: string, isOptional = false): boolean {
  return isOptional ? shown.includes(id) : !hidden.includes(id);
}

export function showColumn(layout: ColumnLayout, id: string, isOptional: boolean, isVisible: boolean): ColumnLayout {
  const list = isOptional ? "shown" : "hidden";
  const others = layout[list].filter((one) => one !== id);
  return { ...layout, [list]: isVisible === isOptional ? [...others, id] : others };
}

/** A width within what a user may make it, pixels. */
export function limitedPx(px: number): number {
  return Math.round(Math.max(MIN_PX, Math.min(px, MAX_PX)));
}

function isWidth(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}
