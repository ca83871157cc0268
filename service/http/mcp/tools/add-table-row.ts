import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import { JsonText, toJsonText } from "@/lib/json/text";
import { changeMembers } from "@/lib/json/change-members";
import { NewerVersion } from "@/lib/queries/publish-over";
import { rowsOfCalls } from "@/lib/queries/rows-of-calls";
import { storeRows } from "@/lib/queries/store-rows";
import type { CallPart } from "@/lib/table/call-row";
import { tableOf } from "@/lib/table/table-of";
import { invalidField } from "@/lib/contract/validate";
import { versionName } from "@/lib/contract/version-name";
import { project, tool } from "@/service/http/mcp/tool";
import { readVersion } from "./versions";

export const addTableRow = tool({
  name: "add_table_row",
  title: "Add a call to a table",
  role: "member",
  description: `Adds a call as a row to a dataset, as its next version: each input has its own column, "output" has the output, and "call" refers to the call. With expected_output, that column says what the call should have returned; otherwise it has the corrected output, if somebody gave one. Only when the user asks for it.
Examples: {"table": "refund-cases", "call_id": "00f067aa0ba902b7"}; {"table": "refund-cases", "call_id": "00f067aa0ba902b7", "expected_output": "It left Lyon."}`,
  input: z.strictObject({
    project,
    table: z.string().min(1).describe("Name of a dataset, as read_tables lists them"),
    call_id: z.string().min(1),
    expected_output: z.json().optional(),
  }),
  async run(args, caller) {
    const { client, signal } = caller;
    const projectId = args.project ?? caller.defaultProject;
    const { table: name, call_id: callId, expected_output: expected } = args;
    const over = await readVersion(caller, { projectId, name }, "table");
    const table = tableOf(over.val, projectId);
    if (table === undefined) throw invalidField("table", `${name} is not a dataset`);
    const parts = new Set<CallPart>([
      "inputs",
      "output",
      "ref",
      ...(expected === undefined ? ["correction" as const] : []),
    ]);
    const rows: JsonText[] = [];
    const asked = { projectId, callIds: [callId], table, parts, spreadsInputs: true };
    for await (const part of rowsOfCalls(asked, signal, client)) {
      for (const [at, row] of part.rows.entries())
        if (!part.copies[at] || expected !== undefined) rows.push(withExpected(row, expected));
      if (part.rows.length > 0 && rows.length === 0)
        return () => ({ data: "", notes: ["The table has this row already; nothing was added."] });
    }
    if (rows.length === 0) throw new AppError("not_found", `call_id: project ${projectId} has no call with this ID`);
    const stored = await storeRows(
      { projectId, name, description: "", rows: oneBatch(rows), over, signal },
      client,
    ).catch((error: unknown) => {
      if (error instanceof NewerVersion)
        throw new AppError("conflict", "table: another version was saved in the meantime; try again");
      throw error;
    });
    return () => ({ data: "", notes: [`Added one row; the table is now at ${versionName(stored.version_index)}.`] });
  },
});

function withExpected(row: JsonText, expected: z.core.util.JSONType | undefined): JsonText {
  if (expected === undefined) return row;
  return changeMembers(row, new Map([["expected_output", toJsonText(expected).text]]));
}

async function* oneBatch(rows: readonly JsonText[]): AsyncGenerator<readonly JsonText[]> {
  yield rows;
}
