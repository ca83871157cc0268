import { Writer } from "protobufjs/minimal.js";
import { describe, expect, it, test } from "vitest";
import { OTLP_VALUE_DEPTH } from "@/lib/contract/limits";
import { valueJson } from "./any-value";
import { decodeJson } from "./decode-json";
import { decodeProtobuf } from "./decode-protobuf";
import type { Span } from "./span";
import { decodeExport } from "./decode-export";
import { exportOf, SPAN_ID, TRACE_ID } from "./test-export";
import { TRACE_EXPORT } from "./trace-messages";

type Fill = (writer: Writer) => void;

const LENGTH_DELIMITED = 2;
const tag = (field: number, wireType = LENGTH_DELIMITED) => (field << 3) | wireType;

/** Writes a nested message as a field. */
function nest(writer: Writer, field: number, fill: Fill): void {
  writer.uint32(tag(field)).fork();
  fill(writer);
  writer.ldelim();
}

/** The one span that an export in protobuf, filled in by `fill`, is read as. */
function spanOf(fill: Fill): Span {
  const writer = Writer.create();
  nest(writer, 1, (resource) => nest(resource, 2, (scope) => nest(scope, 2, fill)));
  return onlySpan(decodeProtobuf(writer.finish(), TRACE_EXPORT, []));
}

function onlySpan(groups: { spans: Span[] }[]): Span {
  const span = groups[0]?.spans[0];
  if (!span) throw new Error("the export has one span");
  return span;
}

const attribute = (fillValue: Fill) => (span: Writer) =>
  nest(span, 9, (pair) => {
    pair.uint32(tag(1)).string("k");
    nest(pair, 2, fillValue);
  });

function textOf(span: Span): string {
  const value = span.attributes.get("k");
  return value === undefined ? "missing" : valueJson(value).text;
}

describe("protobuf values", () => {
  const nested = (depth: number): Fill =>
    depth === 0
      ? (w) => w.uint32(tag(1)).string("deepest")
      : (w) => nest(w, 5, (list) => nest(list, 1, nested(depth - 1)));

  it.each<[string, Fill, string]>([
    ["a string", (w) => w.uint32(tag(1)).string('a "b"\u0000'), '"a \\"b\\"\\u0000"'],
    ["a boolean", (w) => w.uint32(tag(2, 0)).bool(true), "true"],
    ["the largest integer", (w) => w.uint32(tag(3, 0)).int64("9223372036854775807"), "9223372036854775807"],
    ["the smallest integer", (w) => w.uint32(tag(3, 0)).int64("-9223372036854775808"), "-9223372036854775808"],
    ["a whole double", (w) => w.uint32(tag(4, 1)).double(1), "1.0"],
    ["a double", (w) => w.uint32(tag(4, 1)).double(0.1), "0.1"],
    ["a large double", (w) => w.uint32(tag(4, 1)).double(1e21), "1e+21"],
    ["negative zero", (w) => w.uint32(tag(4, 1)).double(-0), "-0.0"],
    ["no number", (w) => w.uint32(tag(4, 1)).double(NaN), '"NaN"'],
    ["bytes", (w) => w.uint32(tag(7)).bytes(new Uint8Array([1, 2, 255])), '"AQL/"'],
    ["nothing", () => undefined, "null"],
    ["a field of the future", (w) => w.uint32(tag(99)).string("x"), "null"],
    ["a list in a list", nested(2), '[["deepest"]]'],
    ["the deepest value", nested(OTLP_VALUE_DEPTH), `${"[".repeat(32)}"deepest"${"]".repeat(32)}`],
    [
      "one level more",
      nested(OTLP_VALUE_DEPTH + 1),
      `${"[".repeat(32)}"[nested deeper than 32 levels]"${"]".repeat(32)}`,
    ],
  ])("%s", (_, fill, text) => {
    expect(textOf(spanOf(attribute(fill)))).toBe(text);
  });

  it("reads times with all their digits", () => {
    const span = spanOf((w) => w.uint32(tag(7, 1)).fixed64("18446744073709551615"));
    expect(span.startUnixNano).toBe(18446744073709551615n);
  });

  it("adds up what the client says it dropped", () => {
    const span = spanOf((w) =>
      w.uint32(tag(10, 0)).uint32(5).uint32(tag(12, 0)).uint32(2).uint32(tag(14, 0)).uint32(1),
    );
    expect(span.dropped).toBe(8);
  });

  it.each<[string, number[], string]>([
    ["a length beyond the body", [0x0a, 0x7f], "longer than its container"],
    ["a varint without an end", [0x0a, ...Array<number>(12).fill(0xff)], "varint"],
  ])("throws for %s", (_, bytes, message) => {
    expect(() => decodeProtobuf(new Uint8Array(bytes), TRACE_EXPORT, [])).toThrow(message);
  });

  it("refuses more parts than the limit, before they are all in memory", () => {
    const values = new Uint8Array(9_000_000);
    for (let at = 0; at < values.length; at += 2) values[at] = tag(1);
    const fill = attribute((w) => w.uint32(tag(5)).bytes(values));
    expect(() => spanOf(fill)).toThrow("An export may have at most 4000000 attributes");
  });
});

describe("JSON values", () => {
  const valueIn = (value: string) =>
    textOf(
      onlySpan(
        decodeJson(exportOf([{ attributes: { k: "?" } }]).replace('{"stringValue":"?"}', value), TRACE_EXPORT, []),
      ),
    );

  it.each([
    ['{"intValue":"9223372036854775807"}', "9223372036854775807"],
    ['{"intValue":9007199254740993}', "9007199254740993"],
    ['{"doubleValue":1.0}', "1.0"],
    ['{"doubleValue":1e200000}', "1e200000"],
    ['{"doubleValue":"NaN"}', '"NaN"'],
    ['{"stringValue":"\\ud800\\u0000"}', '"\\ud800\\u0000"'],
    ['{"bytesValue":"AQL/"}', '"AQL/"'],
    ['{"arrayValue":{"values":[{"boolValue":false},{}]}}', "[false,null]"],
    ['{"kvlistValue":{"values":[{"key":"__proto__","value":{"intValue":1}}]}}', '{"__proto__":1}'],
    ['{"stringValue":null}', '""'],
    ['{"futureValue":{"a":[1]}}', "null"],
    ["null", "null"],
  ])("%s", (value, text) => expect(valueIn(value)).toBe(text));

  it.each([
    ['{"intValue":12.0}', "12"],
    ['{"intValue":"12.0"}', "12"],
    ['{"intValue":1.2e1}', "12"],
    ['{"intValue":1.5}', "1.5"],
    ['{"intValue":"many"}', '"many"'],
    ['{"intValue":true}', "true"],
    ['{"boolValue":"true"}', '"true"'],
    ['{"stringValue":1}', "1"],
    ['{"stringValue":{"a":[1.0]}}', '{"a":[1.0]}'],
    ['{"arrayValue":[]}', "[]"],
    ['{"kvlistValue":{"values":{}}}', '{"values":{}}'],
    ['{"arrayValue":{"values":[{"intValue":"x"},{"intValue":2}]}}', '["x",2]'],
    ['"bare"', '"bare"'],
    ["7", "7"],
  ])("%s is what was sent", (value, text) => expect(valueIn(value)).toBe(text));

  test("ids are hex in any case, enums integers or names, 64-bit integers strings or numbers, null is absence", () => {
    const span = onlySpan(
      decodeJson(
        exportOf([
          {
            traceId: "5B80767C94EB79926603835237B6F18A",
            kind: "SPAN_KIND_CLIENT",
            parentSpanId: null,
            endTimeUnixNano: 1795164041121730017n.toString(),
            droppedAttributesCount: 3,
            status: { code: 2, message: "no" },
            links: [{ traceId: "AB", spanId: "CD" }],
          },
        ]),
        TRACE_EXPORT,
        [],
      ),
    );
    expect(span).toMatchObject({
      traceId: "5b80767c94eb79926603835237b6f18a",
      parentSpanId: "",
      kind: 3,
      endUnixNano: 1795164041121730017n,
      dropped: 3,
      statusCode: 2,
      statusMessage: "no",
      links: [{ traceId: "ab", spanId: "cd" }],
    });
  });

  test.each([
    [{ startTimeUnixNano: "-1" }, "startTimeUnixNano must be an unsigned 64-bit integer, found -1"],
    [{ endTimeUnixNano: "soon" }, "endTimeUnixNano must be a whole number, found soon"],
    [{ kind: [] }, "kind must be a number, found array"],
    [{ links: {} }, "links must be an array, found object"],
  ])("a span with %j is refused by itself", (fields, problem) => {
    const [wrong, next] = decodeExport(Buffer.from(exportOf([fields, { name: "next" }])), "json")[0]?.spans ?? [];
    expect(wrong).toMatchObject({ problem, spanId: SPAN_ID, traceId: TRACE_ID });
    expect(next).toMatchObject({ name: "next" });
    expect(next?.problem).toBeUndefined();
  });
});
