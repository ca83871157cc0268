import { type Matcher, NO_SPANS, type Span } from "./match";

/** A pattern of a user as JavaScript has it. Throws `SyntaxError`. */
export function patternOf(pattern: string, ignoresCase: boolean): RegExp {
  return new RegExp(pattern, ignoresCase ? "giu" : "gu");
}

/** Matches of a pattern of a user; only a limit on the time ends one that is slow. */
export function regexMatcher(pattern: RegExp): Matcher {
  return {
    numbers: true,
    shortest: 1,
    // Anchors and white space are not in JSON as they are in its strings.
    mayMatch: () => true,
    find(text) {
      const spans: Span[] = [];
      for (const { 0: found, index } of text.matchAll(pattern))
        if (found !== "") spans.push({ start: index, end: index + found.length });
      return spans.length === 0 ? NO_SPANS : spans;
    },
  };
}
