import { JsonText, writeJson } from "@/lib/json/text";

type TestValue = string | number | boolean | JsonText | TestValue[] | { [key: string]: TestValue };

export type TestSpan = {
  traceId?: string;
  spanId?: string;
  parentSpanId?: string | null;
  name?: string;
  startTimeUnixNano?: string;
  endTimeUnixNano?: string;
  attributes?: Record<string, TestValue>;
  events?: { name: string; attributes: Record<string, TestValue> }[];
  status?: { code: number; message?: string };
  [field: string]: unknown;
};

export const TRACE_ID = "5b80767c94eb79926603835237b6f18a";
export const SPAN_ID = "2eed5efe38224a42";

/** For tests: an OTLP/JSON export of some spans of one resource. */
export function exportOf(spans: TestSpan[], resource: Record<string, TestValue> = {}, scope = "test"): string {
  return writeJson({
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope: { name: scope }, spans: spans.map(wholeSpan) }],
      },
    ],
  });
}

function wholeSpan({ attributes = {}, events = [], ...fields }: TestSpan): object {
  return {
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    name: "work",
    kind: 1,
    startTimeUnixNano: "1795164041089000000",
    endTimeUnixNano: "1795164041121730017",
    ...fields,
    attributes: keyValues(attributes),
    events: events.map((event) => ({
      name: event.name,
      timeUnixNano: "1795164041090000000",
      attributes: keyValues(event.attributes),
    })),
  };
}

function keyValues(attributes: Record<string, TestValue>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: TestValue): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (value instanceof JsonText) return { doubleValue: value };
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: keyValues(value) } };
}
