import type { DataColumns } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { RelativeTime, Timestamp } from "@/components/ui/timestamp";
import type { ApiKey } from "@/lib/contract/keys";
import { grantWords } from "@/lib/format/role-words";

interface KeyActions {
  /** The key of the session itself. */
  ownId: string | undefined;
  onRevoke: (key: ApiKey) => void;
}

export function keyColumns({ ownId, onRevoke }: KeyActions): DataColumns<ApiKey> {
  return [
    {
      id: "owner",
      header: "Owner",
      cell: (key) => (
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
    },
    {
      id: "roles",
      header: "Roles",
      cell: (row) => {
        const words = grantWords(row.roles);
        return <bdi title={words}>{words}</bdi>;
      },
      size: 240,
      meta: { grow: true, phone: { line: 2, grow: true } },
    },
    {
      id: "key",
      header: "Key",
      cell: (row) => <code>lp_{row.id}_…</code>,
      size: 168,
    },
    {
      id: "default",
      header: "Default project",
      cell: (row) => <bdi title={row.default_project}>{row.default_project}</bdi>,
      size: 160,
    },
    {
      id: "created",
      header: "Created",
      cell: (row) => <Timestamp at={row.created_at} />,
      size: 130,
    },
    {
      id: "used",
      header: "Last used",
      cell: (key) =>
        key.last_used_at ? <RelativeTime at={key.last_used_at} /> : <span className="text-muted">never</span>,
      size: 110,
      meta: { phone: { line: 2 } },
    },
    {
      id: "revoke",
      header: () => <span className="sr-only">Revoke</span>,
      cell: (key) =>
        key.revoked_at ? (
          <span className="text-muted">
            revoked <RelativeTime at={key.revoked_at} />
          </span>
        ) : (
          <Button
            size="small"
            variant="ghost"
            aria-label={`Revoke ${key.owner}'s key`}
            onClick={() => onRevoke(key)}
            className="-mr-2"
          >
            Revoke
          </Button>
        ),
      size: 140,
      enableHiding: false,
      meta: { align: "end", phone: { line: 1 } },
    },
  ];
}
