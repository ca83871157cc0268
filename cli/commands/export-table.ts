import { counted } from "@/lib/format/number";
import { createQueryClient } from "@/lib/queries/query-client";
import { exportRows } from "@/lib/queries/table-export";
import { tableCount, tableRows } from "@/lib/queries/tables";
import { openConnection, type Run } from "../context";
import { EXIT } from "../exit-status";
import { exportFormat, placeOf } from "../export-options";
import { writeTo } from "../file-sink";
import { findTable } from "../find-table";

const WHOLE = { sort: null, digests: [] };

/** Exports a stored table. */
export const run: Run = async (context, given) => {
  const { out, notes, signal } = context;
  const name = given.only("The name or digest of a table");
  const format = exportFormat(given);
  const connection = await openConnection(context, given);
  const { client, projectId } = connection;
  const { digest } = await findTable(connection, name, signal);
  const cache = createQueryClient(false);
  const count = await cache.fetchQuery(tableCount({ projectId, digest }, [], client));
  const file = await exportRows({
    count,
    format,
    // The first of its requests counts as the export.
    read: (offset, limit) =>
      cache.fetchQuery({
        ...tableRows({ projectId, digest }, WHOLE, { offset, limit, isExport: offset === 0 }, client),
        gcTime: 0,
      }),
    onProgress: () => {},
    signal,
  });
  await writeTo(given.text("output"), { out, isJson: format === "jsonl" }, async (sink) => {
    const decoder = new TextDecoder();
    for await (const bytes of file.stream()) await sink.write(decoder.decode(bytes, { stream: true }));
  });
  await notes.text(`Exported ${counted(count, "row")}${placeOf(given)}.`);
  return EXIT.done;
};
