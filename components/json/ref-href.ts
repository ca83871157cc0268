import { parseAnyRef } from "@/lib/contract/refs";
import { callPath } from "@/lib/format/address";

/** Where a text leads that is the ref of a call: to its page. Undefined for any other text. */
export function refHref(text: string): string | undefined {
  if (!text.startsWith("core:///") && !text.startsWith("weave:///")) return undefined;
  try {
    const ref = parseAnyRef(text);
    return ref.kind === "call" ? callPath(`${ref.entity}/${ref.project}`, ref.id) : undefined;
  } catch {
    return undefined;
  }
}
