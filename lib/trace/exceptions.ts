import type { Call } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";

export interface CallException {
  /** Type and message, if known; may have several lines. */
  headline: string;
  /** The stack trace in the format of its language. */
  stack?: string;
  /** The exception was only recorded: the call failed for another reason, or not at all. */
  isRecorded: boolean;
  /** Whether it escaped the span that recorded it, if known. */
  escaped?: boolean;
}

const EVENT = "exception";
const SPREADS = /^(.*(?:\r?\n(?![ \t]|Traceback|Caused by).*)*)\r?\n([\s\S]+)$/;

/**
 * Why a call failed, with its stack trace, followed by other recorded exceptions: in the order of its events, without
 * duplicates. Stack traces come from the exception itself or, for OpenTelemetry spans, from recorded events.
 */
export function readExceptions({ exception, attributes }: Pick<Call, "exception" | "attributes">): CallException[] {
  const recorded = uniqueOf(recordedIn(attributes));
  if (exception === undefined) return recorded;
  const own = ownOf(exception);
  // Of several, the call failed with the last one.
  const same = recorded.findLast((event) => own.stack === undefined && startsAlike(event.headline, own.headline));
  return [same ? { ...same, isRecorded: false } : own, ...recorded.filter((event) => event !== same)];
}

/** The full text of an exception for copying. A stack trace that includes the headline is complete. */
export function exceptionText({ headline, stack }: CallException): string {
  if (stack === undefined) return headline;
  return stack.includes(headline) ? stack : `${headline}\n${stack}`;
}

/** The first line of an exception's type and message; `exception` is the text that a call has. */
export function exceptionHeadline(exception: string): string {
  return ownOf(exception).headline.split(/\r?\n/, 1)[0] ?? "";
}

/** The exception of a call as text: its own stack after the first line, or JSON as W&B Weave's Python SDK writes it. */
function ownOf(text: string): CallException {
  const weave = weaveException(text);
  if (weave) return { ...weave, isRecorded: false };
  const [, headline, stack] = SPREADS.exec(text) ?? [];
  return headline && stack ? { headline, stack, isRecorded: false } : { headline: text, isRecorded: false };
}

function weaveException(text: string): Pick<CallException, "headline" | "stack"> | undefined {
  if (!text.startsWith("{")) return undefined;
  let node: JsonNode;
  try {
    node = JsonNode.parse(text);
  } catch {
    return undefined;
  }
  const headline = headlineOf(node.get("type")?.string(), node.get("message")?.string());
  if (headline === undefined) return undefined;
  const frames = [...(node.get("traceback")?.items() ?? [])].map((frame) => {
    const place = `File "${frame.get("filename")?.string() ?? "?"}", line ${frame.get("line_number")?.raw ?? "?"}`;
    const line = frame.get("text")?.string();
    return `  ${place}, in ${frame.get("function_name")?.string() ?? "?"}${line ? `\n    ${line}` : ""}`;
  });
  if (frames.length === 0) return { headline };
  return { headline, stack: ["Traceback (most recent call last):", ...frames, headline].join("\n") };
}

function recordedIn(attributes: Call["attributes"]): CallException[] {
  const events = JsonNode.parse(attributes).at(["otel", "events"]);
  return [...(events?.items() ?? [])].flatMap((event) => {
    const attributes = event.get("attributes");
    if (event.get("name")?.string() !== EVENT || !attributes) return [];
    const text = (name: string) => attributes.get(`exception.${name}`)?.string() || undefined;
    const stack = text("stacktrace");
    const headline = headlineOf(text("type"), text("message")) ?? stack?.split("\n", 1)[0];
    if (headline === undefined) return [];
    const escaped = attributes.get("exception.escaped");
    return {
      headline,
      stack,
      isRecorded: true,
      ...(escaped && { escaped: escaped.boolean() ?? escaped.string()?.toLowerCase() === "true" }),
    };
  });
}

function headlineOf(type: string | undefined, message: string | undefined): string | undefined {
  return [type, message].filter(Boolean).join(": ") || undefined;
}

/** The call's own exception is truncated at a maximum length, and some include the type's module in only one place. */
function startsAlike(event: string, own: string): boolean {
  const cut = own.replace(/…$/, "");
  return event === own || (cut.length > 0 && event.startsWith(cut)) || event.endsWith(`.${own}`);
}

function uniqueOf(exceptions: readonly CallException[]): CallException[] {
  return [...new Map(exceptions.map((one) => [JSON.stringify([one.headline, one.stack]), one])).values()];
}
