import { Reader } from "protobufjs/minimal.js";
import { JsonText } from "@/lib/contract/json/text";
import { doubleText } from "./number-text";
import {
  ATTRIBUTES_PER_SPAN,
  type AnyValue,
  type Attributes,
  EVENTS_PER_SPAN,
  newAttributes,
  newSpan,
  type ScopeSpans,
  type Span,
  type SpanEvent,
  type SpanLink,
  TOO_DEEP,
  VALUE_DEPTH,
} from "./span";

const FIELD_BITS = 3;

/**
 * Reads an ExportTraceServiceRequest (opentelemetry-proto, `trace.proto` and `common.proto`); field numbers are
 * the cases below. Throws when the bytes are not such a message.
 */
export function decodeProtobuf(body: Uint8Array): ScopeSpans[] {
  const groups: ScopeSpans[] = [];
  const reader = Reader.create(body);
  readFields(reader, reader.len, (field) => {
    if (field !== 1) return false;
    groups.push(...readResourceSpans(reader));
    return true;
  });
  return groups;
}

/** Calls `read` at each field up to `end`; it answers false for a field it does not know, which is then skipped. */
function readFields(reader: Reader, end: number, read: (field: number) => boolean): void {
  if (end > reader.len) throw new RangeError("A message is longer than what holds it");
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (!read(tag >>> FIELD_BITS)) reader.skipType(tag & 7);
  }
  if (reader.pos !== end) throw new RangeError("A field is longer than what holds it");
}

function readMessage(reader: Reader, read: (field: number) => boolean): void {
  const length = reader.uint32();
  readFields(reader, reader.pos + length, read);
}

function readResourceSpans(reader: Reader): ScopeSpans[] {
  const resource = newAttributes();
  const groups: ScopeSpans[] = [];
  readMessage(reader, (field) => {
    if (field === 1) readMessage(reader, (inner) => inner === 1 && readAttribute(reader, resource));
    else if (field === 2) groups.push(readScopeSpans(reader, resource));
    else return false;
    return true;
  });
  return groups;
}

function readScopeSpans(reader: Reader, resource: Attributes): ScopeSpans {
  const group: ScopeSpans = { resource, scope: { name: "", version: "" }, spans: [] };
  readMessage(reader, (field) => {
    if (field === 1) readScope(reader, group.scope);
    else if (field === 2) group.spans.push(readSpan(reader));
    else return false;
    return true;
  });
  return group;
}

function readScope(reader: Reader, scope: ScopeSpans["scope"]): void {
  readMessage(reader, (field) => {
    if (field === 1) scope.name = reader.string();
    else if (field === 2) scope.version = reader.string();
    else return false;
    return true;
  });
}

function readSpan(reader: Reader): Span {
  const span = newSpan();
  let attributes = 0;
  readMessage(reader, (field) => {
    switch (field) {
      case 1:
        span.traceId = readHex(reader);
        return true;
      case 2:
        span.spanId = readHex(reader);
        return true;
      case 4:
        span.parentSpanId = readHex(reader);
        return true;
      case 5:
        span.name = reader.string();
        return true;
      case 6:
        span.kind = reader.int32();
        return true;
      case 7:
        span.startUnixNano = readFixed64(reader);
        return true;
      case 8:
        span.endUnixNano = readFixed64(reader);
        return true;
      case 9:
        attributes += 1;
        if (attributes <= ATTRIBUTES_PER_SPAN) return readAttribute(reader, span.attributes);
        span.cut += 1;
        return false;
      case 11:
        if (span.events.length < EVENTS_PER_SPAN) return span.events.push(readEvent(reader)) > 0;
        span.cut += 1;
        return false;
      case 13:
        if (span.links.length < EVENTS_PER_SPAN) return span.links.push(readLink(reader)) > 0;
        span.cut += 1;
        return false;
      case 10:
      case 12:
      case 14:
        span.dropped += reader.uint32();
        return true;
      case 15:
        readStatus(reader, span);
        return true;
      default:
        return false;
    }
  });
  return span;
}

function readEvent(reader: Reader): SpanEvent {
  const event: SpanEvent = { name: "", timeUnixNano: 0n, attributes: newAttributes() };
  readMessage(reader, (field) => {
    if (field === 1) event.timeUnixNano = readFixed64(reader);
    else if (field === 2) event.name = reader.string();
    else if (field === 3) readAttribute(reader, event.attributes);
    else return false;
    return true;
  });
  return event;
}

function readLink(reader: Reader): SpanLink {
  const link: SpanLink = { traceId: "", spanId: "", attributes: newAttributes() };
  readMessage(reader, (field) => {
    if (field === 1) link.traceId = readHex(reader);
    else if (field === 2) link.spanId = readHex(reader);
    else if (field === 4) readAttribute(reader, link.attributes);
    else return false;
    return true;
  });
  return link;
}

function readStatus(reader: Reader, span: Span): void {
  readMessage(reader, (field) => {
    if (field === 2) span.statusMessage = reader.string();
    else if (field === 3) span.statusCode = reader.int32();
    else return false;
    return true;
  });
}

function readAttribute(reader: Reader, into: Attributes, depth = 0): true {
  let key = "";
  let value: AnyValue = null;
  readMessage(reader, (field) => {
    if (field === 1) key = reader.string();
    else if (field === 2) value = readValue(reader, depth);
    else return false;
    return true;
  });
  into[key] = value;
  return true;
}

function readValue(reader: Reader, depth: number): AnyValue {
  let value: AnyValue = null;
  readMessage(reader, (field) => {
    switch (field) {
      case 1:
        value = reader.string();
        return true;
      case 2:
        value = reader.bool();
        return true;
      case 3:
        value = new JsonText(readInt64(reader).toString());
        return true;
      case 4:
        value = doubleText(reader.double());
        return true;
      case 5:
        if (depth < VALUE_DEPTH) value = readArray(reader, depth + 1);
        else value = TOO_DEEP;
        return depth < VALUE_DEPTH;
      case 6:
        if (depth < VALUE_DEPTH) value = readKeyValues(reader, depth + 1);
        else value = TOO_DEEP;
        return depth < VALUE_DEPTH;
      case 7:
        value = Buffer.from(reader.bytes()).toString("base64");
        return true;
      default:
        return false;
    }
  });
  return value;
}

function readArray(reader: Reader, depth: number): AnyValue[] {
  const items: AnyValue[] = [];
  readMessage(reader, (field) => field === 1 && items.push(readValue(reader, depth)) > 0);
  return items;
}

function readKeyValues(reader: Reader, depth: number): Attributes {
  const attributes = newAttributes();
  readMessage(reader, (field) => field === 1 && readAttribute(reader, attributes, depth));
  return attributes;
}

function readHex(reader: Reader): string {
  return Buffer.from(reader.bytes()).toString("hex");
}

function readInt64(reader: Reader): bigint {
  const { high, low } = reader.int64();
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

// Two halves instead of `fixed64()`, whose answer is a lossy number where the Long package is missing.
function readFixed64(reader: Reader): bigint {
  const low = BigInt(reader.fixed32());
  return (BigInt(reader.fixed32()) << 32n) | low;
}
