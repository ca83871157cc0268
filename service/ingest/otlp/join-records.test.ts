import { expect, test } from "vitest";
import { OTLP_RAW_VALUE_CHARS } from "@/lib/contract/limits";
import { decodeExport } from "./decode-export";
import { withStoredEvents } from "./join-records";
import { toCallWrite } from "./span-to-call";

const VALUES = [
  {},
  { stringValue: "" },
  { stringValue: "nul \u0000, half a pair \ud800, 🦊" },
  { stringValue: "x".repeat(OTLP_RAW_VALUE_CHARS + 1) },
  { boolValue: false },
  { intValue: "9007199254740993" },
  { doubleValue: 1 },
  { doubleValue: "NaN" },
  { bytesValue: "AAECAw==" },
  { arrayValue: { values: [{ stringValue: "a" }, {}] } },
  { kvlistValue: { values: [{ key: "api_key", value: { stringValue: "secret" } }] } },
];

/** A span with an event for each value, one without attributes, and one twice. */
const EVENTS = [
  ...VALUES.map((value) => ({ name: "e", attributes: [{ key: "a", value }] })),
  { name: "" },
  { name: "" },
];

test("a span that is sent twice is stored with the events of once, whatever they contain", () => {
  const events = EVENTS.map((event, place) => ({
    ...event,
    timeUnixNano: String(1795164041090000123n + BigInt(place)),
  }));
  const sent = { traceId: "a".repeat(32), spanId: "b".repeat(16), startTimeUnixNano: "1795164041090000000", events };
  const [group] = decodeExport(
    Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [sent] }] }] })),
    "json",
  );
  const [span] = group?.spans ?? [];
  if (!group || !span) throw new Error("the export has one span");
  expect(span.events).toHaveLength(EVENTS.length);
  const stored = toCallWrite(span, group, "local/demo").attributes?.text;
  expect(stored).toContain("truncated");
  expect(withStoredEvents(span, stored, (attributes) => attributes).events).toEqual(span.events);
});
