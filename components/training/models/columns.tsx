import { columnsOf } from "@/components/data-table/column";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/timestamp";
import type { TrainedModel } from "@/lib/contract/training";
import { shortenMiddle } from "@/lib/format/shorten";

const column = columnsOf<TrainedModel>();

/** The columns of the list of models to train. */
export const modelColumns = column.columns([
  column.display({
    id: "name",
    header: "Model",
    cell: ({ row }) => <bdi title={row.original.name}>{row.original.name}</bdi>,
    size: 220,
    enableHiding: false,
    meta: { grow: true, primary: true, phone: { line: 1, grow: true } },
  }),
  column.display({
    id: "base",
    header: "Base model",
    cell: ({ row }) => <bdi title={row.original.base_model}>{row.original.base_model}</bdi>,
    size: 220,
    meta: { phone: { line: 2, grow: true } },
  }),
  column.display({
    id: "id",
    header: "Id",
    cell: ({ row: { original: model } }) => (
      <span className="inline-flex items-center gap-0.5">
        <code title={model.id}>{shortenMiddle(model.id, 14)}</code>
        <CopyButton text={model.id} label="Copy model id" />
      </span>
    ),
    size: 150,
    meta: { raised: true },
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row }) => <RelativeTime at={row.original.created_at} />,
    size: 100,
    meta: { raised: true, phone: { line: 1 } },
  }),
  column.display({
    id: "by",
    header: "By",
    cell: ({ row }) => <bdi title={row.original.created_by}>{row.original.created_by}</bdi>,
    size: 120,
  }),
]);
