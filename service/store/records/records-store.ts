import { addSpanRecords, attributesWithEvents, readSpanRecords, spansWithRecords } from "./span-records";

/** A log record of a span, as the JSON of an event: `{name, time, attributes}`. */
export interface SpanRecord {
  trace_id: string;
  span_id: string;
  event: string;
}

/** Log records that belong to spans. */
export const recordsStore = { addSpanRecords, attributesWithEvents, spansWithRecords, readSpanRecords };
