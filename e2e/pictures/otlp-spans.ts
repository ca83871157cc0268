interface SpanOptions {
  name: string;
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number>;
  /** The message of the error with which it ended. */
  error?: string;
  /** Its id, if it was needed before; see `newSpanId`. */
  id?: string;
}

type Value = { stringValue: string } | { intValue: string } | { doubleValue: number };

/** The spans of one trace in OTLP's JSON, with ids from `random`. */
export class OtlpTrace {
  readonly id: string;
  readonly spans: object[] = [];
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
    this.id = this.#hex(32);
  }

  /** Adds a span below `parent`, and returns its id. */
  add(
    { name, startMs, endMs, attributes, error, id: spanId = this.newSpanId() }: SpanOptions,
    parent?: string,
  ): string {
    this.spans.push({
      traceId: this.id,
      spanId,
      ...(parent !== undefined && { parentSpanId: parent }),
      name,
      kind: 1,
      startTimeUnixNano: nanoseconds(startMs),
      endTimeUnixNano: nanoseconds(endMs),
      attributes: attributesOf(attributes),
      status: error === undefined ? { code: 1 } : { code: 2, message: error },
    });
    return spanId;
  }

  newSpanId(): string {
    return this.#hex(16);
  }

  #hex(length: number): string {
    return Array.from({ length }, () => Math.floor(this.#random() * 16).toString(16)).join("");
  }
}

/** The body of a request that exports traces. */
export function exportOf(traces: readonly OtlpTrace[]): string {
  const resource = { attributes: attributesOf({ "service.name": "support-desk", "service.version": "2026.11.3" }) };
  const spans = traces.flatMap((trace) => trace.spans);
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "support-desk" }, spans }] }] });
}

const nanoseconds = (ms: number) => `${Math.round(ms * 1e3)}000`;

const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));

function valueOf(value: string | number): Value {
  if (typeof value === "string") return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
