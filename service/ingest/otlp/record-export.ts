import { OTLP_ATTRIBUTES, OTLP_EVENTS } from "@/lib/contract/limits";
import { counted } from "@/lib/format/number";
import { projectId as projectIdSchema } from "@/lib/contract/primitives";
import { Turns } from "@/lib/limit/turns";
import type { CallWrite } from "@/service/store/calls/call-write";
import { byProject } from "@/service/store/projects/by-project";
import type { NewRefusal } from "@/service/store/projects/projects-store";
import type { Store } from "@/service/store/store";
import type { Attributes } from "./any-value";
import { stringOf } from "./attributes";
import { joinRecords, withStoredEvents } from "./join-records";
import { sharedContext } from "./share-context";
import { isSpanId, isTraceId, notKept, type ScopeSpans, type Span } from "./span";
import { toCallWrite } from "./span-to-call";
import { startOf } from "./time";

/** The sender of an export, and the projects that it may write. */
export type Exporter = {
  /** Project named by a request header, which takes precedence over that of the resource. */
  projectHeader: string | undefined;
  defaultProject: string;
  /** Stored as `ext_user_id`. */
  owner: string;
  mayWrite: (projectId: string) => boolean;
};

/** The number of rejected spans, and in sentences the reasons and what was left out of others; empty if there is nothing. */
export type ExportResult = { rejected: number; message: string };

/** A span that is stored, with its group and its project. */
type AcceptedSpan = { span: Span; group: ScopeSpans; projectId: string };

/** A refused span, and the project that stores the refusal. */
type Rejection = { spanId: string; projectId: string; reason: string };

/**
 * Records the spans of an export as calls, in one transaction. Spans are accepted or rejected one by one; rejected ones are
 * stored with their reason in their project, where the key may write.
 */
export async function recordExport(store: Store, groups: ScopeSpans[], exporter: Exporter): Promise<ExportResult> {
  const { accepted, rejections } = sort(groups, exporter);
  const writes = await toWrites(store, accepted, exporter.owner);
  const refusals = writes.length > 0 ? await store.writeCalls([...writes, ...sharedContext(writes)]) : [];
  for (const [projectId, traceIds] of tracesOf(writes)) {
    await store.shareTraceContext(projectId, [...traceIds]);
    await store.moveFeedbackToRoots(projectId, [...traceIds]);
  }
  for (const [projectId, ofProject] of byProject(writes, ({ project_id }) => project_id))
    await joinRecords(
      store,
      projectId,
      ofProject.map(({ id }) => id),
    );
  for (const [index, { id, project_id }] of writes.entries()) {
    const refusal = refusals[index];
    if (refusal) rejections.push({ spanId: id, projectId: project_id, reason: refusal.message });
  }
  const kept = rejections.filter(({ projectId }) => exporter.mayWrite(projectId));
  if (kept.length > 0) await store.recordRefusals(kept.map(toRefusal));
  const message = [summarize(rejections, writes.length), leftOut(accepted)].filter(Boolean).join(" ");
  return { rejected: rejections.length, message };
}

/** The traces of the writes, by project. */
function tracesOf(writes: readonly CallWrite[]): Map<string, Set<string>> {
  const traces = new Map<string, Set<string>>();
  for (const { project_id, trace_id } of writes) {
    if (trace_id === undefined) continue;
    const ofProject = traces.get(project_id) ?? new Set();
    traces.set(project_id, ofProject.add(trace_id));
  }
  return traces;
}

function sort(groups: ScopeSpans[], exporter: Exporter) {
  const accepted: AcceptedSpan[] = [];
  const rejections: Rejection[] = [];
  for (const group of groups) {
    const { projectId, refused } = destinationOf(group.resource, exporter);
    for (const span of group.spans) {
      const reason = refused ?? spanProblem(span);
      if (reason === undefined) accepted.push({ span, group, projectId });
      else rejections.push({ spanId: span.spanId, projectId, reason });
    }
  }
  return { accepted, rejections };
}

async function toWrites(store: Store, accepted: readonly AcceptedSpan[], owner: string): Promise<CallWrite[]> {
  const writes: CallWrite[] = [];
  const turns = new Turns();
  for (const [projectId, spans] of byProject(accepted, (one) => one.projectId)) {
    const stored = await store.attributesWithEvents(
      projectId,
      spans.map(({ span }) => span.spanId),
    );
    const mask = await store.attributesMask(projectId);
    for (const { span, group } of spans) {
      const write = toCallWrite(withStoredEvents(span, stored.get(span.spanId), mask), group, projectId);
      writes.push({ ...write, ext_user_id: owner });
      // A large export must not block other requests until it is read completely.
      const turn = turns.after();
      if (turn) await turn;
    }
  }
  return writes;
}

/** The project of a resource's spans; where the key may not write it, the reason, and the project for the refusals. */
export function destinationOf(resource: Attributes, exporter: Exporter): { projectId: string; refused?: string } {
  const { projectHeader, defaultProject, mayWrite } = exporter;
  const named = projectHeader ?? resourceProject(resource);
  const parsed = projectIdSchema.safeParse(named ?? defaultProject);
  if (!parsed.success)
    return { projectId: defaultProject, refused: `the project name ${parsed.error.issues[0]?.message}` };
  if (mayWrite(parsed.data)) return { projectId: parsed.data };
  return { projectId: defaultProject, refused: `this key may not write to project ${parsed.data}` };
}

function resourceProject(resource: Attributes): string | undefined {
  const project = stringOf(resource, "wandb.project");
  const entity = stringOf(resource, "wandb.entity");
  if (project !== undefined) return entity === undefined ? project : `${entity}/${project}`;
  return stringOf(resource, "openinference.project.name");
}

function spanProblem(span: Span): string | undefined {
  if (span.problem !== undefined) return span.problem;
  if (!isTraceId(span.traceId)) return BAD_TRACE_ID;
  if (!isSpanId(span.spanId)) return BAD_SPAN_ID;
  return startOf(span) === undefined ? "the span has no start time" : undefined;
}

const BAD_TRACE_ID = "trace_id must be 16 bytes that are not all zero";
const BAD_SPAN_ID = "span_id must be 8 bytes that are not all zero";

/** What the calls of the spans do not keep, which `attributes.otel.not_kept` of each says too. */
function leftOut(accepted: readonly AcceptedSpan[]): string {
  const counts = accepted.map(({ span }) => notKept(span)).filter((count) => count > 0);
  if (counts.length === 0) return "";
  const total = counts.reduce((sum, count) => sum + count, 0);
  return `Read, but not stored as sent: ${total} attributes, events and links of ${counted(counts.length, "span")} with more than ${OTLP_ATTRIBUTES} attributes, ${OTLP_EVENTS} events or ${OTLP_EVENTS} links.`;
}

function toRefusal({ spanId, projectId, reason }: Rejection): NewRefusal {
  return { project_id: projectId, source: "otlp", call_id: isSpanId(spanId) ? spanId : undefined, reason };
}

function summarize(rejections: readonly Rejection[], taken: number): string {
  if (rejections.length === 0) return "";
  const counts = new Map<string, number>();
  for (const { reason } of rejections) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = [...counts].map(([reason, count]) => `${reason} (${count})`).join("; ");
  const noIds = taken === 0 && rejections.every(({ reason }) => reason === BAD_TRACE_ID || reason === BAD_SPAN_ID);
  return `Rejected spans: ${reasons}.${noIds ? " No span has valid IDs. If these are log records, send them to /v1/logs." : ""}`;
}
