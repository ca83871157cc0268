import { valuePaths } from "@/lib/contract/attribute-field";
import type { CallRow } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";

const shownChars = 500;

interface PayloadCellProps {
  call: CallRow;
  /** Such as `inputs.messages.0.content` or `attributes.[acme.tier]`. */
  path: string;
}

/** An attribute or a value inside a payload: a string as text, everything else as the JSON that was sent. */
export function PayloadCell({ call, path }: PayloadCellProps) {
  const node = valueAt(call, path);
  if (!node || node.kind === "null") return <span className="text-faint">{node ? "null" : "—"}</span>;
  const text = node.string() ?? node.raw;
  return (
    <bdi className={node.kind === "string" ? undefined : "font-mono"} title={text.slice(0, shownChars)}>
      {text.slice(0, shownChars)}
    </bdi>
  );
}

/** The value at a path into the payloads of a call; of the places of an attribute, the first that has a value. */
export function valueAt(call: CallRow, path: string): JsonNode | undefined {
  const found = (valuePaths(path) ?? []).flatMap((one) => nodeAt(call, one) ?? []);
  return found.find(({ kind }) => kind !== "null") ?? found[0];
}

function nodeAt(call: CallRow, [payload, ...names]: readonly string[]): JsonNode | undefined {
  const json =
    payload === "inputs" || payload === "output" || payload === "attributes" || payload === "summary"
      ? call[payload]
      : undefined;
  return names.reduce<JsonNode | undefined>(
    (node, name) => (node?.kind === "array" && /^\d+$/.test(name) ? node.item(Number(name)) : node?.get(name)),
    json && JsonNode.parse(json),
  );
}
