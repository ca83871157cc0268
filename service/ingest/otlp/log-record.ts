import type { AnyValue, Attributes } from "./any-value";

/** One log record as OTLP has it; ids and times as in spans. */
export type LogRecord = {
  timeUnixNano: bigint;
  observedUnixNano: bigint;
  traceId: string;
  spanId: string;
  eventName: string;
  body: AnyValue;
  attributes: Attributes;
  /** What is wrong with a record that could not be read. */
  problem?: string;
};

/** The log records of one instrumentation scope of one resource. */
export type ScopeLogs = { resource: Attributes; records: LogRecord[] };

export const newLogRecord = (): LogRecord => ({
  timeUnixNano: 0n,
  observedUnixNano: 0n,
  traceId: "",
  spanId: "",
  eventName: "",
  body: null,
  attributes: new Map(),
});
