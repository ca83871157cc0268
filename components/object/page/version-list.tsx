"use client";

import { useMemo, useCallback } from "react";

import type { DataColumn, DataColumns } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/timestamp";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";

import { LabelChips } from "@/components/ui/label-chips";

interface VersionListProps {
  versions: readonly ObjectVersion[];
  /** Digest of the version that is shown. */
  shown: string | undefined;
  /** The messages of the versions, by digest, if they have some. */
  messages?: Readonly<Record<string, string>> | undefined;
  hrefOf: (version: ObjectVersion) => string;
  hasMore: boolean;
  isReading: boolean;
  onEndReached: () => void;
}

/** Every version of a name, newest first, including deleted ones. */
export function VersionList({ versions, shown, messages, hrefOf, hasMore, isReading, onEndReached }: VersionListProps) {
  const hasLabels = versions.some(({ labels }) => labels !== undefined && labels.length > 0);
  const columns = useMemo(() => versionColumns({ shown, messages, hasLabels }), [shown, messages, hasLabels]);
  const table = useDataTable({
    id: messages ? "prompt-versions" : "object-versions",
    columns,
    rows: versions,
    rowId: ({ digest }) => digest,
  });
  const readMore = useCallback(() => {
    if (hasMore && !isReading) onEndReached();
  }, [hasMore, isReading, onEndReached]);
  return (
    <div className="flex h-full min-h-0 flex-col max-sm:h-40 max-sm:border-b max-sm:border-line">
      <DataTable
        table={table}
        label="Versions"
        hasMore={hasMore}
        rowHref={hrefOf}
        onEndReached={readMore}
        footer={isReading && <TableSkeleton rows={3} label="Loading versions" />}
      />
    </div>
  );
}

function versionColumns({
  shown,
  messages,
  hasLabels,
}: Pick<VersionListProps, "shown" | "messages"> & { hasLabels: boolean }): DataColumns<ObjectVersion> {
  return [
    {
      id: "version",
      header: "Version",
      cell: (version) => (
        <span
          aria-current={version.digest === shown ? "page" : undefined}
          className={cn(
            "inline-flex max-w-full min-w-0 items-center gap-2",
            version.digest === shown && "font-semibold text-accent-ink",
            version.deleted_at && "text-muted line-through",
          )}
        >
          {versionName(version.version_index)}
          {version.is_latest === 1 && <Badge>latest</Badge>}
          <LabelChips labels={version.labels} max={1} />
        </span>
      ),
      size: hasLabels ? 180 : 110,
      enableHiding: false,
      meta: { primary: true, grow: !messages, phone: { line: 1, grow: !messages } },
    },
    ...(messages ? [messageColumn(messages)] : []),
    {
      id: "created",
      header: "Published",
      cell: (version) =>
        version.deleted_at ? (
          <span className="text-muted">
            deleted <RelativeTime at={version.deleted_at} />
          </span>
        ) : (
          <RelativeTime at={version.created_at} />
        ),
      size: 100,
      meta: { phone: { line: 2, grow: true }, raised: true },
    },
    {
      id: "user",
      header: "By",
      cell: (row) => (
        <bdi title={row.ext_user_id} className="text-muted">
          {row.ext_user_id}
        </bdi>
      ),
      size: 76,
      meta: { phone: { line: 2 } },
    },
  ];
}

function messageColumn(messages: Readonly<Record<string, string>>): DataColumn<ObjectVersion> {
  return {
    id: "message",
    header: "Message",
    cell: ({ digest }) => <bdi title={messages[digest]}>{messages[digest]}</bdi>,
    size: 120,
    meta: { grow: true, phone: { line: 1, grow: true } },
  };
}
