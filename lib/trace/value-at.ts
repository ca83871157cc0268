import { valuePaths } from "@/lib/contract/attribute-field";
import type { CallRow } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";

/** The value at a path into the payloads of a call; of the places of an attribute, the first that has a value. */
export function valueAt(call: CallRow, path: string): JsonNode | undefined {
  const found = (valuePaths(path) ?? []).flatMap((one) => nodeAt(call, one) ?? []);
  return found.find(({ kind }) => kind !== "null") ?? found[0];
}

/** The value at keys and positions inside a payload, whose name comes first. */
export function nodeAt(call: CallRow, [payload, ...names]: readonly string[]): JsonNode | undefined {
  const json =
    payload === "inputs" || payload === "output" || payload === "attributes" || payload === "summary"
      ? call[payload]
      : undefined;
  return names.reduce<JsonNode | undefined>(
    (node, name) => (node?.kind === "array" && /^\d+$/.test(name) ? node.item(Number(name)) : node?.get(name)),
    json && JsonNode.parse(json),
  );
}
