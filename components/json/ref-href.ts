import { parseAnyRef, RefError } from "@/lib/contract/refs";
import { refPath } from "@/lib/format/address";

/** Where a text leads that is a ref: to the page of what it points at. Undefined for any other text. */
export function refHref(text: string): string | undefined {
  if (!text.startsWith("core:///") && !text.startsWith("weave:///")) return undefined;
  try {
    return refPath(parseAnyRef(text));
  } catch (error) {
    if (error instanceof RefError) return undefined;
    throw error;
  }
}
