import { parseAnyRef } from "@/lib/contract/refs";
import { callPath } from "@/lib/format/address";

/** Where a text leads that is a ref: a call's page, or the page that opens any ref. Undefined for other text. */
export function refHref(text: string): string | undefined {
  if (!text.startsWith("core:///") && !text.startsWith("weave:///")) return undefined;
  try {
    const ref = parseAnyRef(text);
    if (ref.kind === "call") return callPath(`${ref.entity}/${ref.project}`, ref.id);
    return `/ref?${new URLSearchParams({ uri: text })}`;
  } catch {
    return undefined;
  }
}
