/** Number of colors in the palette: `--category-1` and following in globals.css. */
export const CATEGORIES = 12;

/** The palette's color at an index, as a CSS value; colors repeat after the twelfth. */
export function paletteColor(place: number): string {
  return `var(--category-${(place % CATEGORIES) + 1})`;
}

/**
 * The colors of a project's models, given in the order of their first calls: the first twelve differ. A model without
 * calls gets an unused color, always the same one.
 */
export function modelColors(order: readonly string[]): (model: string) => string {
  const places = new Map(order.map((model, place) => [model, place]));
  const isFree = order.length < CATEGORIES;
  const others = isFree ? CATEGORIES - order.length : CATEGORIES;
  return (model) => paletteColor(places.get(model) ?? (isFree ? order.length : 0) + (hash(model) % others));
}

/** A color for each key: the first twelve differ, and a key gets its own color unless another key has taken it. */
export function distinctColors(keys: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<number>();
  const colors = new Map<string, string>();
  for (const key of [...new Set(keys)].toSorted()) {
    let place = hash(key) % CATEGORIES;
    while (taken.size < CATEGORIES && taken.has(place)) place = (place + 1) % CATEGORIES;
    taken.add(place);
    colors.set(key, paletteColor(place));
  }
  return colors;
}

/** FNV-1a over UTF-16 units: short, and the same in every run. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return (state ^ (state >>> 15)) >>> 0;
}
