import { priceNames } from "./price-names";

const MIN_SHARED_WORDS = 2;

/**
 * The name in `known` that shares the most leading words with the model, ignoring its provider's prefix and date: an
 * unpriced model is probably a variant of it. Of several the shortest; undefined if none shares at least two words.
 */
export function nearestName(model: string, known: Iterable<string>): string | undefined {
  const names = priceNames(model).map(wordsOf);
  let best: { name: string; shared: number } | undefined;
  for (const name of known) {
    const words = wordsOf(name);
    const shared = Math.max(0, ...names.map((own) => sharedStart(own, words)));
    if (shared < MIN_SHARED_WORDS) continue;
    if (!best || shared > best.shared || (shared === best.shared && isBefore(name, best.name))) best = { name, shared };
  }
  return best?.name;
}

const wordsOf = (name: string) => name.toLowerCase().split(/[^a-z0-9]+/);

function sharedStart(a: readonly string[], b: readonly string[]): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function isBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}
