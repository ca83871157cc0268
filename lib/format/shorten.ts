/** An id longer than `max` characters, shortened in the middle: `01J9ZQ…7F3A`. Surrogate pairs stay whole. */
export function shortenMiddle(text: string, max = 16): string {
  const units = Array.from(text.length > max * 4 ? text.slice(0, max * 2) + text.slice(-max * 2) : text);
  if (units.length <= max) return text;
  const head = Math.ceil((max - 1) * 0.6);
  const tail = max - 1 - head;
  return `${units.slice(0, head).join("")}…${units.slice(units.length - tail).join("")}`;
}
