import type { TrainingEvent } from "@/lib/contract/training";
import { type Reading, readMetrics } from "./metrics";

/** One metric by step, in order, each step once; null if the value was not a number. */
export interface Curve {
  name: string;
  steps: readonly number[];
  values: readonly (number | null)[];
}

export interface Curves {
  /** In the order in which they were first reported. */
  byName: ReadonlyMap<string, Curve>;
  /** First steps after restarts: earlier values at these and later steps are not drawn. */
  restarts: readonly number[];
  /** Names of metrics beyond the maximum. */
  omitted: ReadonlySet<string>;
  lastStep: number | undefined;
  /** `restarted`: a start was reported again after some steps, so the next step is the first of another attempt. */
  attempt: "none" | "started" | "restarted";
}

/** Maximum number of metrics of a job, so that a runner that makes up names does not add curves without end. */
export const CURVES_KEPT = 200;

export const NO_CURVES: Curves = {
  byName: new Map(),
  restarts: [],
  omitted: new Set(),
  lastStep: undefined,
  attempt: "none",
};

/**
 * The curves updated with later events. Events may report steps out of order, more than once (the last value applies),
 * or not at all (they count up). After another `training_started`, the first step replaces itself and all later ones,
 * because the job continued from a checkpoint.
 */
export function extendCurves(curves: Curves, events: readonly TrainingEvent[]): Curves {
  const draft = new Draft(curves);
  for (const event of events) {
    if (event.type === "training_started") draft.start();
    const reading = readMetrics(event);
    if (reading) draft.add(reading);
  }
  return draft.finish();
}

class Draft {
  readonly #byName: Map<string, Curve>;
  readonly #omitted: Set<string>;
  readonly #restarts: number[];
  /** Points to be inserted into its curve, by step. */
  readonly #added = new Map<string, Map<number, number | null>>();
  #lastStep: number | undefined;
  #attempt: Curves["attempt"];

  constructor({ byName, omitted, restarts, lastStep, attempt }: Curves) {
    this.#byName = new Map(byName);
    this.#omitted = new Set(omitted);
    this.#restarts = [...restarts];
    this.#lastStep = lastStep;
    this.#attempt = attempt;
  }

  start(): void {
    this.#attempt = this.#lastStep === undefined ? "started" : "restarted";
  }

  add({ step: named, metrics }: Reading): void {
    const isRestart = this.#attempt === "restarted";
    const step = named ?? (isRestart ? 1 : (this.#lastStep ?? 0) + 1);
    if (isRestart) this.#restartAt(step);
    this.#lastStep = step;
    for (const [name, value] of metrics) {
      const points = this.#added.get(name) ?? this.#newPoints(name, value);
      points?.set(step, value);
    }
  }

  finish(): Curves {
    this.#merge();
    return {
      byName: this.#byName,
      omitted: this.#omitted,
      restarts: this.#restarts,
      lastStep: this.#lastStep,
      attempt: this.#attempt,
    };
  }

  /** Undefined if it is not drawn: the maximum number of metrics is reached, or the field was never a number. */
  #newPoints(name: string, value: number | null): Map<number, number | null> | undefined {
    if (!this.#byName.has(name)) {
      if (value === null) return undefined;
      if (this.#byName.size >= CURVES_KEPT) {
        this.#omitted.add(name);
        return undefined;
      }
      this.#byName.set(name, { name, steps: [], values: [] });
    }
    const points = new Map<number, number | null>();
    this.#added.set(name, points);
    return points;
  }

  #restartAt(step: number): void {
    this.#merge();
    this.#attempt = "started";
    this.#restarts.push(step);
    for (const [name, { steps, values }] of this.#byName) {
      const restartIndex = steps.findIndex((at) => at >= step);
      if (restartIndex >= 0)
        this.#byName.set(name, { name, steps: steps.slice(0, restartIndex), values: values.slice(0, restartIndex) });
    }
  }

  #merge(): void {
    for (const [name, points] of this.#added) {
      const curve = this.#byName.get(name);
      if (curve) this.#byName.set(name, merged(curve, points));
    }
    this.#added.clear();
  }
}

/** Only the points after the first added one are merged, since a curve usually grows at its end. */
function merged({ name, steps, values }: Curve, points: ReadonlyMap<number, number | null>): Curve {
  const added = [...points].toSorted(([a], [b]) => a - b);
  const first = added[0]?.[0] ?? Number.POSITIVE_INFINITY;
  const from = steps.findLastIndex((step) => step < first) + 1;
  const behind = steps.slice(from).map((step, index): [number, number | null] => [step, values[from + index] ?? null]);
  const tail = behind.length === 0 ? added : [...new Map([...behind, ...added])].toSorted(([a], [b]) => a - b);
  return {
    name,
    steps: steps.slice(0, from).concat(tail.map(([step]) => step)),
    values: values.slice(0, from).concat(tail.map(([, value]) => value)),
  };
}
