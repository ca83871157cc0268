import { PencilLine, Trash2 } from "lucide-react";

import type { DataColumns } from "@/components/data-table/column";
import { IconButton } from "@/components/ui/icon-button";
import { Timestamp } from "@/components/ui/timestamp";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import type { AnnotationSpec } from "@/lib/feedback/annotation-spec";
import { formatCount } from "@/lib/format/number";

import { fieldWords } from "./field-words";

/** An annotation in its latest version, and its number of answers; undefined until known. */
export interface AnnotationRow {
  version: ObjectVersion;
  spec: AnnotationSpec;
  answers: number | undefined;
}

interface Actions {
  onEdit: (version: ObjectVersion) => void;
  onDelete: (version: ObjectVersion) => void;
}

/** The columns of the list of annotations; without actions for a key that may not change them. */
export function annotationColumns(actions: Actions | undefined): DataColumns<AnnotationRow> {
  return [
    {
      id: "name",
      header: "Annotation",
      cell: (row) => <bdi title={row.spec.id}>{row.spec.name}</bdi>,
      size: 220,
      enableHiding: false,
      meta: { primary: true, phone: { line: 1, grow: true } },
    },
    {
      id: "asks",
      header: "Answer type",
      cell: (row) => {
        const words = fieldWords(row.spec.field);
        return <bdi title={words}>{words}</bdi>;
      },
      size: 260,
      meta: { phone: { line: 2, grow: true } },
    },
    {
      id: "answers",
      header: "Answers",
      cell: (row) => formatCount(row.answers),
      size: 88,
      meta: { align: "end", phone: { line: 1 } },
    },
    {
      id: "version",
      header: "Version",
      cell: (row) => versionName(row.version.version_index),
      size: 76,
      meta: { align: "end" },
    },
    {
      id: "changed",
      header: "Updated",
      cell: (row) => <Timestamp at={row.version.created_at} />,
      size: 124,
      meta: { raised: true },
    },
    {
      id: "description",
      header: "Description",
      cell: (row) => <bdi className="text-muted">{row.spec.description}</bdi>,
      size: 240,
      meta: { grow: true },
    },
    ...(actions
      ? [
          {
            id: "actions",
            header: () => <span className="sr-only">Actions</span>,
            cell: (row: AnnotationRow) => (
              <span className="flex justify-end gap-1">
                <IconButton
                  icon={PencilLine}
                  label={`Edit ${row.spec.name}`}
                  size="small"
                  onClick={() => actions.onEdit(row.version)}
                />
                <IconButton
                  icon={Trash2}
                  label={`Delete ${row.spec.name}`}
                  size="small"
                  onClick={() => actions.onDelete(row.version)}
                />
              </span>
            ),
            size: 76,
            enableHiding: false,
            meta: { raised: true, align: "end" as const, phone: { line: 2 as const } },
          },
        ]
      : []),
  ];
}
