import type { CallRow } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson, writeKey } from "@/lib/json/text";
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

/** The names of the columns of each part, unless others are chosen. */
const OWN_NAMES: Readonly<Record<CallPart, readonly string[]>> = {
  inputs: ["inputs"],
  output: ["output"],
  correction: ["expected_output"],
  attributes: ["attributes"],
  exception: ["exception"],
  name: ["op_name"],
  times: ["started_at", "ended_at"],
  ref: ["call"],
};

/** What becomes one column of the rows. */
export interface CallField {
  /** Unique among those of a call. */
  key: string;
  part: CallPart;
  /** The name of its column, unless another is chosen. */
  name: string;
}

export interface RowShape {
  parts: ReadonlySet<CallPart>;
  /** Gives each field of the inputs its own column, instead of one for all of them. */
  spreadsInputs: boolean;
  /** The chosen names of columns, by the key of their field. */
  names?: ReadonlyMap<string, string>;
}

interface CallValues extends RowShape {
  /** Corrected outputs by call, for the part `correction`. */
  corrections?: ReadonlyMap<string, JsonText> | undefined;
}

/** The fields that rows of these calls have; of the inputs, those that some of them have. */
export function fieldsOf(calls: readonly CallRow[], { parts, spreadsInputs }: RowShape): CallField[] {
  return callParts.flatMap((part) => {
    if (!parts.has(part)) return [];
    if (part !== "inputs" || !spreadsInputs) return OWN_NAMES[part].map((name) => ({ key: name, part, name }));
    const names = new Set(calls.flatMap(({ inputs }) => [...inputFields(inputs)].map(([name]) => name)));
    return [...names].map((name) => ({ key: inputKey(name), part, name }));
  });
}

/** A call as a row of a table; its payloads keep their text. */
export function callAsRow(projectId: string, call: CallRow, { names, ...values }: CallValues): JsonText {
  const columns = new Map<string, { raw: string; isChosen: boolean }>();
  for (const { key, name, raw } of valuesOf(projectId, call, values)) {
    const column = names?.get(key) ?? name;
    // Names are unique: a part of the call, and a field whose name was chosen, take precedence over other fields.
    const isChosen = names?.has(key) === true || !key.startsWith(INPUT);
    if (isChosen || columns.get(column)?.isChosen !== true) columns.set(column, { raw, isChosen });
  }
  return new JsonText(`{${[...columns].map(([name, { raw }]) => writeKey(name) + raw).join(",")}}`);
}

function* valuesOf(
  projectId: string,
  call: CallRow,
  { parts, spreadsInputs, corrections }: CallValues,
): Generator<{ key: string; name: string; raw: string }> {
  if (spreadsInputs && parts.has("inputs"))
    for (const [name, node] of inputFields(call.inputs)) yield { key: inputKey(name), name, raw: node.raw };
  const members: Record<CallPart, readonly (JsonText | string | undefined)[]> = {
    inputs: [spreadsInputs ? undefined : call.inputs],
    output: [call.output],
    correction: [corrections?.get(call.id)],
    attributes: [call.attributes],
    exception: [call.exception ?? undefined],
    name: [call.op_name],
    times: [call.started_at, call.ended_at ?? undefined],
    ref: [callRef(projectId, call.id)],
  };
  for (const part of callParts) {
    if (!parts.has(part)) continue;
    for (const [index, name] of OWN_NAMES[part].entries()) {
      const value = members[part][index];
      if (value !== undefined) yield { key: name, name, raw: writeJson(value) };
    }
  }
}

/** What the keys of fields of the inputs begin with; those of other fields are their names. */
const INPUT = "inputs.";
const inputKey = (name: string) => INPUT + name;

/** The members of the inputs; of equal names the last one counts. */
function inputFields(inputs: JsonText | undefined): ReadonlyMap<string, JsonNode> {
  return new Map(inputs ? JsonNode.parse(inputs).entries() : []);
}
