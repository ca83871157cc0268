import { randomBytes } from "node:crypto";
import { ADMIN_KEY, type TestService } from "@/service/http/routes/test-service";

/** For tests: a call of a trace, as an OpenInference instrumentation reports it. */
export interface SeededCall {
  name: string;
  kind: "AGENT" | "CHAIN" | "LLM" | "TOOL" | "RETRIEVER" | "EMBEDDING";
  input?: unknown;
  output?: unknown;
  model?: string;
  /** Tokens of prompt and completion. */
  tokens?: [number, number];
  ms?: number;
  error?: string;
  attributes?: Record<string, string>;
  calls?: readonly SeededCall[];
}

type Attribute = { key: string; value: { stringValue: string } | { intValue: number } };

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code: number; message?: string };
  attributes: Attribute[];
}

const NANOSECONDS = 1_000_000n;

/** For tests: records a trace that started some minutes ago; returns its ID and that of its outermost call. */
export async function seedTrace(
  service: TestService,
  project: string,
  root: SeededCall,
  minutesAgo = 10,
): Promise<{ traceId: string; rootId: string }> {
  const traceId = randomBytes(16).toString("hex");
  const spans: Span[] = [];
  let now = BigInt(Date.now() - minutesAgo * 60_000) * NANOSECONDS;
  const add = (call: SeededCall, parent: string | undefined): string => {
    const spanId = randomBytes(8).toString("hex");
    const start = now;
    // Children come before their parent, whose end is theirs.
    const place = spans.push({ ...spanOf(call, traceId), spanId, ...(parent && { parentSpanId: parent }) }) - 1;
    for (const one of call.calls ?? []) add(one, spanId);
    now += BigInt(call.ms ?? 200) * NANOSECONDS;
    const span = spans[place];
    if (span) Object.assign(span, { startTimeUnixNano: String(start), endTimeUnixNano: String(now) });
    return spanId;
  };
  const rootId = add(root, undefined);
  const body = { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: "test" }, spans }] }] };
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${ADMIN_KEY}`,
    "x-project": project,
  };
  const answer = await service.app({ clock: () => new Date() }).request("/v1/traces", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`/v1/traces: ${answer.status} ${await answer.text()}`);
  return { traceId, rootId };
}

function spanOf(
  { name, kind, input, output, model, tokens, error, attributes = {} }: SeededCall,
  traceId: string,
): Omit<Span, "spanId"> {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const mime = (value: unknown) => (typeof value === "string" ? "text/plain" : "application/json");
  const named: Record<string, string | number | undefined> = {
    "openinference.span.kind": kind,
    ...(input !== undefined && { "input.value": text(input), "input.mime_type": mime(input) }),
    ...(output !== undefined && { "output.value": text(output), "output.mime_type": mime(output) }),
    ...(model !== undefined && { "llm.model_name": model }),
    ...(tokens && { "llm.token_count.prompt": tokens[0], "llm.token_count.completion": tokens[1] }),
    ...attributes,
  };
  return {
    traceId,
    name,
    startTimeUnixNano: "0",
    endTimeUnixNano: "0",
    status: error === undefined ? { code: 1 } : { code: 2, message: error },
    attributes: Object.entries(named).flatMap(([key, value]) =>
      value === undefined
        ? []
        : [{ key, value: typeof value === "number" ? { intValue: value } : { stringValue: value } }],
    ),
  };
}

/** For tests: every call of some traces as the service lists them with their payloads, which is what a reader would get otherwise. */
export async function rawTraces(service: TestService, project: string, traceIds: readonly string[]): Promise<string> {
  const body = { project_id: project, filter: { trace_ids: traceIds }, include_overview: true };
  return (await service.post("/calls/stream_query", body)).text();
}
