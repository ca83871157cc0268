import { JsonNode } from "@/lib/json/node";
import { parseRef, type Ref, RefError } from "@/lib/contract/refs";

export interface NamedCall {
  ref: Ref & { kind: "call" };
  /** As it was written. */
  text: string;
}

/**
 * The calls that a trajectory says it was taken from, each once: the refs in `metadata.call_refs`, a list of them or one
 * text with white space or commas between, whatever else is there.
 */
export function callRefsOf(trajectory: JsonNode): NamedCall[] {
  const named = new Map<string, NamedCall>();
  const refs = trajectory.at(["metadata", "call_refs"]);
  const listed = [...(refs?.items() ?? [])].map((item) => item.string() ?? "");
  for (const text of [...listed, ...(refs?.string()?.split(/[\s,]+/) ?? [])]) {
    const ref = refIn(text);
    if (ref?.kind === "call") named.set(text, { ref, text });
  }
  return [...named.values()];
}

function refIn(text: string): Ref | undefined {
  try {
    return parseRef(text);
  } catch (error) {
    if (error instanceof RefError) return undefined;
    throw error;
  }
}
