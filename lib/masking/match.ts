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

export const NO_SPANS: readonly Span[] = [];
