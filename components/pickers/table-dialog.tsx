"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { InlineBanner } from "@/components/ui/inline-banner";
import { LabelChips } from "@/components/ui/label-chips";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { versionName } from "@/lib/contract/version-name";
import { counted } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import { datasetsList, type ListedTable, tablesList } from "@/lib/queries/tables";

const kinds = [
  { value: "datasets", label: "Datasets" },
  { value: "all", label: "All stored tables" },
] as const;

interface TableDialogProps {
  projectId: string;
  title: string;
  description: string;
  onChoose: (chosen: ListedTable) => void;
  onClose: () => void;
}

/** Selects a table by its dataset, or by its digest. */
export function TableDialog({ projectId, title, description, onChoose, onClose }: TableDialogProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]["value"]>("datasets");
  const [q, setQ] = useState("");
  const isNamed = kind === "datasets";
  const datasets = useInfiniteQuery({ ...datasetsList({ projectId, q }), enabled: isNamed });
  const tables = useInfiniteQuery({ ...tablesList({ projectId }), enabled: !isNamed });
  const list = isNamed ? datasets : tables;
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Select aria-label="Tables to show" options={kinds} value={kind} onValueChange={setKind} />
          {isNamed && (
            <SearchInput label="Search datasets" value={q} onValueChange={setQ} className="min-w-40 flex-1" />
          )}
        </div>
        {list.isPending && <Skeleton className="w-1/2" />}
        {list.isError && <InlineBanner tone="error">Could not load tables: {list.error.message}</InlineBanner>}
        {list.isSuccess && rows.length === 0 && <p className="text-muted">{noTables(isNamed, q)}</p>}
        <ul aria-label="Tables" className="grid max-h-80 grid-cols-1 overflow-auto">
          {rows.map((table) => (
            <li key={`${table.digest} ${table.dataset?.object_id} ${table.dataset?.version_index}`}>
              <TableChoice table={table} onChoose={onChoose} />
            </li>
          ))}
        </ul>
        {list.hasNextPage && (
          <span>
            <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Load more
            </Button>
          </span>
        )}
      </div>
    </Dialog>
  );
}

function noTables(isNamed: boolean, q: string): string {
  if (q !== "") return "No matching datasets.";
  return isNamed ? "No datasets in this project yet." : "No tables in this project yet.";
}

function TableChoice({ table, onChoose }: { table: ListedTable; onChoose: (chosen: ListedTable) => void }) {
  const { digest, dataset, count, created_at: at } = table;
  const name = dataset?.object_id;
  return (
    <button
      type="button"
      onClick={() => onChoose(table)}
      className="flex w-full min-w-0 items-baseline gap-2 rounded-control px-2 py-1 text-left hover:bg-hover"
    >
      <span className="min-w-0 flex-1 truncate" title={name}>
        {name === undefined ? <code title={digest}>{shortenMiddle(digest, 24)}</code> : <bdi>{name}</bdi>}
      </span>
      {dataset && <span className="shrink-0 text-meta text-muted">{versionName(dataset.version_index)}</span>}
      <LabelChips labels={dataset?.labels} max={2} className="shrink-0" />
      {count !== undefined && <span className="shrink-0 text-meta text-muted">{counted(count, "row")}</span>}
      <span className="shrink-0 text-meta text-muted">
        <Timestamp at={at} />
      </span>
    </button>
  );
}
