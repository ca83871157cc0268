/** What a job is judged by, the most important first; each is looked for as a word of a metric's name. */
const JUDGED_BY = ["reward", "loss", "accuracy", "kl", "entropy", "grad_norm", "learning_rate"];

/**
 * Names of metrics, those first that a reader looks for: reward, then loss, then what usually explains them; a plain name
 * before one with more words (`loss` before `validation loss`). Others keep their order.
 */
export function orderCurves(names: readonly string[]): string[] {
  return names.toSorted((a, b) => rankOf(a) - rankOf(b) || wordsIn(a) - wordsIn(b));
}

function rankOf(name: string): number {
  const found = JUDGED_BY.findIndex((word) => new RegExp(`(^|[^a-z])${word}($|[^a-z])`, "i").test(name));
  return found < 0 ? JUDGED_BY.length : found;
}

function wordsIn(name: string): number {
  return rankOf(name) === JUDGED_BY.length ? 0 : name.split(/[^\w]+/).length;
}
