import { randomBytes } from "node:crypto";
import { vi } from "vitest";
import { exportOf } from "@/service/ingest/otlp/test-export";
import { type Asking, KEY, WAIT } from "./service-process";

const BATCH = 5;
const AT = "2026-11-20T08:00:00Z";

/** Acknowledged writes of a project: their names, by kind. */
export type Acknowledged = {
  project: string;
  calls: Set<string>;
  feedback: Set<string>;
  objects: Set<string>;
  /** Spans whose messages came as log records, also those whose span was not acknowledged. */
  messages: Set<string>;
};

export const nothing = (project = "acme/durable"): Acknowledged => ({
  project,
  calls: new Set(),
  feedback: new Set(),
  objects: new Set(),
  messages: new Set(),
});

const asStart = (project: string, id: string) => ({
  project_id: project,
  id,
  trace_id: `trace of ${id}`,
  op_name: "answer",
  started_at: AT,
});
const asEnd = (project: string, id: string) => ({
  project_id: project,
  id,
  ended_at: AT,
  output: { of: id },
  summary: {},
});

/** A response that was read to its end. */
export type Answer = { ok: boolean; status: number; retryAfter: string | null; body: string };

/**
 * Sends writes one after another, each of another kind, and records those that were acknowledged; ends with the
 * service.
 */
export async function writeUntilGone(
  service: Asking,
  name: string,
  acknowledged: Acknowledged,
  onAnswer: () => void,
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    try {
      if (!(await writeOne(service, name, turn, acknowledged)).ok) return;
    } catch {
      // The connection broke: it is unknown whether this one was written.
      return;
    }
    onAnswer();
  }
}

/** Sends one write, of the kind whose turn it is, and records it if it was acknowledged. Throws if the connection breaks. */
export async function writeOne(
  service: Asking,
  name: string,
  turn: number,
  acknowledged: Acknowledged,
): Promise<Answer> {
  const write = WRITES[turn % WRITES.length] ?? writeStart;
  return write(service, `${name}-${turn}`, acknowledged);
}

type Write = (service: Asking, id: string, acknowledged: Acknowledged) => Promise<Answer>;

const writeStart: Write = async (service, id, { project, calls }) => {
  const answer = await read(service, project, "/call/start", {
    start: { ...asStart(project, id), inputs: { of: id } },
  });
  if (answer.ok) calls.add(id);
  return answer;
};

/** Writes starts and ends, of each project as many, in one request. */
export async function writeBatch(service: Asking, id: string, written: Acknowledged[]): Promise<Answer> {
  const ids = Array.from({ length: BATCH }, (_, index) => `${id}-${index}`);
  const batch = written.flatMap(({ project }) =>
    ids.flatMap((one) => [
      { mode: "start", req: { start: { ...asStart(project, one), inputs: {} } } },
      { mode: "end", req: { end: asEnd(project, one) } },
    ]),
  );
  const answer = await read(service, written[0]?.project ?? "", "/call/upsert_batch", { batch });
  if (answer.ok) for (const { calls } of written) for (const one of ids) calls.add(one);
  return answer;
}

const WRITES: Write[] = [
  writeStart,
  async (service, id, acknowledged) => writeBatch(service, id, [acknowledged]),
  async (service, id, { project, feedback }) => {
    const about = { project_id: project, core_ref: `core:///${project}/call/${id}`, feedback_type: "custom" };
    const answer = await read(service, project, "/feedback/create", { ...about, payload: { of: id } });
    if (answer.ok) feedback.add(JSON.parse(answer.body).id);
    return answer;
  },
  async (service, id, { project, objects }) => {
    const obj = { project_id: project, object_id: id, val: { of: id } };
    const answer = await read(service, project, "/obj/create", { obj });
    if (answer.ok) objects.add(id);
    return answer;
  },
  async (service, _, { project, calls, messages }) => {
    const spanId = randomBytes(8).toString("hex");
    const logged = await read(service, project, "/v1/logs", messageOf(spanId));
    if (!logged.ok) return logged;
    messages.add(spanId);
    const answer = await read(service, project, "/v1/traces", spansOf([spanId]));
    if (answer.ok) calls.add(spanId);
    return answer;
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

/** The whole response; throws for one that was cut off. */
async function read(service: Asking, project: string, place: string, body: unknown): Promise<Answer> {
  const response = await service.ask(place, body, KEY, { "x-project": project });
  const { ok, status, headers } = response;
  return { ok, status, retryAfter: headers.get("retry-after"), body: await response.text() };
}

const NEWEST = { sort_by: [{ field: "started_at", direction: "desc" }], limit: 10 };
const BY_COST = [{ field: "overview.total_cost", direction: "desc" }];
const SHOWN = { include_overview: true, include_extras: true, include_costs: true };
const ANSWERS = { $expr: { $contains: { input: { $getField: "output" }, substr: { $literal: "writer-1" } } } };

/** What a dashboard reads of a project. */
const READS: [place: string, body: object][] = [
  ["/calls/stream_query", { filter: { trace_roots_only: true }, ...NEWEST, ...SHOWN }],
  ["/calls/stream_query", { ...NEWEST, sort_by: BY_COST, newest: 100, ...SHOWN }],
  ["/calls/stream_query", { ...NEWEST, query: ANSWERS }],
  ["/calls/query_stats", {}],
  ["/calls/query_stats", { query: ANSWERS }],
  ["/calls/stats", { start: AT, granularity: 3_600, group_by: ["model"] }],
  ["/calls/facets", { fields: ["status", "op_name", "model", "kind", "user_id"] }],
  ["/calls/models", {}],
  ["/threads/stream_query", { limit: 10 }],
  ["/threads/query_stats", { query: ANSWERS }],
  ["/feedback/query", { fields: ["id"], limit: 10 }],
  ["/objs/query", { metadata_only: true, limit: 10 }],
  ["/cost/query", {}],
];

/**
 * Sends one read, of the kind whose turn it is. Undefined for a list that failed midway, of which the service breaks the
 * connection.
 */
export async function readOne(service: Asking, turn: number, { project }: Acknowledged): Promise<Answer | undefined> {
  const [place, body] = READS[turn % READS.length] ?? ["", {}];
  try {
    return await read(service, project, place, { project_id: project, ...body });
  } catch {
    return undefined;
  }
}

/** Names of acknowledged writes that cannot be read. */
export async function missing(service: Asking, acknowledged: Acknowledged): Promise<string[]> {
  const { project: project_id } = acknowledged;
  await sendAgain(service, project_id, [...acknowledged.messages]);
  const lines = await read(service, project_id, "/calls/stream_query", { project_id, columns: ["id", "inputs"] });
  const calls = lines.body
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line || "{}"));
  const feedback = await (await service.ask("/feedback/query", { project_id, fields: ["id"] })).json();
  const objects = await (await service.ask("/objs/query", { project_id, metadata_only: true })).json();
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

/** As an SDK does with spans that were not acknowledged, until they are: after a fault, each process recovers for itself. */
async function sendAgain(service: Asking, project: string, spanIds: string[]): Promise<void> {
  if (spanIds.length === 0) return;
  await vi.waitFor(async () => {
    const { ok, status, body } = await read(service, project, "/v1/traces", spansOf(spanIds));
    if (!ok) throw new Error(`spans that are sent again are not acknowledged: ${status} ${body}`);
  }, WAIT);
}

function without(names: ReadonlySet<string>, found: readonly string[]): string[] {
  const there = new Set(found);
  return [...names].filter((name) => !there.has(name));
}
