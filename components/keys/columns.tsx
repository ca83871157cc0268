import { columnsOf } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { RelativeTime, Timestamp } from "@/components/ui/timestamp";
import type { ApiKey } from "@/lib/contract/keys";

import { grantWords } from "./role-words";

const column = columnsOf<ApiKey>();

interface KeyActions {
  /** The key of the session itself. */
  ownId: string | undefined;
  onRevoke: (key: ApiKey) => void;
}

/** The columns of the list of keys. */
export function keyColumns({ ownId, onRevoke }: KeyActions) {
  return column.columns([
    column.display({
      id: "owner",
      header: "Owner",
      cell: ({ row: { original: key } }) => (
        <span className="flex min-w-0 items-center gap-2">
          <bdi className={cn("truncate font-medium", key.revoked_at && "text-muted line-through")} title={key.owner}>
            {key.owner}
          </bdi>
          {key.id === ownId && <Badge tone="accent">yours</Badge>}
        </span>
      ),
      size: 180,
      enableHiding: false,
      meta: { phone: { line: 1, grow: true } },
    }),
    column.display({
      id: "roles",
      header: "Roles",
      cell: ({ row }) => {
        const words = grantWords(row.original.roles);
        return <bdi title={words}>{words}</bdi>;
      },
      size: 240,
      meta: { grow: true, phone: { line: 2, grow: true } },
    }),
    column.display({
      id: "key",
      header: "Key",
      cell: ({ row }) => <code>lp_{row.original.id}_…</code>,
      size: 168,
    }),
    column.display({
      id: "default",
      header: "Default project",
      cell: ({ row }) => <bdi title={row.original.default_project}>{row.original.default_project}</bdi>,
      size: 160,
    }),
    column.display({
      id: "created",
      header: "Created",
      cell: ({ row }) => <Timestamp at={row.original.created_at} />,
      size: 130,
    }),
    column.display({
      id: "used",
      header: "Last used",
      cell: ({ row: { original: key } }) =>
        key.last_used_at ? <RelativeTime at={key.last_used_at} /> : <span className="text-muted">never used</span>,
      size: 110,
      meta: { phone: { line: 2 } },
    }),
    column.display({
      id: "revoke",
      header: "Revoke",
      cell: ({ row: { original: key } }) =>
        key.revoked_at ? (
          <span className="text-muted">
            revoked <RelativeTime at={key.revoked_at} />
          </span>
        ) : (
          <Button
            size="small"
            variant="ghost"
            aria-label={`Revoke the key of ${key.owner}`}
            onClick={() => onRevoke(key)}
            className="-mr-2"
          >
            Revoke
          </Button>
        ),
      size: 140,
      enableHiding: false,
      meta: { align: "end", phone: { line: 1 } },
    }),
  ]);
}
