import { counted } from "@/lib/format/number";
import { downloadTrace } from "@/lib/queries/trace-download";
import { openConnection, type Run } from "../context";
import { EXIT } from "../exit-status";
import { placeOf } from "../export-options";
import { writeTo } from "../file-sink";
import { findCall } from "../find-call";

/** Exports all calls of a trace. */
export const run: Run = async (context, given) => {
  const { out, notes, signal } = context;
  const id = given.only("The ID of a trace or call");
  const connection = await openConnection(context, given);
  const { trace_id: traceId = id } = await findCall(connection, id, signal);
  const { file, calls } = await downloadTrace(connection.projectId, traceId, connection.client);
  await writeTo(given.text("output"), { out, isJson: true }, async (sink) => {
    const decoder = new TextDecoder();
    for await (const bytes of file.stream()) await sink.write(decoder.decode(bytes, { stream: true }));
  });
  await notes.text(`Exported ${counted(calls, "call")}${placeOf(given)}.`);
  return EXIT.done;
};
