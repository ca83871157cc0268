import { parseAnyRef, RefError } from "@/lib/contract/refs";
import { refPath } from "@/lib/format/address";

/** The address of the page that a ref points at; undefined for text that is no ref. */
export function refHref(text: string): string | undefined {
  if (!text.startsWith("core:///") && !text.startsWith("weave:///")) return undefined;
  try {
    return refPath(parseAnyRef(text));
  } catch (error) {
    if (error instanceof RefError) return undefined;
    throw error;
  }
}
