/** What the reader changed about a table's columns. */
export interface ColumnLayout {
  /** Widths in pixels. */
  sizes: Record<string, number>;
  hidden: string[];
}

const unchanged: ColumnLayout = { sizes: {}, hidden: [] };

/** Reads a remembered layout; what cannot be read counts as never changed. */
export function parseLayout(stored: string): ColumnLayout {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return unchanged;
  }
  if (typeof value !== "object" || value === null) return unchanged;
  const sizes = "sizes" in value && typeof value.sizes === "object" ? Object.entries(value.sizes ?? {}) : [];
  const hidden: unknown[] = "hidden" in value && Array.isArray(value.hidden) ? value.hidden : [];
  return {
    sizes: Object.fromEntries(sizes.filter((entry): entry is [string, number] => isWidth(entry[1]))),
    hidden: hidden.filter((id) => typeof id === "string"),
  };
}

export function formatLayout(layout: ColumnLayout): string {
  return JSON.stringify(layout);
}

function isWidth(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}
