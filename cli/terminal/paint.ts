const CODES = {
  bold: [1, 22],
  faint: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
} as const;
export type Tone = keyof typeof CODES;

/** A text in a tone; unchanged without one. */
export type Paint = (text: string, tone: Tone | undefined) => string;

const plain: Paint = (text) => text;
const colored: Paint = (text, tone) => {
  if (tone === undefined) return text;
  const [start, end] = CODES[tone];
  return `\u001B[${start}m${text}\u001B[${end}m`;
};

/** Colors for a terminal that has them, unless `NO_COLOR` is set (no-color.org). */
export function paintFor(
  { isTTY = false }: { isTTY?: boolean | undefined },
  { NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): Paint {
  return isTTY && !NO_COLOR && TERM !== "dumb" ? colored : plain;
}
