import { readAnyRef } from "@/lib/contract/refs";
import { refPath } from "@/lib/format/address";

/** The address of a ref's page; undefined for text that is not a ref. */
export function refHref(text: string): string | undefined {
  if (!text.startsWith("core:///") && !text.startsWith("weave:///")) return undefined;
  const ref = readAnyRef(text);
  return ref && refPath(ref);
}
