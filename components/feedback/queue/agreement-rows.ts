import { cohenKappa, krippendorffAlpha } from "@/lib/feedback/agreement";
import type { AnnotationSpec } from "@/lib/feedback/annotation-spec";
import { type Queue, type QueueAnswer, ratingsOf } from "@/lib/feedback/queue";

/** The agreement of the annotators on one question. */
export interface Agreement {
  spec: AnnotationSpec;
  /** Who answered, by name. */
  people: readonly string[];
  /** Each person's answers, call by call. */
  ratings: ReadonlyMap<string, readonly (string | undefined)[]>;
  /** Calls answered by at least two annotators, and those on which all agree. */
  shared: number;
  same: number;
  /** For exactly two annotators. */
  kappa: number | undefined;
  alpha: number | undefined;
}

/** The agreement of a queue's annotators, question by question; for numbers, alpha uses their distances. */
export function agreementsOf(
  queue: Queue,
  answers: readonly QueueAnswer[],
  specs: readonly AnnotationSpec[],
): Agreement[] {
  return specs.map((spec) => {
    const ratings = ratingsOf(queue, answers, spec.id);
    const people = [...ratings.keys()].toSorted();
    const lists = people.map((who) => ratings.get(who) ?? []);
    const [a, b] = lists;
    const byCall = queue.callIds.map((_, index) => lists.flatMap((list) => list[index] ?? []));
    const shared = byCall.filter((values) => values.length > 1);
    return {
      spec,
      people,
      ratings,
      shared: shared.length,
      same: shared.filter((values) => new Set(values).size === 1).length,
      kappa: a && b && lists.length === 2 ? cohenKappa(a, b) : undefined,
      alpha: krippendorffAlpha(lists, spec.field.kind === "number" ? "interval" : "nominal"),
    };
  });
}

/** Landis and Koch's words for a coefficient: "The measurement of observer agreement for categorical data" (1977). */
export function agreementWords(coefficient: number): string {
  if (coefficient < 0) return "poor";
  if (coefficient <= 0.2) return "slight";
  if (coefficient <= 0.4) return "fair";
  if (coefficient <= 0.6) return "moderate";
  return coefficient <= 0.8 ? "substantial" : "almost perfect";
}
