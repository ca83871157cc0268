import { formatRef, readAnyRef, type Ref } from "@/lib/contract/refs";
import { isTableRow, type TableRowRef } from "@/lib/contract/table-refs";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

/** Maximum number of refs of one payload whose values are shown. */
const REFS = 100;
/** Longest value that is shown in the place of its ref, characters of JSON. */
const VALUE_CHARS = 1_000_000;

/** A string of JSON that is a ref, and no member's name. */
const REF = /(?<!\\)"((?:core|weave):\/\/\/[^"\\\s]+)"(?!\s*:)/g;

/**
 * The refs in a payload that lead into objects and rows of its project, as written, the first ones of many. Weave's
 * evaluations pass the values of a dataset's rows to models in this form. A ref to a whole object is none of them: it
 * is an argument itself, such as the model.
 */
export function rowRefsIn(projectId: string, payload: JsonText | undefined): string[] {
  if (!payload || !/"(core|weave):\/\/\//.test(payload.text)) return [];
  const found = new Set<string>();
  for (const [, text = ""] of payload.text.matchAll(REF)) {
    if (isRowRef(projectId, readAnyRef(text))) found.add(text);
    if (found.size === REFS) break;
  }
  return [...found];
}

function isRowRef(projectId: string, ref: Ref | undefined): boolean {
  if (!ref || ref.path.length === 0 || `${ref.entity}/${ref.project}` !== projectId) return false;
  // A table has rows only.
  return ref.kind === "object" || isTableRow(ref);
}

/** The row that filled the variables of a completion, by the attributes of its call; undefined if they name none. */
export function filledFromRow(projectId: string, attributes: JsonText | undefined): TableRowRef | undefined {
  const text = attributes && JsonNode.parse(attributes).get("row_ref")?.string();
  const ref = text === undefined ? undefined : readAnyRef(text);
  return isTableRow(ref) && `${ref.entity}/${ref.project}` === projectId ? ref : undefined;
}

/** A ref in the service's own scheme. */
export function nativeRefOf(text: string): string {
  const ref = readAnyRef(text);
  return ref ? formatRef({ ...ref, scheme: "core" }) : text;
}

/** The payload with the known values, by ref as written, in the place of the refs. */
export function withRefValues(payload: JsonText, values: ReadonlyMap<string, JsonText>): JsonText {
  if (values.size === 0) return payload;
  return new JsonText(payload.text.replace(REF, (whole, text: string) => valueOf(values.get(text)) ?? whole));
}

function valueOf(value: JsonText | undefined): string | undefined {
  return value && value.text !== "null" && value.text.length <= VALUE_CHARS ? value.text : undefined;
}
