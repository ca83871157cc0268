/** What a job is judged by, the most important first; each is looked for as a word of a metric's name. */
const JUDGED_BY = ["reward", "loss", "accuracy", "kl", "entropy", "grad_norm", "learning_rate"];

/**
 * Names of metrics, those first that a reader looks for: one for each thing that a job is judged by, a plain name before
 * one with more words (`loss` before `validation loss`); then what else says the same things; then all others as they came.
 */
export function orderCurves(names: readonly string[]): string[] {
  const byPlainness = names.toSorted((a, b) => rankOf(a) - rankOf(b) || wordsIn(a) - wordsIn(b));
  const seen = new Map<number, number>();
  const placed = byPlainness.map((name) => {
    const rank = rankOf(name);
    const round = rank === JUDGED_BY.length ? Number.POSITIVE_INFINITY : (seen.get(rank) ?? 0);
    seen.set(rank, round + 1);
    return { name, round, rank };
  });
  return placed.toSorted((a, b) => compare(a.round, b.round) || a.rank - b.rank).map(({ name }) => name);
}

/** Infinities are alike, where their difference is no number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function rankOf(name: string): number {
  const found = JUDGED_BY.findIndex((word) => new RegExp(`(^|[^a-z])${word}($|[^a-z])`, "i").test(name));
  return found < 0 ? JUDGED_BY.length : found;
}

function wordsIn(name: string): number {
  return rankOf(name) === JUDGED_BY.length ? 0 : name.split(/[^\w]+/).length;
}
