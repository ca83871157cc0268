import type { CallStatus } from "@/lib/contract/call-kinds";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { opName } from "@/lib/format/call-name";

/** What W&B Weave's clients expect in `summary.weave`, in addition to the call's own fields there. */
export interface WeaveSummary {
  status: CallStatus;
  /** Whole milliseconds; undefined while the call is running. */
  latency_ms?: number;
  trace_name?: string;
}

const MEMBER = "weave";
const DERIVED = new Set(["status", "latency_ms", "trace_name"]);

/** Weave's name of a trace: the call's own name, else its op's. */
export function traceName(displayName: string | undefined, op: string): string {
  return displayName || opName(op);
}

/** A summary as programs read it: `weave` has the derived values, all other characters are as sent. */
export function addWeaveSummary(summary: JsonText | undefined, derived: WeaveSummary): JsonText {
  const node = summary && JsonNode.parse(summary);
  const sent = node?.get(MEMBER);
  const members = sent?.kind === "object" ? [...sent.entries()].filter(([key]) => !DERIVED.has(key)) : [];
  const own = [
    ...members.map(([key, value]) => `${JSON.stringify(key)}:${value.raw}`),
    ...Object.entries(derived).flatMap(([key, value]) =>
      value === undefined ? [] : `"${key}":${JSON.stringify(value)}`,
    ),
  ];
  const member = `"${MEMBER}":{${own.join(",")}}`;
  if (summary === undefined || node?.kind !== "object") return new JsonText(`{${member}}`);
  const inner = sent
    ? withoutMember(node)
    : summary.text.slice(summary.text.indexOf("{") + 1, summary.text.lastIndexOf("}"));
  // The space distinguishes an empty summary from a missing one.
  return new JsonText(inner.trim() === "" ? `{ ${member}}` : `{${inner},${member}}`);
}

/** The original of a summary that `addWeaveSummary` has changed; undefined if there was none. */
export function sentSummary(summary: JsonText | undefined): JsonText | undefined {
  const node = summary && JsonNode.parse(summary);
  const weave = node?.get(MEMBER);
  if (!summary || !node || weave?.kind !== "object") return summary;
  const members = [...weave.entries()].filter(([key]) => !DERIVED.has(key));
  const inside = members.map(([key, value]) => `${JSON.stringify(key)}:${value.raw}`).join(",");
  if (members.length > 0) {
    const others = withoutMember(node);
    const member = `"${MEMBER}":{${inside}}`;
    return new JsonText(others === "" ? `{${member}}` : `{${others},${member}}`);
  }
  const added = `"${MEMBER}":${weave.raw}}`;
  if (!summary.text.endsWith(added)) return new JsonText(`{${withoutMember(node)}}`);
  const before = summary.text.slice(0, -added.length);
  if (before === "{") return undefined;
  return new JsonText(`${before.slice(0, -",".length)}}`);
}

function withoutMember(node: JsonNode): string {
  const others = [...node.entries()].filter(([key]) => key !== MEMBER);
  return others.map(([key, value]) => `${JSON.stringify(key)}:${value.raw}`).join(",");
}
