import { Archive, PencilLine } from "lucide-react";

import { columnsOf } from "@/components/data-table/column";
import { IconButton } from "@/components/ui/icon-button";
import { Timestamp } from "@/components/ui/timestamp";
import type { ObjectVersion } from "@/lib/contract/objects";
import type { AnnotationSpec } from "@/lib/feedback/annotation-spec";
import { formatCount } from "@/lib/format/number";

import { fieldWords } from "./field-words";

/** An annotation in its latest version, and how often it was answered; undefined while that is not known. */
export interface AnnotationRow {
  version: ObjectVersion;
  spec: AnnotationSpec;
  answers: number | undefined;
}

const column = columnsOf<AnnotationRow>();

interface Actions {
  onEdit: (version: ObjectVersion) => void;
  onRetire: (version: ObjectVersion) => void;
}

/** The columns of the list of annotations; without actions for a key that may not change them. */
export function annotationColumns(actions: Actions | undefined) {
  return column.columns([
    column.display({
      id: "name",
      header: "Annotation",
      cell: ({ row: { original } }) => <bdi title={original.spec.id}>{original.spec.name}</bdi>,
      size: 220,
      enableHiding: false,
      meta: { primary: true, phone: { line: 1, grow: true } },
    }),
    column.display({
      id: "asks",
      header: "Answer type",
      cell: ({ row: { original } }) => {
        const words = fieldWords(original.spec.field);
        return <bdi title={words}>{words}</bdi>;
      },
      size: 260,
      meta: { phone: { line: 2, grow: true } },
    }),
    column.display({
      id: "answers",
      header: "Answers",
      cell: ({ row: { original } }) => formatCount(original.answers),
      size: 88,
      meta: { align: "end", phone: { line: 1 } },
    }),
    column.display({
      id: "version",
      header: "Version",
      cell: ({ row: { original } }) => `v${original.version.version_index}`,
      size: 76,
      meta: { align: "end" },
    }),
    column.display({
      id: "changed",
      header: "Changed",
      cell: ({ row: { original } }) => <Timestamp at={original.version.created_at} />,
      size: 124,
      meta: { raised: true },
    }),
    column.display({
      id: "description",
      header: "Description",
      cell: ({ row: { original } }) => <bdi className="text-muted">{original.spec.description}</bdi>,
      size: 240,
      meta: { grow: true },
    }),
    ...(actions
      ? [
          column.display({
            id: "actions",
            header: () => <span className="sr-only">Actions</span>,
            cell: ({ row: { original } }) => (
              <span className="flex justify-end gap-1">
                <IconButton
                  icon={PencilLine}
                  label={`Change ${original.spec.name}`}
                  size="small"
                  onClick={() => actions.onEdit(original.version)}
                />
                <IconButton
                  icon={Archive}
                  label={`Retire ${original.spec.name}`}
                  size="small"
                  onClick={() => actions.onRetire(original.version)}
                />
              </span>
            ),
            size: 76,
            enableHiding: false,
            meta: { raised: true, align: "end" as const, phone: { line: 2 as const } },
          }),
        ]
      : []),
  ]);
}
