import type { SearchedForm } from "./searched-form";

/** A part of a text. */
export interface Span {
  start: number;
  end: number;
}

/** Finds what a rule replaces. */
export interface Matcher {
  /**
   * False only if a text has no match. The text may be JSON that contains the texts to be searched, if it has no `\u`
   * escapes.
   */
  mayMatch(text: string): boolean;
  /** The matches in the order of the text; none is empty. `key` is the key of the object whose value the text is. */
  find(text: string, key: string | undefined): readonly Span[];
  /** The fewest characters that a match has. */
  readonly shortest: number;
  /** Whether JSON numbers are searched too. */
  readonly numbers: boolean;
}

/**
 * The matches in a text as it is and in the form in which it is searched besides: what is found as it is stays found. They
 * are in order and do not overlap.
 */
export function matchesIn(
  matcher: Matcher,
  text: string,
  key: string | undefined,
  form: SearchedForm | undefined,
): readonly Span[] {
  const spans = matcher.find(text, key);
  if (!form) return spans;
  const others = matcher.find(form.text, key);
  if (others.length === 0) return spans;
  const merged: Span[] = [];
  for (const { start, end } of [...spans, ...others.map((span) => form.sourceOf(span))].toSorted(byStart)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

const byStart = (a: Span, b: Span) => a.start - b.start;

export const NO_SPANS: readonly Span[] = [];
