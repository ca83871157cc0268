const categories = 8;

/** FNV-1a over UTF-16 units: short, stable in every run, spread well enough for eight. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return (state ^ (state >>> 15)) >>> 0;
}

/** The palette colour of a model, operation or other key, as a CSS value: the same on every page. */
export function categoryColor(key: string): string {
  return `var(--category-${(hash(key) % categories) + 1})`;
}
