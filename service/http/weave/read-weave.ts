import * as z from "zod";
import type { Endpoint } from "@/lib/contract/endpoint";
import { JsonText } from "@/lib/json/text";
import { holdsRef, isJsonContainer, nativeName, nativeRef } from "./names";

/** Fields whose values name fields. */
const NAMES_FIELD = new Set(["$getField", "field", "fields", "columns"]);
const WEAVE_REF_LITERAL = '"weave:///';
const NATIVE_REF_LITERAL = '"core:///';

/**
 * Translates a parsed body from Weave's dialect: fields and refs get the interface's names, payloads are unchanged, and
 * fields that `schema` does not have are removed, since Weave's SDKs send some that only their own server supports.
 */
export function readWeave(body: unknown, { unknownFields }: Endpoint, schema: z.ZodType): unknown {
  const native = toNative(body, "");
  return unknownFields === "refuse" ? withoutUnknown(native, schema) : native;
}

function toNative(value: unknown, key: string): unknown {
  if (typeof value === "string") return toNativeText(value, key);
  if (!isJsonContainer(value)) return value;
  const comparesRef = Object.values(value).some(isRefField);
  const memberOf = (member: unknown, name: string) => toNative(comparesRef ? withNativeLiterals(member) : member, name);
  if (Array.isArray(value)) return value.map((item) => memberOf(item, key));
  const sent = Object.entries(value).filter(([name, member]) => member !== null || !isServersField(name));
  return Object.fromEntries(sent.map(([name, member]) => [nativeName(name), memberOf(member, name)]));
}

/** Python clients send every field, so null in a field that the server sets is not an attempt to set it. */
const isServersField = (name: string) => nativeName(name).startsWith("ext_");

function toNativeText(text: string, key: string): string {
  if (holdsRef(key)) return nativeRef(text);
  return NAMES_FIELD.has(key) ? nativeName(text) : text;
}

/** Whether an operand of a query expression is a field with a ref: the other operand is then a ref too. */
function isRefField(operand: unknown): boolean {
  if (!isRecord(operand) || typeof operand.$getField !== "string") return false;
  // A path of several names leads into a payload.
  return holdsRef(operand.$getField) && !operand.$getField.includes(".");
}

function withNativeLiterals(operand: unknown): unknown {
  if (Array.isArray(operand)) return operand.map(withNativeLiterals);
  if (!isRecord(operand) || !(operand.$literal instanceof JsonText)) return operand;
  const { text } = operand.$literal;
  if (!text.startsWith(WEAVE_REF_LITERAL)) return operand;
  return { ...operand, $literal: new JsonText(NATIVE_REF_LITERAL + text.slice(WEAVE_REF_LITERAL.length)) };
}

/** Removes fields that the contract does not have; a query is unchanged, since its fields are operators. */
function withoutUnknown(body: unknown, schema: z.ZodType): unknown {
  const parsed = z.safeParse(schema, body);
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.code !== "unrecognized_keys" || issue.path[0] === "query") continue;
    const holder = issue.path.reduce<unknown>(
      (value, step) => (isJsonContainer(value) ? Reflect.get(value, step) : undefined),
      body,
    );
    if (isRecord(holder)) for (const key of issue.keys) delete holder[key];
  }
  return body;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isJsonContainer(value) && !Array.isArray(value);
}
