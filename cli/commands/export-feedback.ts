import { exportFeedback } from "@/lib/feedback/export-feedback";
import { counted } from "@/lib/format/number";
import { feedbackExport } from "@/lib/queries/feedback-list";
import { createQueryClient } from "@/lib/queries/query-client";
import { openConnection, type Run } from "../context";
import { EXIT, usageError } from "../exit-status";
import { exportFormat, placeOf } from "../export-options";
import { feedbackViewOf } from "../feedback-view";
import { writeTo } from "../file-sink";

/** Exports feedback. */
export const run: Run = async (context, given) => {
  const { out, notes } = context;
  const format = exportFormat(given);
  if (given.words.length > 0) throw usageError("`loupe export feedback` takes options only.");
  const connection = await openConnection(context, given);
  const { client, projectId } = connection;
  const view = await feedbackViewOf(given, connection, context);
  const cache = createQueryClient(false);
  const rows = await cache.getMutationCache().build(cache, feedbackExport({ projectId, view }, client)).execute();
  await writeTo(given.text("output"), { out, isJson: format === "jsonl" }, (sink) =>
    sink.write(exportFeedback(rows, format)),
  );
  await notes.text(`Exported ${counted(rows.length, "record")}${placeOf(given)}.`);
  return EXIT.done;
};
