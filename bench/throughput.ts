import type { Tracer } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { endpoints } from "@/lib/contract/endpoints";
import type { BareStatements, PlainCall } from "./bare-statements";
import { inParallel, openLoad } from "./load";
import { once } from "./measure";
import type { Result } from "./report";
import { PROJECT, benchCalls, callId } from "./rows";
import type { System } from "./system";

const READS = 10_000;
const READERS = 32;
const SPANS = 20_000;
const SPANS_A_REQUEST = 500;
const SENDERS = 4;

/** Reads by id with 32 concurrent readers; the bare statement has one connection. */
export async function readsPerSecond(system: System, reference: BareStatements, calls: number): Promise<Result> {
  const idOf = (index: number) => callId((index * 7919) % calls);
  const bodyOf = (index: number) => JSON.stringify({ project_id: PROJECT, id: idOf(index) });
  const headers = { authorization: `Bearer ${system.key}` };
  const load = openLoad(system.serviceUrl + endpoints.callRead.path, headers, READERS);
  const ours = await once(() => inParallel(READERS, READS, (index) => load.ask(bodyOf(index))));
  await load.close();
  const bare = await once(() => inParallel(1, READS, (index) => reference.readOne(idOf(index))));
  return {
    what: `/call/read, ${READERS} readers`,
    unit: "requests/s",
    ours: (READS / ours) * 1000,
    reference: { what: "bare statement, one connection", value: (READS / bare) * 1000 },
    target: "≥ 5,000/s",
  };
}

/**
 * Spans of 2 KB from the OpenTelemetry exporter, including its own encoding, compared with the same rows inserted
 * plainly.
 */
export async function otlpIngest(system: System, reference: BareStatements, calls: number): Promise<Result> {
  const rows = benchCalls(calls, calls + SPANS);
  const batches = Array.from({ length: SPANS / SPANS_A_REQUEST }, (_, batch) =>
    rows.slice(batch * SPANS_A_REQUEST, (batch + 1) * SPANS_A_REQUEST),
  );
  const exporter = new OTLPTraceExporter({
    url: `${system.serviceUrl}${endpoints.otlpTraces.path}`,
    headers: { authorization: `Bearer ${system.key}`, "x-project": `${PROJECT}-otlp` },
  });
  const requests = await Promise.all(batches.map(spansOf));
  const send = (index: number) =>
    new Promise<void>((resolve, reject) => {
      exporter.export(requests[index] ?? [], ({ error }) => (error ? reject(error) : resolve()));
    });
  const ours = await once(() => inParallel(SENDERS, batches.length, send));
  const plain = await once(() => inParallel(1, batches.length, (index) => reference.insert(batches[index] ?? [])));
  await exporter.shutdown();
  return {
    what: `ingest of 2 KB spans by OTLP protobuf, ${SENDERS} senders`,
    unit: "rows/s",
    ours: (SPANS / ours) * 1000,
    reference: { what: "plain batch insert", value: (SPANS / plain) * 1000 },
    target: "≥ 0.5 ×",
  };
}

async function spansOf(rows: readonly PlainCall[]) {
  const memory = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] });
  const tracer = provider.getTracer("bench");
  for (const row of rows) endSpan(tracer, row);
  await provider.forceFlush();
  return memory.getFinishedSpans();
}

function endSpan(tracer: Tracer, row: PlainCall): void {
  const span = tracer.startSpan(row.op_name, { root: true, startTime: new Date(row.started_at) });
  span.setAttributes({
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: row.inputs }] }]),
    "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: row.output }] }]),
    "gen_ai.usage.input_tokens": 220,
    "gen_ai.usage.output_tokens": 170,
  });
  span.end(new Date(row.ended_at));
}
