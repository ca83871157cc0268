import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { changeMembers } from "@/lib/json/change-members";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeKey } from "@/lib/json/text";
import { cellOfVariable, type TableRow } from "@/lib/playground/table-row";
import { variableNames } from "@/lib/playground/variable-names";
import { fillVariables } from "@/lib/playground/variables";

type Asked = Pick<ExperimentDefinition, "request" | "variables">;

/**
 * The request of an experiment for one row of its table: `{{variables}}` in texts of its `messages` have the values of
 * the row's columns, a string as text and anything else as JSON. A variable whose column is null or missing stays as
 * written, and is listed in `missing`, in the order of first occurrence.
 */
export function rowRequest({ request, variables }: Asked, row: JsonText): { body: JsonText; missing: string[] } {
  const messages = JsonNode.parse(request).get("messages");
  if (!messages) return { body: request, missing: [] };
  const cells = cellsOf(row, variables ?? {});
  const missing = new Set<string>();
  const filled = mapTexts(messages, (text) => {
    const values: Record<string, string> = {};
    for (const name of variableNames([{ content: text }])) {
      const value = cellOfVariable(cells, name);
      if (value === undefined) missing.add(name);
      else values[name] = value;
    }
    return fillVariables(text, values);
  });
  return { body: changeMembers(request, new Map([["messages", filled]])), missing: [...missing] };
}

/** The variables in the messages of an experiment's request, in the order of first occurrence. */
export function requestVariables({ request }: Pick<ExperimentDefinition, "request">): string[] {
  const names = new Set<string>();
  const messages = JsonNode.parse(request).get("messages");
  if (messages)
    mapTexts(messages, (text) => {
      for (const name of variableNames([{ content: text }])) names.add(name);
      return text;
    });
  return [...names];
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

/** A value as JSON with its texts changed; everything that stays the same keeps its spelling. */
function mapTexts(node: JsonNode, change: (text: string) => string): string {
  const text = node.string();
  if (text !== undefined) {
    const changed = change(text);
    return changed === text ? node.raw : JSON.stringify(changed);
  }
  if (node.kind === "array") return `[${[...node.items()].map((item) => mapTexts(item, change)).join(",")}]`;
  if (node.kind !== "object") return node.raw;
  return `{${[...node.entries()].map(([key, member]) => writeKey(key) + mapTexts(member, change)).join(",")}}`;
}
