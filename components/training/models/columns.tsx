import type { DataColumns } from "@/components/data-table/column";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/timestamp";
import type { TrainedModel } from "@/lib/contract/training";
import { shortenMiddle } from "@/lib/format/shorten";

/** The columns of the list of trainable models. */
export const modelColumns: DataColumns<TrainedModel> = [
  {
    id: "name",
    header: "Model",
    cell: (row) => <bdi title={row.name}>{row.name}</bdi>,
    size: 220,
    enableHiding: false,
    meta: { grow: true, primary: true, phone: { line: 1, grow: true } },
  },
  {
    id: "base",
    header: "Base model",
    cell: (row) => <bdi title={row.base_model}>{row.base_model}</bdi>,
    size: 220,
    meta: { phone: { line: 2, grow: true } },
  },
  {
    id: "id",
    header: "ID",
    cell: (model) => (
      <span className="inline-flex items-center gap-0.5">
        <code title={model.id}>{shortenMiddle(model.id, 14)}</code>
        <CopyButton text={model.id} label="Copy model ID" />
      </span>
    ),
    size: 150,
    meta: { raised: true },
  },
  {
    id: "created",
    header: "Created",
    cell: (row) => <RelativeTime at={row.created_at} />,
    size: 100,
    meta: { raised: true, phone: { line: 1 } },
  },
  {
    id: "by",
    header: "By",
    cell: (row) => <bdi title={row.created_by}>{row.created_by}</bdi>,
    size: 120,
  },
];
