import { JsonNode } from "@/lib/contract/json/node";
import { parseRef, type Ref, RefError } from "@/lib/contract/refs";

export interface NamedCall {
  ref: Ref & { kind: "call" };
  /** As it was written. */
  text: string;
}

/** The calls that a trajectory says it was taken from, each once: refs in `metadata.call_refs`, whatever else is there. */
export function callRefsOf(trajectory: JsonNode): NamedCall[] {
  const named = new Map<string, NamedCall>();
  for (const item of trajectory.at(["metadata", "call_refs"])?.items() ?? []) {
    const text = item.string();
    const ref = text === undefined ? undefined : refIn(text);
    if (text !== undefined && ref?.kind === "call") named.set(text, { ref, text });
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
