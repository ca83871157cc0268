import { counted } from "@/lib/format/number";
import { exportedRows, exportQuery } from "@/lib/queries/calls-export";
import { csvHead, csvRow, exportFields, jsonLine } from "@/lib/trace/export-fields";
import { callsViewOf } from "../calls-options";
import { openConnection, type Run } from "../context";
import { EXIT } from "../exit-status";
import { exportFormat, placeOf } from "../export-options";
import { writeTo } from "../file-sink";

/** Exports calls with all their fields. */
export const run: Run = (context, given) => exportRoots(false, context, given);

/** Exports the calls at the roots of traces. */
export const runTraces: Run = (context, given) => exportRoots(true, context, given);

async function exportRoots(roots: boolean, ...[context, given]: Parameters<Run>): Promise<number> {
  const { out, notes, zone, signal } = context;
  const now = Date.now();
  const view = callsViewOf(given, { zone, now, roots });
  const isCsv = exportFormat(given) === "csv";
  const { client, projectId } = await openConnection(context, given);
  const fields = exportFields("all");
  const columns = fields.flatMap(({ column }) => column ?? []);
  const { body } = await exportQuery({ projectId, view, columns, withCosts: true }, now);
  let count = 0;
  await writeTo(given.text("output"), { out, isJson: !isCsv }, async (sink) => {
    if (isCsv) await sink.write(csvHead(fields));
    for await (const row of exportedRows(body, client, signal)) {
      await sink.write(isCsv ? csvRow(fields, row) : jsonLine(fields, row));
      count += 1;
    }
  });
  await notes.text(`Exported ${counted(count, roots ? "trace" : "call")}${placeOf(given)}.`);
  return EXIT.done;
}
