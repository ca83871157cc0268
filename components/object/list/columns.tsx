import type { DataColumns } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import type { ListedObject } from "@/components/pickers/use-labelled";
import { LabelChips } from "@/components/ui/label-chips";
import { Quantity } from "@/components/ui/quantity";
import { Timestamp } from "@/components/ui/timestamp";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { byteParts } from "@/lib/format/number";

/** The columns of the list of objects; a column's id is its sort key in the URL. */
export const objectColumns: DataColumns<ListedObject> = [
  {
    id: "name",
    header: "Name",
    cell: (row) => <bdi title={row.object_id}>{row.object_id}</bdi>,
    size: 280,
    enableHiding: false,
    meta: { sort: "asc", grow: true, primary: true, phone: { line: 1, grow: true } },
  },
  {
    id: "class",
    header: "Class",
    cell: (row) => <ObjectClass version={row} />,
    size: 180,
    meta: { sort: "asc", phone: { line: 2, grow: true } },
  },
  {
    id: "version",
    header: "Latest",
    cell: (row) => versionName(row.version_index),
    size: 80,
    meta: { sort: "desc", align: "end", phone: { line: 1 } },
  },
  {
    id: "labels",
    header: "Labels",
    cell: (row) => <LabelChips labels={row.onVersions} max={2} className="max-w-full" />,
    size: 200,
    meta: { phone: { line: 2 } },
  },
  {
    id: "size",
    header: "Size",
    cell: (row) => <Quantity parts={byteParts(row.size_bytes)} />,
    size: 96,
    meta: { sort: "desc", align: "end" },
  },
  {
    id: "created",
    header: "Published",
    cell: (row) => <Timestamp at={row.created_at} />,
    size: 140,
    meta: { sort: "desc", phone: { line: 2 }, raised: true },
  },
  {
    id: "user",
    header: "By",
    cell: (row) => <bdi title={row.ext_user_id}>{row.ext_user_id}</bdi>,
    size: 140,
    meta: { sort: "asc" },
  },
];

/** The class of a value, and that class's base. */
export function ObjectClass({ version: { base_object_class: base, leaf_object_class: leaf } }: ObjectClassProps) {
  if (base === undefined) return undefined;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
      <Badge>
        <span title={base} className="truncate">
          {base}
        </span>
      </Badge>
      {leaf !== undefined && leaf !== base && (
        <span title={leaf} className="truncate text-muted">
          {leaf}
        </span>
      )}
    </span>
  );
}

interface ObjectClassProps {
  version: Pick<ObjectVersion, "base_object_class" | "leaf_object_class">;
}
