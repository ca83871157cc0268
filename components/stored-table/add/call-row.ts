import type { CallRow } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";

/** The parts of a call that a row can contain. */
export const callParts = ["inputs", "output", "correction", "attributes", "exception", "name", "times", "ref"] as const;
export type CallPart = (typeof callParts)[number];

/** The columns of a call that its parts are read from. */
export const PART_COLUMNS: Readonly<Record<CallPart, readonly string[]>> = {
  inputs: ["inputs"],
  output: ["output"],
  correction: [],
  attributes: ["attributes"],
  exception: ["exception"],
  name: ["op_name"],
  times: ["started_at", "ended_at"],
  ref: [],
};

interface RowShape {
  parts: ReadonlySet<CallPart>;
  /** Gives each field of the inputs its own column, instead of one for all of them. */
  spreadsInputs: boolean;
  /** Corrected outputs by call, for the part `correction`. */
  corrections?: ReadonlyMap<string, JsonText>;
}

/** A call as a row of a table; its payloads keep their text. */
export function callAsRow(projectId: string, call: CallRow, { parts, spreadsInputs, corrections }: RowShape): JsonText {
  const members: [string, string][] = [];
  const add = (name: string, value: JsonText | string | undefined) => {
    if (value !== undefined) members.push([name, value instanceof JsonText ? value.text : writeJson(value)]);
  };
  for (const part of callParts) {
    if (!parts.has(part)) continue;
    if (part === "inputs" && spreadsInputs && call.inputs)
      for (const [name, node] of JsonNode.parse(call.inputs).entries()) members.push([name, node.raw]);
    else if (part === "inputs") add("inputs", call.inputs);
    else if (part === "output") add("output", call.output);
    else if (part === "correction") add("expected_output", corrections?.get(call.id));
    else if (part === "attributes") add("attributes", call.attributes);
    else if (part === "exception") add("exception", call.exception);
    else if (part === "name") add("op_name", call.op_name);
    else if (part === "ref") add("call", callRef(projectId, call.id));
    else {
      add("started_at", call.started_at);
      add("ended_at", call.ended_at);
    }
  }
  // Names are unique: a part of the call takes precedence over a field of the inputs with the same name.
  const values = new Map(members);
  return new JsonText(`{${[...values].map(([name, raw]) => `${JSON.stringify(name)}:${raw}`).join(",")}}`);
}
