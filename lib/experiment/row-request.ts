import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { changeMembers } from "@/lib/json/change-members";
import { JsonNode } from "@/lib/json/node";
import { type JsonText, writeKey } from "@/lib/json/text";
import { cellOfVariable, type TableRow } from "@/lib/playground/table-row";
import { variableNames } from "@/lib/playground/variable-names";
import { FilledRequest, filledGrowth, fillVariables } from "@/lib/playground/fill-variables";

type Asked = Pick<ExperimentDefinition, "request" | "variables">;

/**
 * The request of an experiment for one row of its table: `{{variables}}` in texts of its `messages` have the values of
 * the row's columns, a string as text and anything else as JSON. A variable whose column is null or missing stays as
 * written, and is listed in `missing`, in the order of first occurrence.
 */
export function rowRequest({ request, variables }: Asked, row: JsonText): { body: FilledRequest; missing: string[] } {
  const messages = JsonNode.parse(request).get("messages");
  if (!messages) return { body: new FilledRequest(request.text.length, () => request), missing: [] };
  const cells = cellsOf(row, variables ?? {});
  const texts = textsIn(messages);
  const found = namesIn(texts).map((name) => ({ name, value: cellOfVariable(cells, name) }));
  const missing = found.flatMap(({ name, value }) => (value === undefined ? name : []));
  const values = Object.fromEntries(found.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
  const chars = texts.reduce((sum, text) => sum + filledGrowth(text, values), request.text.length);
  const build = () =>
    changeMembers(request, new Map([["messages", mapTexts(messages, (text) => fillVariables(text, values))]]));
  return { body: new FilledRequest(chars, build), missing };
}

/** The variables in the messages of an experiment's request, in the order of first occurrence. */
export function requestVariables({ request }: Pick<ExperimentDefinition, "request">): string[] {
  const messages = JsonNode.parse(request).get("messages");
  return messages ? namesIn(textsIn(messages)) : [];
}

/** The expected answer in a row: a string as text, anything else as JSON; undefined for null and for no column. */
export function expectedOf({ expected }: Pick<ExperimentDefinition, "expected">, row: JsonText): string | undefined {
  return expected === undefined || expected === null ? undefined : cellOfVariable(cellsOf(row, {}), expected);
}

/** The row as one that fills variables in the playground. */
const cellsOf = (row: JsonText, columns: Readonly<Record<string, string>>): TableRow => ({
  table: "",
  index: 0,
  val: row.text,
  columns: { ...columns },
});

const namesIn = (texts: readonly string[]) => variableNames(texts.map((content) => ({ content })));

/** The strings in a value, at any depth. */
function textsIn(node: JsonNode, texts: string[] = []): string[] {
  const text = node.string();
  if (text !== undefined) texts.push(text);
  for (const item of node.items()) textsIn(item, texts);
  for (const [, member] of node.entries()) textsIn(member, texts);
  return texts;
}

/** A value as JSON with its texts changed; everything that stays the same keeps its spelling. */
function mapTexts(node: JsonNode, change: (text: string) => string): string {
  const parts: string[] = [];
  addMapped(node, change, parts);
  return parts.join("");
}

/** Adds to one list, since joining at each level would copy deep values once for each. */
function addMapped(node: JsonNode, change: (text: string) => string, parts: string[]): void {
  const text = node.string();
  if (text !== undefined) {
    const changed = change(text);
    parts.push(changed === text ? node.raw : JSON.stringify(changed));
    return;
  }
  const isList = node.kind === "array";
  if (!isList && node.kind !== "object") return void parts.push(node.raw);
  parts.push(isList ? "[" : "{");
  let comma = "";
  for (const item of node.items()) {
    parts.push(comma);
    addMapped(item, change, parts);
    comma = ",";
  }
  for (const [key, member] of node.entries()) {
    parts.push(comma, writeKey(key));
    addMapped(member, change, parts);
    comma = ",";
  }
  parts.push(isList ? "]" : "}");
}
