"use client";

import { Plus, Undo2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";

import { DataTable } from "@/components/data-table/data-table";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { Button } from "@/components/ui/button";
import { RetryBanner } from "@/components/ui/retry-banner";
import { useShortcuts } from "@/components/ui/shortcuts";
import { SplitPanel } from "@/components/ui/split-panel";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { counted, formatCount } from "@/lib/format/number";
import { addRow, EMPTY_ROW, toggleDeleted } from "@/lib/table/edits";
import { TABLE_PAGE_ROWS, tableRows, type TableParams } from "@/lib/queries/tables";

import type { RowColumn } from "../page/row-columns";
import { useRowColumns } from "../page/use-row-columns";
import { usePlaced, useSparseRows } from "../page/use-table-rows";
import { columnAt, onCellKey } from "./cell-keys";
import { editColumns, type EditedRow } from "./edit-columns";
import { RowEditor } from "./row-editor";
import { SaveBar } from "./save-bar";
import { rowDraftsKey, useEdits } from "./use-edits";

const editorWidth = 460;
const noColumns: readonly RowColumn[] = [];
const ownOrder = { sort: null, digests: [] };

/** The row beside the grid. */
interface OpenedRow {
  at: number;
  /** What gets the focus: a field, or the first one. Another number asks for it again. */
  focus: { column: string | undefined; nth: number } | undefined;
}

interface EditRowsProps {
  params: TableParams;
  /** Number of rows in the table. */
  count: number;
  /** The version whose rows these are, and the newest one, both with their values. */
  version: ObjectVersion;
  latest: ObjectVersion;
  /** Shows the rows again; the draft is kept. */
  onClose: () => void;
}

/** Edits the rows of a version of a dataset, in the order of its table. */
export function EditRows({ params, count, version, latest, onClose }: EditRowsProps) {
  const key = rowDraftsKey(params.projectId, version.object_id) + params.digest;
  const state = useEdits(key, latest.digest, versionName(version.version_index));
  const { edits, change, undo } = state;
  const total = count + edits.added;
  const [opened, setOpened] = useState<OpenedRow>();
  const intent = useRef<{ column: string | undefined }>(undefined);
  const partAt = (offset: number) => tableRows(params, ownOrder, { offset });
  const read = useSparseRows(count, TABLE_PAGE_ROWS, partAt);
  const { columns, more, layoutId } = useRowColumns(params);
  const definitions = useMemo(() => editColumns(columns ?? noColumns), [columns]);
  const table = useDataTable({ id: `edited-rows:${layoutId}`, columns: definitions });
  const rowAt = usePlaced(editedRow, isSameRow);

  function editedRow(at: number): EditedRow | undefined {
    const before = at < count ? read.rowAt(at).row?.val : undefined;
    const val = edits.rows.get(at) ?? (at < count ? before : EMPTY_ROW);
    return val && { val, before, isDeleted: edits.deleted.has(at) };
  }
  const edit = (at: number, column: string | undefined) =>
    setOpened({ at, focus: { column, nth: (opened?.focus?.nth ?? 0) + 1 } });
  const open = (at: number) => {
    if (intent.current) edit(at, intent.current.column);
    else setOpened({ at, focus: undefined });
    intent.current = undefined;
  };
  const add = () => {
    change(addRow(edits, count));
    edit(total, undefined);
  };
  const removeFocused = () => {
    const index = focusedRow();
    if (index !== undefined) change(toggleDeleted(edits, index));
  };
  useShortcuts("Edit rows", [
    {
      keys: "delete",
      description: "Delete or restore row",
      run: removeFocused,
      isFor: () => focusedRow() !== undefined,
    },
    {
      keys: "backspace",
      description: "Delete or restore row",
      run: removeFocused,
      isFor: () => focusedRow() !== undefined,
    },
    { keys: "n", description: "Add row", run: add },
    { keys: "mod+z", description: "Undo", run: () => undo?.() },
  ]);
  const shown = opened && opened.at < total ? rowAt(opened.at).row : undefined;
  const grid = (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <p role="status" className="text-meta text-muted">
          Editing <span className="font-medium text-ink">{formatCount(total)}</span> {total === 1 ? "row" : "rows"}
          {more > 0 && ` · ${counted(more, "more column")}, shown in the open row`}
        </p>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Button icon={Undo2} disabled={!undo} onClick={() => undo?.()}>
            Undo
          </Button>
          <Button icon={Plus} onClick={add}>
            Add row
          </Button>
        </div>
      </div>
      {read.error && (
        <RetryBanner onRetry={read.retry} isFetching={read.isFetching}>
          Some rows could not be read: {read.error.message}
        </RetryBanner>
      )}
      {columns ? (
        <div
          role="presentation"
          className="flex min-h-0 flex-1 flex-col"
          // The grid opens rows, also when the current row changes; only a click or Enter edits one.
          onClickCapture={({ target }) => {
            intent.current = { column: columnAt(target) };
          }}
          onKeyDownCapture={({ key: pressed }) => {
            intent.current = pressed === "Enter" ? { column: undefined } : undefined;
          }}
          onKeyDown={(event) => onCellKey(event, edit)}
        >
          <DataTable
            table={table}
            label="Edited rows"
            count={total}
            rowAt={rowAt}
            onSeen={read.onSeen}
            peek={{ id: opened ? String(opened.at) : null, onChange: (at) => at !== null && open(Number(at)) }}
            footer={total === 0 && <p className="px-4 py-6 text-muted">No rows yet. Add the first one.</p>}
          />
        </div>
      ) : (
        <TableSkeleton rows={16} label="Loading rows" />
      )}
    </div>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SplitPanel
        id="edited-row"
        label="Row width"
        sized="end"
        defaultWidth={editorWidth}
        start={grid}
        end={
          opened &&
          shown && (
            <RowEditor
              key={opened.at}
              at={opened.at}
              row={shown}
              columns={columns ?? noColumns}
              edits={state}
              focus={opened.focus}
              onClose={() => setOpened(undefined)}
            />
          )
        }
      />
      <SaveBar state={state} count={count} version={version} latest={latest} onClose={onClose} />
    </div>
  );
}

function isSameRow(a: EditedRow | undefined, b: EditedRow | undefined): boolean {
  return a?.val === b?.val && a?.before === b?.before && a?.isDeleted === b?.isDeleted;
}

/** The position of the row that has the focus; undefined while something else has it. */
function focusedRow(): number | undefined {
  const { activeElement: active } = document;
  const index = active instanceof HTMLElement ? active.dataset["index"] : undefined;
  return index === undefined ? undefined : Number(index);
}
