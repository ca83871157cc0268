const CHARS = 600;
/** Letters of each class that a pattern may name. */
const CLASSES: Record<string, string> = { d: "0", w: "a", s: " ", D: "x", W: "-", S: "x" };
const ALWAYS = ["a", "A", "0", " ", "-", ".", "@", "/", "="];
const MOST_TEXTS = 40;

/**
 * Texts that a pattern is slow on if it is on any: many repetitions of the characters that it names, alone and in pairs,
 * with an end that does not match.
 */
export function hostileTexts(pattern: string): string[] {
  const named = [...pattern.matchAll(/\\([dwsDWS])|[\p{L}\p{N}\s@._%+/=:;,#"'<>-]/gu)].map(
    ([character, kind]) => CLASSES[kind ?? ""] ?? character,
  );
  const characters = [...new Set([...named, ...ALWAYS])];
  const pairs = [...new Set(named)].flatMap((one) => [...new Set(named)].map((other) => one + other));
  return [...characters, ...pairs].slice(0, MOST_TEXTS).map((piece) => `${piece.repeat(CHARS / piece.length)}\u0001`);
}
