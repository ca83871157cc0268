import type { DataColumn, DataColumns, Placed } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { fieldPath } from "@/lib/contract/expression";
import type { JsonText } from "@/lib/json/text";
import { formatCount } from "@/lib/format/number";
import { changedPaths, type KeyedRow } from "@/lib/table/key-diff";

import { ValueCell } from "./value-cell";

const looks = {
  changed: { tone: "warning", word: "~ changed" },
  added: { tone: "success", word: "+ added" },
  removed: { tone: "error", word: "− removed" },
} as const;

/** The columns of rows that are compared by key: changed values have the earlier one before them. */
export function keyedColumns(paths: readonly string[]): DataColumns<Placed<KeyedRow>> {
  return [
    {
      id: "change",
      header: "Change",
      cell: ({ row }) => row && <Badge tone={looks[row.change].tone}>{looks[row.change].word}</Badge>,
      size: 110,
      enableHiding: false,
      meta: { phone: { line: 1 } },
    },
    {
      id: "position",
      header: "#",
      cell: ({ row }) => (
        <span className="text-muted tabular-nums">
          {row && formatCount(row.change === "changed" ? row.after.original_index : row.original_index)}
        </span>
      ),
      size: 76,
      meta: { align: "end", phone: { line: 1 } },
    },
    ...paths.map((path, index): DataColumn<Placed<KeyedRow>> => ({
      id: path,
      header: path,
      cell: ({ row }) => row && <KeyedCell row={row} path={path} />,
      size: 220,
      meta: {
        grow: paths.length <= 5,
        phone: index === 0 ? { line: 1, grow: true } : index === 1 ? { line: 2, grow: true } : undefined,
      },
    })),
  ];
}

function KeyedCell({ row, path }: { row: KeyedRow; path: string }) {
  const names = fieldPath(path) ?? [];
  if (row.change !== "changed") return <ValueCell val={row.val} names={names} />;
  if (!pathsOf(row).has(path)) return <ValueCell val={row.after.val} names={names} />;
  return (
    <span className="-mx-1 flex min-w-0 items-baseline gap-1 rounded-[3px] bg-warning-soft px-1">
      <del className="min-w-0 truncate text-error">
        <ValueCell val={row.before.val} names={names} />
      </del>
      <span aria-hidden className="text-muted">
        →
      </span>
      <ins className="min-w-0 truncate text-success no-underline">
        <ValueCell val={row.after.val} names={names} />
      </ins>
    </span>
  );
}

const known = new WeakMap<JsonText, ReadonlySet<string>>();

/** What changed in a row, found once for all of its cells. */
function pathsOf({ before, after }: Extract<KeyedRow, { change: "changed" }>): ReadonlySet<string> {
  const paths = known.get(after.val) ?? new Set(changedPaths(before.val, after.val));
  known.set(after.val, paths);
  return paths;
}
