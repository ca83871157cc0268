import type { ComparedSide, FeedbackComparison } from "@/lib/contract/feedback-comparison";
import { cohenKappa } from "./agreement";

const SKIN_TONES = /[\u{1F3FB}-\u{1F3FF}]/gu;
const THUMBS: ReadonlyMap<string, boolean> = new Map([
  ["👍", true],
  ["👎", false],
]);
const VERDICTS = [true, false] as const;

/** What a thumb of any skin tone says; undefined for any other text. */
export const thumbVerdict = (text: string) => THUMBS.get(text.replaceAll(SKIN_TONES, ""));

const verdictOf = (text: string) =>
  thumbVerdict(text) ?? (text === "true" ? true : text === "false" ? false : undefined);

/**
 * A comparison of true and false with thumbs, as one of true and false on both sides: 👍 says true, and 👎 false. Subjects
 * with another reaction are left out of it. Undefined for other values, and where not all values are listed.
 */
export function readThumbs(comparison: FeedbackComparison): FeedbackComparison | undefined {
  const { first, second } = comparison;
  if (!(hasThumbs(first) && saysBooleans(second)) && !(hasThumbs(second) && saysBooleans(first))) return undefined;
  const counted = (one: boolean | undefined, other: boolean | undefined) =>
    comparison.cells
      .filter((cell) => verdictOf(cell.first) === one && verdictOf(cell.second) === other)
      .reduce((sum, { count }) => sum + count, 0);
  const cells = VERDICTS.flatMap((one) =>
    VERDICTS.map((other) => ({ first: String(one), second: String(other), count: counted(one, other) })),
  );
  const sumOf = (matching: (cell: (typeof cells)[number]) => boolean) =>
    cells.filter(matching).reduce((sum, { count }) => sum + count, 0);
  const side = (name: "first" | "second") => ({
    ...comparison[name],
    different: VERDICTS.length,
    values: VERDICTS.map((verdict) => ({
      value: String(verdict),
      count: sumOf((cell) => cell[name] === String(verdict)),
      same: counted(verdict, verdict),
      numbers: 0,
    })),
  });
  const read = {
    count: sumOf(() => true),
    same: sumOf((cell) => cell.first === cell.second),
    first: side("first"),
    second: side("second"),
  };
  const valuesOf = (name: "first" | "second") =>
    cells.flatMap((cell) => Array.from({ length: cell.count }, () => cell[name]));
  const kappa = cohenKappa(valuesOf("first"), valuesOf("second"));
  return read.count === 0 ? undefined : { ...comparison, ...read, cells, kappa };
}

const hasThumbs = ({ different, values }: ComparedSide) =>
  different === values.length && values.some(({ value }) => thumbVerdict(value) !== undefined);

const saysBooleans = ({ different, values }: ComparedSide) =>
  different === values.length && values.every(({ value }) => value === "true" || value === "false");
