import { Writer } from "protobufjs/minimal.js";
import type { PlainCall } from "@/bench/bare-statements";
import { CALLS_PER_TRACE, NEEDLE, benchCalls } from "@/bench/rows";

/** Whole traces, as an SDK's exporter sends a few hundred spans at a time. */
const SPANS_PER_REQUEST = 500;
const BYTES = 2;
const VARINT = 0;
const FIXED64 = 1;
const NS_PER_MS = 1_000_000n;
const TRACE_ID_HEX = 32;
const SPAN_ID_HEX = 16;

/** Exports of OTLP in protobuf (opentelemetry/proto/trace/v1/trace.proto), with about 2 KB a span. */
export function exportsOf(spans: number): Uint8Array[] {
  const calls = benchCalls(0, spans);
  const requests = Math.ceil(spans / SPANS_PER_REQUEST);
  return Array.from({ length: requests }, (_, request) =>
    exportOf(calls.slice(request * SPANS_PER_REQUEST, (request + 1) * SPANS_PER_REQUEST)),
  );
}

/** The id of the trace with this number, in hex. */
export const traceHex = (trace: number) => (trace + 1).toString(16).padStart(TRACE_ID_HEX, "0");

const spanHex = (number: number) => (number + 1).toString(16).padStart(SPAN_ID_HEX, "0");

/** Number of spans whose text has the needle. */
export const spansWithNeedle = (spans: number) =>
  benchCalls(0, spans).filter(({ output }) => output.includes(NEEDLE)).length;

function exportOf(calls: readonly PlainCall[]): Uint8Array {
  const writer = Writer.create();
  message(writer, 1, () => {
    message(writer, 1, () => attribute(writer, 1, "service.name", "bench"));
    message(writer, 2, () => {
      message(writer, 1, () => text(writer, 1, "openinference.instrumentation.bench"));
      for (const call of calls) message(writer, 2, () => writeSpan(writer, call));
    });
  });
  return writer.finish();
}

function writeSpan(writer: Writer, call: PlainCall): void {
  const number = Number(call.id.replace("call-", ""));
  const root = number - (number % CALLS_PER_TRACE);
  bytes(writer, 1, traceHex(root / CALLS_PER_TRACE));
  bytes(writer, 2, spanHex(number));
  if (number !== root) bytes(writer, 4, spanHex(root));
  text(writer, 5, call.op_name);
  writer.uint32((6 << 3) | VARINT).int32(1);
  time(writer, 7, call.started_at);
  time(writer, 8, call.ended_at);
  const attributes = {
    "openinference.span.kind": number === root ? "AGENT" : "LLM",
    "input.value": call.inputs,
    "input.mime_type": "application/json",
    "output.value": call.output,
    "output.mime_type": "application/json",
    "llm.model_name": "gpt-4o",
    "llm.token_count.prompt": 220,
    "llm.token_count.completion": 170,
    "llm.token_count.total": 390,
  };
  for (const [name, value] of Object.entries(attributes)) attribute(writer, 9, name, value);
  const { exception } = call;
  message(writer, 15, () => {
    if (exception !== undefined) text(writer, 2, exception);
    writer.uint32((3 << 3) | VARINT).int32(exception === undefined ? 1 : 2);
  });
}

function message(writer: Writer, field: number, write: () => void): void {
  writer.uint32((field << 3) | BYTES).fork();
  write();
  writer.ldelim();
}

function attribute(writer: Writer, field: number, name: string, value: string | number): void {
  message(writer, field, () => {
    text(writer, 1, name);
    message(writer, 2, () => {
      if (typeof value === "string") text(writer, 1, value);
      else writer.uint32((3 << 3) | VARINT).int64(value);
    });
  });
}

function text(writer: Writer, field: number, value: string): void {
  writer.uint32((field << 3) | BYTES).string(value);
}

function bytes(writer: Writer, field: number, hex: string): void {
  writer.uint32((field << 3) | BYTES).bytes(Buffer.from(hex, "hex"));
}

/** Nanoseconds since 1970; doubles do not have that many digits. */
function time(writer: Writer, field: number, at: string): void {
  const nanoseconds = BigInt(Date.parse(at)) * NS_PER_MS;
  writer
    .uint32((field << 3) | FIXED64)
    .fixed32(Number(nanoseconds & 0xffffffffn))
    .fixed32(Number(nanoseconds >> 32n));
}
