import { JsonNode } from "@/lib/json/node";
import type { TrainingEvent } from "@/lib/contract/training";

/** The metrics that one event reports for a step, by name; null if a value was not a number (NaN, infinite). */
export interface Reading {
  /** Absent if the runner counts no steps; it is then the next one. */
  step?: number;
  metrics: readonly (readonly [name: string, value: number | null])[];
}

/** Metrics of a job's progress, not of its learning. */
const WITHOUT_METRICS: ReadonlySet<string> = new Set(["log", "training_started", "training_ended", "training_failed"]);
const NOT_METRICS: ReadonlySet<string> = new Set(["step", "total_steps"]);
/** How runners write numbers that JSON does not have. */
const NO_NUMBER = /^[+-]?(nan|inf|infinity)$/i;

/**
 * The metrics of an event: every number in its data except the steps, with one level of nesting as `outer.inner`.
 * Metrics of types other than `gradient_step` are prefixed with the type's name (`validation loss`), and need a step.
 * Undefined if there are none.
 */
export function readMetrics({ type, data }: Pick<TrainingEvent, "type" | "data">): Reading | undefined {
  if (WITHOUT_METRICS.has(type)) return undefined;
  const fields = fieldsOf(JsonNode.parse(data).toValue());
  const isStep = type === "gradient_step";
  const step = stepOf(fields);
  if (!isStep && step === undefined) return undefined;
  const metrics = fields.flatMap(([name, value]) => {
    const inner = fieldsOf(value);
    return inner.length > 0 ? inner.map(([key, of]) => [`${name}.${key}`, of] as const) : [[name, value] as const];
  });
  const read = metrics.flatMap(([name, value]) => {
    const number = NOT_METRICS.has(name) ? undefined : numberOf(value);
    return number === undefined ? [] : [[isStep ? name : `${type} ${name}`, number] as const];
  });
  if (read.length === 0 && !isStep) return undefined;
  return { ...(step === undefined ? {} : { step }), metrics: read };
}

function fieldsOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function stepOf(fields: readonly [string, unknown][]): number | undefined {
  const step = fields.find(([name]) => name === "step")?.[1];
  return typeof step === "number" && Number.isFinite(step) ? step : undefined;
}

/** Null for a value that is not a finite number; undefined for one that was never meant as a number. */
function numberOf(value: unknown): number | null | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return value === null || (typeof value === "string" && NO_NUMBER.test(value)) ? null : undefined;
}
