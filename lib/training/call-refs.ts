import { JsonNode } from "@/lib/json/node";
import { readAnyRef, type Ref } from "@/lib/contract/refs";

export interface NamedCall {
  ref: Ref & { kind: "call" };
  /** As written. */
  text: string;
}

/**
 * The calls that a trajectory was taken from, each once: the refs in `metadata.call_refs`, which is a list or one text
 * with white space or commas between refs; other text is ignored.
 */
export function callRefsOf(trajectory: JsonNode): NamedCall[] {
  const named = new Map<string, NamedCall>();
  const refs = trajectory.at(["metadata", "call_refs"]);
  const listed = [...(refs?.items() ?? [])].map((item) => item.string() ?? "");
  for (const text of [...listed, ...(refs?.string()?.split(/[\s,]+/) ?? [])]) {
    const ref = readAnyRef(text);
    if (ref?.kind === "call" && ref.scheme === "core") named.set(text, { ref, text });
  }
  return [...named.values()];
}
