import { agreementWithOthers, type AgreementWithOthers, cohenKappa, krippendorffAlpha } from "@/lib/feedback/agreement";
import type { AnnotationSpec } from "@/lib/feedback/annotation-spec";
import { comparableAnswer } from "@/lib/feedback/comparable-answer";
import { type Queue, type QueueAnswer, ratingsOf } from "@/lib/feedback/queue";

/** The agreement of the annotators on one question. */
export interface Agreement {
  spec: AnnotationSpec;
  /** Who answered, by name. */
  people: readonly string[];
  /** Each person's answers, call by call, as they were given. */
  ratings: ReadonlyMap<string, readonly (string | undefined)[]>;
  /** Each person's agreement with the others. */
  byPerson: ReadonlyMap<string, AgreementWithOthers>;
  /** The positions of the calls on which two people gave different answers. */
  differing: ReadonlySet<number>;
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
    const { kind } = spec.field;
    const lists = people.map((who) =>
      (ratings.get(who) ?? []).map((raw) => (raw === undefined ? undefined : comparableAnswer(raw, kind))),
    );
    const others = agreementWithOthers(lists);
    const [a, b] = lists;
    const byCall = queue.callIds.map((_, index) => lists.flatMap((list) => list[index] ?? []));
    const shared = byCall.filter((values) => values.length > 1);
    const differing = byCall.flatMap((values, index) => (new Set(values).size > 1 ? [index] : []));
    return {
      spec,
      people,
      ratings,
      byPerson: new Map(people.flatMap((who, place) => (others[place] ? [[who, others[place]]] : []))),
      differing: new Set(differing),
      shared: shared.length,
      same: shared.length - differing.length,
      kappa: a && b && lists.length === 2 ? cohenKappa(a, b) : undefined,
      alpha: krippendorffAlpha(lists, kind === "number" ? "interval" : "nominal"),
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
