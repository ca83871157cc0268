import type { FieldError } from "@/lib/contract/field-errors";
import { holdsRef, isJsonContainer, weaveName, weaveRef } from "./names";

/** A response in Weave's dialect: its names of fields, its scheme in refs; payloads are unchanged. */
export function writeWeave(value: unknown, key = ""): unknown {
  if (typeof value === "string") return holdsRef(key) ? weaveRef(value) : value;
  if (!isJsonContainer(value)) return value;
  if (Array.isArray(value)) return value.map((item) => writeWeave(item, key));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [weaveName(name), writeWeave(member, name)]));
}

/** An invalid field in Weave's dialect: its name, and the fields and refs in the message. */
export function weaveFieldError({ path, message }: FieldError): FieldError {
  return { path: path.split(".").map(weaveName).join("."), message: weaveWords(message) };
}

/** The message of an error in Weave's dialect. */
export function weaveWords(message: string): string {
  return message.replaceAll(/core:\/\/\/|\b(?:core_ref|ext_\w+)/g, (word) => weaveName(weaveRef(word)));
}
