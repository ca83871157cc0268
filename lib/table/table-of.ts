import { readAnyRef } from "@/lib/contract/refs";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** The digest of the table of the project that a value has as its `rows`. */
export function tableOf(val: JsonText, projectId: string): string | undefined {
  const text = JsonNode.parse(val).get("rows")?.string() ?? "";
  const ref = readAnyRef(text);
  return ref?.kind === "table" && `${ref.entity}/${ref.project}` === projectId ? ref.digest : undefined;
}
