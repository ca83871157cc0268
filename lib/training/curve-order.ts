/** Metrics in order of importance; each is matched with the words of a metric's name. */
const JUDGED_BY = ["reward", "loss", "accuracy", "kl", "entropy", "grad_norm", "learning_rate"];

/**
 * Names of metrics, the most relevant first: one for each important metric, with plain names before longer ones (`loss`
 * before `validation loss`); then other names for the same metrics; then all others in the order received.
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

/** Infinities compare as equal, since their difference is not a number. */
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
