"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, type Dispatch } from "react";

import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format/number";
import type { PlaygroundDocument } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import { cellOfVariable, type TableRow } from "@/lib/playground/table-row";
import { sentVariables } from "@/lib/playground/variables";
import { tableCount, tableRows } from "@/lib/queries/tables";

/** A table, by the dataset that it was chosen from if it has one. */
type ChosenTable = Pick<TableRow, "table" | "dataset">;
type Place = ChosenTable & Pick<TableRow, "index" | "columns">;

const wholeTable = { sort: null, digests: [] };

/** Reads rows of a table into the document's variables; for another playground it must be mounted again. */
export function useRow(projectId: string, document: PlaygroundDocument, edit: Dispatch<Edit>) {
  const cache = useQueryClient();
  const { row } = document;
  const latest = useRef(document);
  useEffect(() => {
    latest.current = document;
  });
  const count = useQuery({ ...tableCount({ projectId, digest: row?.table ?? "" }), enabled: row !== undefined });
  /** The place that is being read. */
  const asked = useRef<Place>(undefined);
  const reading = useMutation({
    mutationFn: async ({ table: digest, index }: Place) => {
      const [found] = await cache.fetchQuery(tableRows({ projectId, digest }, wholeTable, { offset: index, limit: 1 }));
      if (!found) throw new Error(`there is no row ${formatCount(index + 1)}.`);
      return { val: found.val.text, digest: found.digest };
    },
  });
  const read = (place: Place) => {
    asked.current = place;
    // Called for the last place only, and not after another playground was opened.
    reading.mutate(place, {
      onSuccess: (found) => fill(latest.current, { ...place, ...found }, edit),
      onSettled: () => (asked.current = undefined),
    });
  };
  const remove = () => {
    asked.current = undefined;
    reading.reset();
    edit({ type: "row", row: undefined });
  };
  const goTo = (indexAfter: (now: number) => number) => {
    if (!row) return;
    const { table, dataset, columns } = row;
    const now = asked.current?.table === table ? asked.current.index : row.index;
    const last = (count.data ?? now + 2) - 1;
    const index = Math.min(Math.max(indexAfter(now), 0), Math.max(last, 0));
    if (index !== now) read({ table, ...(dataset !== undefined && { dataset }), index, columns });
  };
  return {
    row,
    count: count.data,
    isReading: reading.isPending,
    problem: reading.error ? `Could not read the row: ${reading.error.message}` : undefined,
    choose: (chosen: ChosenTable) => read({ ...chosen, index: 0, columns: {} }),
    next: () => goTo((now) => now + 1),
    previous: () => goTo((now) => now - 1),
    random: () => goTo((now) => otherThan(now, count.data ?? 0)),
    remove,
  };
}

/** A random row other than the current one, each equally likely. */
function otherThan(now: number, count: number): number {
  if (count < 2) return now;
  const found = Math.floor(Math.random() * (count - 1));
  return found < now ? found : found + 1;
}

/** Typed values that the row replaces can be restored. */
function fill({ row: before, variables, ...document }: PlaygroundDocument, row: TableRow, edit: Dispatch<Edit>): void {
  edit({ type: "row", row });
  const replaced = sentVariables({ ...document, variables }).filter(
    (name) => Object.hasOwn(variables, name) && cellOfVariable(row, name) !== undefined,
  );
  if (replaced.length === 0) return;
  toast({
    title: `Row ${formatCount(row.index + 1)} replaced typed values`,
    description: replaced.join(", "),
    action: { label: "Undo", onAction: () => edit({ type: "row", row: before, variables }) },
  });
}
