/** The distance between two values, 0 if equal; squared, as alpha requires. */
export type Metric = "nominal" | "interval";

/** The values of one annotator by unit; undefined for units without one. */
export type Ratings = readonly (string | undefined)[];

/**
 * Cohen's kappa of two annotators over the units that both rated: 1 for full agreement, 0 for agreement by chance.
 * Undefined without such a unit, and if chance alone would always agree. J. Cohen, "A coefficient of agreement for
 * nominal scales", Educational and Psychological Measurement 20 (1960).
 */
export function cohenKappa(a: Ratings, b: Ratings): number | undefined {
  const pairs = a.flatMap((one, unit) => {
    const other = b[unit];
    return one === undefined || other === undefined ? [] : [[one, other] as const];
  });
  if (pairs.length === 0) return undefined;
  const [ofA, ofB] = [counts(pairs.map(([one]) => one)), counts(pairs.map(([, other]) => other))];
  const observed = pairs.filter(([one, other]) => one === other).length / pairs.length;
  const expected = [...ofA].reduce((sum, [value, n]) => sum + n * (ofB.get(value) ?? 0), 0) / pairs.length ** 2;
  return expected === 1 ? undefined : (observed - expected) / (1 - expected);
}

/**
 * Krippendorff's alpha of any number of annotators, who may leave out units: 1 for full agreement, 0 for agreement by
 * chance. Undefined if nothing can be compared, or if all values are equal. `interval` treats values as numbers. K.
 * Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011).
 */
export function krippendorffAlpha(ratings: readonly Ratings[], metric: Metric = "nominal"): number | undefined {
  const units = Math.max(0, ...ratings.map((one) => one.length));
  const byUnit = Array.from({ length: units }, (_, unit) => ratings.flatMap((one) => one[unit] ?? [])).filter(
    (values) => values.length > 1,
  );
  const all = byUnit.flat();
  if (all.length === 0) return undefined;
  // Within a unit of m values each pair counts 1/(m − 1), so that every value counts once.
  const observed =
    byUnit.reduce((sum, values) => sum + distances(values, metric) / (values.length - 1), 0) / all.length;
  const expected = distances(all, metric) / (all.length * (all.length - 1));
  return expected === 0 ? undefined : 1 - observed / expected;
}

/** How often an annotator gave the answers that others gave. */
export interface AgreementWithOthers {
  /** What the annotator and at least one other rated. */
  units: number;
  /** From 0 to 1; undefined without such a unit. */
  share: number | undefined;
}

/**
 * The agreement of each annotator with the others: of the others who rated a unit, the share with the same value, as a
 * mean over the units that the annotator and at least one other rated.
 */
export function agreementWithOthers(ratings: readonly Ratings[]): AgreementWithOthers[] {
  const units = Math.max(0, ...ratings.map((one) => one.length));
  const byUnit = Array.from({ length: units }, (_, unit) => counts(ratings.flatMap((one) => one[unit] ?? [])));
  const sizes = byUnit.map((values) => [...values.values()].reduce((sum, n) => sum + n, 0));
  return ratings.map((own) => {
    const shares = own.flatMap((value, unit) => {
      const others = (sizes[unit] ?? 0) - 1;
      return value === undefined || others < 1 ? [] : [((byUnit[unit]?.get(value) ?? 1) - 1) / others];
    });
    const sum = shares.reduce((total, share) => total + share, 0);
    return { units: shares.length, share: shares.length === 0 ? undefined : sum / shares.length };
  });
}

/** The sum of the distances of all ordered pairs. */
function distances(values: readonly string[], metric: Metric): number {
  if (metric === "interval") {
    // Σ(a − b)² over ordered pairs is 2(nΣa² − (Σa)²), so the pairs need not be enumerated.
    const numbers = values.map(Number);
    const sum = numbers.reduce((total, one) => total + one, 0);
    const squares = numbers.reduce((total, one) => total + one * one, 0);
    return 2 * (numbers.length * squares - sum * sum);
  }
  return values.length ** 2 - [...counts(values).values()].reduce((sum, n) => sum + n * n, 0);
}

function counts(values: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}
