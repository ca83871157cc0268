import { randomBytes } from "node:crypto";
import { exportOf } from "@/service/ingest/otlp/test-export";
import { KEY, type ServiceProcess } from "./service-process";

const PROJECT = "acme/durable";
const BATCH = 5;
const AT = "2026-11-20T08:00:00Z";

/** Acknowledged writes: their names, by kind. */
export type Acknowledged = {
  calls: Set<string>;
  feedback: Set<string>;
  objects: Set<string>;
  /** Spans whose messages came as log records, also those whose span was not acknowledged. */
  messages: Set<string>;
};

export const nothing = (): Acknowledged => ({
  calls: new Set(),
  feedback: new Set(),
  objects: new Set(),
  messages: new Set(),
});

const asStart = (id: string) => ({
  project_id: PROJECT,
  id,
  trace_id: `trace of ${id}`,
  op_name: "answer",
  started_at: AT,
});
const asEnd = (id: string) => ({ project_id: PROJECT, id, ended_at: AT, output: { of: id }, summary: {} });

/**
 * Sends writes one after another, each of another kind, and records those that were acknowledged; ends with the
 * service.
 */
export async function writeUntilGone(
  service: ServiceProcess,
  name: string,
  acknowledged: Acknowledged,
  onAnswer: () => void,
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const id = `${name}-${turn}`;
    try {
      if (!(await WRITES[turn % WRITES.length]?.(service, id, acknowledged))) return;
    } catch {
      // The connection broke: it is unknown whether this one was written.
      return;
    }
    onAnswer();
  }
}

const WRITES: ((service: ServiceProcess, id: string, acknowledged: Acknowledged) => Promise<boolean>)[] = [
  async (service, id, { calls }) => {
    const { ok } = await read(service, "/call/start", { start: { ...asStart(id), inputs: { of: id } } });
    if (ok) calls.add(id);
    return ok;
  },
  async (service, id, { calls }) => {
    const ids = Array.from({ length: BATCH }, (_, index) => `${id}-${index}`);
    const batch = ids.flatMap((one) => [
      { mode: "start", req: { start: { ...asStart(one), inputs: {} } } },
      { mode: "end", req: { end: asEnd(one) } },
    ]);
    const { ok } = await read(service, "/call/upsert_batch", { batch });
    if (ok) for (const one of ids) calls.add(one);
    return ok;
  },
  async (service, id, { feedback }) => {
    const about = { project_id: PROJECT, core_ref: `core:///${PROJECT}/call/${id}`, feedback_type: "custom" };
    const { ok, body } = await read(service, "/feedback/create", { ...about, payload: { of: id } });
    if (ok) feedback.add(JSON.parse(body).id);
    return ok;
  },
  async (service, id, { objects }) => {
    const { ok } = await read(service, "/obj/create", { obj: { project_id: PROJECT, object_id: id, val: { of: id } } });
    if (ok) objects.add(id);
    return ok;
  },
  async (service, _, { calls, messages }) => {
    const spanId = randomBytes(8).toString("hex");
    const { ok } = await read(service, "/v1/logs", messageOf(spanId));
    if (!ok) return false;
    messages.add(spanId);
    const { ok: isSpanKept } = await read(service, "/v1/traces", spansOf([spanId]));
    if (isSpanKept) calls.add(spanId);
    return isSpanKept;
  },
];

const traceOf = (spanId: string) => `${spanId}${spanId}`;

const spansOf = (spanIds: string[]): unknown =>
  JSON.parse(
    exportOf(
      spanIds.map((spanId) => ({ spanId, traceId: traceOf(spanId), attributes: { "gen_ai.operation.name": "chat" } })),
    ),
  );

/** A log record with the message of a span, which names the span. */
const messageOf = (spanId: string) => {
  const content = { key: "content", value: { stringValue: `message of ${spanId}` } };
  const record = {
    traceId: traceOf(spanId),
    spanId,
    eventName: "gen_ai.user.message",
    timeUnixNano: "1795164041090000000",
  };
  const logRecords = [{ ...record, body: { kvlistValue: { values: [content] } } }];
  return { resourceLogs: [{ scopeLogs: [{ logRecords }] }] };
};

/** The whole response; one that was cut off counts as no response. */
async function read(service: ServiceProcess, place: string, body: unknown): Promise<{ ok: boolean; body: string }> {
  const response = await service.ask(place, body, KEY, { "x-project": PROJECT });
  return { ok: response.ok, body: await response.text() };
}

/** Names of acknowledged writes that cannot be read. */
export async function missing(service: ServiceProcess, acknowledged: Acknowledged): Promise<string[]> {
  // As an SDK does with spans that were not acknowledged.
  if (acknowledged.messages.size > 0) await read(service, "/v1/traces", spansOf([...acknowledged.messages]));
  const lines = await read(service, "/calls/stream_query", { project_id: PROJECT, columns: ["id", "inputs"] });
  const calls = lines.body
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line || "{}"));
  const feedback = await (await service.ask("/feedback/query", { project_id: PROJECT, fields: ["id"] })).json();
  const objects = await (await service.ask("/objs/query", { project_id: PROJECT, metadata_only: true })).json();
  return [
    ...without(
      acknowledged.calls,
      calls.map(({ id }) => id),
    ),
    ...without(
      acknowledged.messages,
      calls.flatMap(({ inputs }) => inputs.messages?.[0]?.content.replace("message of ", "") ?? []),
    ),
    ...without(
      acknowledged.feedback,
      feedback.result.map(({ id }: { id: string }) => id),
    ),
    ...without(
      acknowledged.objects,
      objects.objs.map(({ object_id }: { object_id: string }) => object_id),
    ),
  ];
}

function without(names: ReadonlySet<string>, found: readonly string[]): string[] {
  const there = new Set(found);
  return [...names].filter((name) => !there.has(name));
}
