import { toStorableText } from "@/lib/json/decode";
import { JsonText, toJsonText } from "@/lib/json/text";
import { serviceTierIn } from "@/lib/cost/reported-usage";
import { statedTier, withServiceTier } from "@/lib/cost/usage-fields";
import { NAME_CHARS, OTLP_ATTRIBUTES, OTLP_EVENTS } from "@/lib/contract/limits";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { askedModel } from "@/service/ingest/asked-model";
import { cutText } from "@/service/ingest/cut-text";
import type { Attributes } from "./any-value";
import { idOf, stringOf } from "./attributes";
import { spanCost } from "./span-cost";
import { aiSdk } from "./dialects/ai-sdk";
import type { Dialect, Mapped } from "./dialects/dialect";
import { genai } from "./dialects/genai";
import { langfuse } from "./dialects/langfuse";
import { mastra } from "./dialects/mastra";
import { openInference } from "./dialects/openinference";
import { plain, plainInputs, plainOutput } from "./dialects/plain";
import { traceloop } from "./dialects/traceloop";
import { generalTags, generalThread, generalUser, Metadata } from "./general";
import { isSpanId, notKept, type ScopeSpans, type Span, STATUS_ERROR } from "./span";
import { SPAN_KINDS } from "./stored-span";
import { shownAttributes } from "./shown-attributes";
import { endOf, startOf, timestampOf } from "./time";
import { summaryUsage } from "./usage";

/** The first dialect that recognizes a span reads it; specific ones come before those they build on. */
const DIALECTS: readonly Dialect[] = [aiSdk, openInference, traceloop, langfuse, mastra, genai, plain];

/** Resource attributes about the user's machine rather than the program. */
const PRIVATE_RESOURCE = /^(host|process|os)\./;
/** The conversation of a span of Google's agents, each of which is a turn of it. */
const VERTEX_SESSION = "gcp.vertex.agent.session_id";
/** Attributes with the id of the provider's response, which shows that two spans record the same request. */
const RESPONSE_IDS = ["gen_ai.response.id", "ai.response.id", "llm.response.id"];
const EMPTY_OBJECT = new JsonText("{}");

/**
 * One span as a write of its call: identity, times and status come from OTLP itself, everything else from the convention
 * that its attributes follow. A span that has not ended is a call that still runs.
 */
export function toCallWrite(span: Span, group: ScopeSpans, projectId: string): CallWrite {
  const { attributes } = span;
  const dialect = DIALECTS.find((candidate) => candidate.detect(span, group.scope)) ?? plain;
  const mapped = dialect.map(span, group.scope);
  // Programs and frameworks name the thread, the user and the tags beside the convention that their spans follow.
  const metadata = new Metadata(attributes);
  mapped.user_id ??= generalUser(attributes, metadata);
  mapped.tags ??= generalTags(attributes);
  const thread_id = nameOf(
    idOf(attributes, "wandb.thread_id") ?? mapped.thread_id ?? generalThread(attributes, metadata),
  );
  // Programs that follow a convention often use the general attributes for input and output.
  const inputs = mapped.inputs ?? plainInputs(attributes) ?? EMPTY_OBJECT;
  const output = mapped.output ?? plainOutput(attributes);
  const stated_cost = spanCost(attributes, output);
  mapped.usage = mapped.usage && withServiceTier(mapped.usage, serviceTierIn(output) ?? serviceTierIn(inputs));
  return {
    project_id: projectId,
    id: span.spanId,
    rank: RANK.end,
    trace_id: span.traceId,
    parent_id: parentOf(span),
    op_name: nameOf(mapped.op_name ?? span.name) ?? "span",
    display_name: nameOf(stringOf(attributes, "wandb.display_name") ?? mapped.display_name),
    thread_id,
    user_id: nameOf(mapped.user_id),
    turn_id: thread_id !== undefined && isTurn(span) ? span.spanId : undefined,
    started_at: startOf(span),
    ended_at: endOf(span),
    exception: exceptionOf(span) ?? (mapped.failure && cutText(toStorableText(mapped.failure))),
    attributes: toJsonText(attributesOf(span, group, dialect.name, mapped)),
    inputs,
    output,
    summary: summaryOf(mapped),
    kind: mapped.kind,
    model: nameOf(mapped.model) ?? nameOf(askedModel(mapped.kind, inputs)),
    usage: mapped.usage,
    service_tier: statedTier(mapped.usage),
    stated_cost,
    response_id: (mapped.usage ?? stated_cost) && nameOf(stringOf(attributes, ...RESPONSE_IDS) ?? mapped.response_id),
    dropped: Math.min(span.dropped, Number.MAX_SAFE_INTEGER) || undefined,
  };
}

function parentOf({ spanId, parentSpanId }: Span): string | undefined {
  return isSpanId(parentSpanId) && parentSpanId !== spanId ? parentSpanId : undefined;
}

const CONTROL = /\p{Cc}/gu;
const PRINTABLE_ASCII = /^[ -~]+$/;

/** An identifier: cut to the limit on names, in bytes, and without characters that the contract refuses. */
function nameOf(text: string | undefined): string | undefined {
  if (text === undefined || (text.length <= NAME_CHARS && PRINTABLE_ASCII.test(text))) return text;
  const name = text.slice(0, NAME_CHARS).toWellFormed().replaceAll(CONTROL, "\ufffd");
  if (!name || Buffer.byteLength(name) <= NAME_CHARS) return name || undefined;
  return new TextDecoder().decode(Buffer.from(name).subarray(0, NAME_CHARS), { stream: true });
}

function isTurn({ attributes, parentSpanId }: Span): boolean {
  const marked = attributes.get("wandb.is_turn");
  if (marked !== undefined) return marked === true || marked === "true";
  return parentSpanId === "" || idOf(attributes, VERTEX_SESSION) !== undefined;
}

function exceptionOf(span: Span): string | undefined {
  if (span.statusCode !== STATUS_ERROR) return undefined;
  const event = span.events.findLast(({ name }) => name === "exception")?.attributes;
  const said = [event && stringOf(event, "exception.type"), event && stringOf(event, "exception.message")];
  const text =
    said.filter((part) => part !== undefined).join(": ") ||
    span.statusMessage ||
    stringOf(span.attributes, "error.type") ||
    "error";
  return cutText(toStorableText(text));
}

function attributesOf(span: Span, { resource, scope }: ScopeSpans, convention: string, mapped: Mapped): object {
  return {
    convention,
    kind: mapped.kind,
    provider: mapped.provider,
    user_id: mapped.user_id,
    tags: mapped.tags,
    metadata: mapped.metadata,
    prompt: mapped.prompt,
    otel: {
      name: span.name,
      span_kind: SPAN_KINDS[span.kind],
      scope: scope.name || undefined,
      scope_version: scope.version || undefined,
      status_message: span.statusMessage || undefined,
      resource: shownAttributes(publicResource(resource)),
      attributes: shownAttributes(keptAttributes(span.attributes)),
      events: nonEmpty(span.events.slice(0, OTLP_EVENTS).map(shownEvent)),
      links: nonEmpty(
        span.links.slice(0, OTLP_EVENTS).map(({ traceId, spanId }) => ({ trace_id: traceId, span_id: spanId })),
      ),
      not_kept: notKept(span) || undefined,
    },
  };
}

function keptAttributes(attributes: Attributes): Attributes {
  return attributes.size <= OTLP_ATTRIBUTES ? attributes : new Map([...attributes].slice(0, OTLP_ATTRIBUTES));
}

function publicResource(resource: Attributes): Attributes {
  return new Map([...resource].filter(([key]) => !PRIVATE_RESOURCE.test(key)));
}

/** An event of a span as its call has it. */
export function shownEvent({ name, timeUnixNano, attributes }: Span["events"][number]): object {
  return { name, time: timestampOf(timeUnixNano), attributes: shownAttributes(attributes) };
}

function summaryOf({ model, usage }: Mapped): JsonText | undefined {
  return usage && model !== undefined ? toJsonText({ usage: { [model]: summaryUsage(usage) } }) : undefined;
}

const nonEmpty = <T>(items: T[]): T[] | undefined => (items.length > 0 ? items : undefined);
