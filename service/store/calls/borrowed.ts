import type { CallOverview } from "@/lib/contract/calls";
import type { Connection } from "@/service/store/connections/database";
import { callsOfOrphan } from "./roots";
import { type Row, optionalText, requiredText } from "@/service/store/sql/row";

/** Previews of payloads that say nothing. Many instrumentations record messages on model calls only. */
const BLANK: readonly string[] = ["", "{}", "[]", "null"];

const isBlank = (preview: string) => `coalesce(${preview}, '') in (${BLANK.map((blank) => `'${blank}'`).join(", ")})`;

/** The model calls of root `c`; none for another call. */
const modelCalls = (project: string) => `from (
      select * from calls
      where project_id = ${project} and trace_id = c.trace_id and visible and c.parent_id is null
      union all
      select * from ${callsOfOrphan(project, "c")} below where c.parent_id is not null) model
    where model.id <> c.id and model.kind = 'llm'`;

/** The first model call of root `c` that has an input. */
const inputCall = (project: string, columns: string) => `select ${columns} ${modelCalls(project)}
    and not ${isBlank("model.input_preview")} order by model.started_at, model.id limit 1`;

/** The last model call of root `c` that has an output. */
const outputCall = (project: string, columns: string) => `select ${columns} ${modelCalls(project)}
    and not ${isBlank("model.output_preview")} order by coalesce(model.ended_at, model.started_at) desc, model.id desc limit 1`;

/** What came out of a root that failed or still runs is not what its model calls returned. */
const borrowsInput = isBlank("c.input_preview");
const borrowsOutput = `c.ended_at is not null and c.exception is null
    and ${isBlank("c.output_preview")}`;

/** The previews that a list shows for call `c`, for sorts and filters. */
export function shownPreviews(project: string): { input: string; output: string } {
  const [input, output] = [inputCall(project, "model.input_preview"), outputCall(project, "model.output_preview")];
  return {
    input: `coalesce(case when ${borrowsInput} then (${input}) end, c.input_preview)`,
    output: `coalesce(case when ${borrowsOutput} then (${output}) end, c.output_preview)`,
  };
}

/** The text of a payload that a search reads for call `c`, whose own payloads are `p`. */
export function searchedPayload(project: string, column: "inputs" | "output"): string {
  const [borrows, call] =
    column === "inputs"
      ? [borrowsInput, inputCall(project, "model.id")]
      : [borrowsOutput, outputCall(project, "model.id")];
  return `coalesce(case when ${borrows} then (
      select coalesce(lent.${column}_text, lent.${column}) from call_payloads lent
      where lent.project_id = ${project} and lent.id = (${call})) end,
    p.${column}_text, p.${column})`;
}

const BORROWED = {
  name: "borrowed_previews",
  text: `
  select c.id, input.id as input_id, input.preview as input_preview, output.id as output_id,
    output.preview as output_preview
  from calls c
  left join lateral (${inputCall("$1::text", "model.id, model.input_preview as preview")}) input on ${borrowsInput}
  left join lateral (${outputCall("$1::text", "model.id, model.output_preview as preview")}) output on ${borrowsOutput}
  where c.project_id = $1 and c.id = any($2::text[]) and (input.id is not null or output.id is not null)`,
};

type Previews = Pick<CallOverview, "input_preview" | "output_preview" | "borrowed">;

/**
 * The previews that the rows of `calls` show: a root that has no input or output of its own shows the first input or the
 * last output of the model calls in its trace, and names that call.
 */
export async function readPreviews(
  connection: Connection,
  projectId: string,
  rows: readonly Row[],
): Promise<(row: Row) => Previews> {
  const blank = rows.filter(mayBorrow).map((row) => requiredText(row, "id"));
  const found = blank.length === 0 ? [] : await connection.query(BORROWED, [projectId, blank]);
  const borrowed = new Map(found.map((row) => [requiredText(row, "id"), row]));
  return (row) => {
    const own = {
      input_preview: optionalText(row, "input_preview"),
      output_preview: optionalText(row, "output_preview"),
    };
    const from = borrowed.get(requiredText(row, "id"));
    if (!from) return own;
    return {
      input_preview: optionalText(from, "input_preview") ?? own.input_preview,
      output_preview: optionalText(from, "output_preview") ?? own.output_preview,
      borrowed: { input: optionalText(from, "input_id"), output: optionalText(from, "output_id") },
    };
  };
}

function mayBorrow(row: Row): boolean {
  if (row.is_root !== true) return false;
  return [row.input_preview, row.output_preview].some((preview) =>
    BLANK.includes(typeof preview === "string" ? preview : ""),
  );
}

// "offset 0" forces a lookup call by call: without table statistics the planner would read the whole project.
const BORROWERS = {
  name: "borrowers",
  text: `
  select distinct c.id
  from (
    select distinct lender.trace_id
    from unnest($2::text[]) as lent (id)
    cross join lateral (
      select trace_id from calls where project_id = $1 and id = lent.id and kind = 'llm' offset 0) lender) traces
  cross join lateral (
    select * from calls root
    where root.project_id = $1 and root.trace_id = traces.trace_id and (root.parent_id is null or root.orphan)
    offset 0) c
  where (${borrowsInput}) or (${borrowsOutput})`,
};

/** The roots that may show what one of the calls `ids` sent or returned. */
export async function borrowersOf(
  connection: Connection,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await connection.query(BORROWERS, [projectId, ids]);
  return rows.map((row) => requiredText(row, "id"));
}
