"use client";

import { ChevronLeft, ChevronRight, Shuffle, Table2, X } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState, type Dispatch } from "react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { useShortcuts } from "@/components/ui/shortcuts";
import { tablePath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import type { PlaygroundDocument } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";

import { useRow } from "./use-row";

const TableDialog = dynamic(async () => (await import("./table-dialog")).TableDialog, { ssr: false });

interface RowBarProps {
  projectId: string;
  document: PlaygroundDocument;
  edit: Dispatch<Edit>;
}

/** The table row that fills the variables, with the way to other rows. */
export function RowBar({ projectId, document, edit }: RowBarProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { row, count, isReading, problem, ...move } = useRow(projectId, document, edit);
  useShortcuts("Table row", [
    { keys: "j", description: "Next row", run: move.next },
    { keys: "k", description: "Previous row", run: move.previous },
    { keys: "r", description: "Random row", run: move.random },
  ]);
  const isLast = row !== undefined && count !== undefined && row.index + 1 >= count;
  return (
    <>
      <div className="flex flex-wrap items-center gap-y-1">
        <h2 className="mr-auto text-label text-muted">Variables</h2>
        {row && (
          <>
            <Link
              href={tablePath(projectId, row.table, row.index)}
              className="max-w-32 truncate text-meta text-accent-ink hover:underline"
              title={row.dataset ?? row.table}
            >
              <bdi>{row.dataset ?? shortenMiddle(row.table, 12)}</bdi>
            </Link>
            <span role="status" aria-busy={isReading} className="px-1 text-meta text-muted tabular-nums">
              Row {formatCount(row.index + 1)}
              {count !== undefined && ` of ${formatCount(count)}`}
            </span>
            <IconButton
              icon={ChevronLeft}
              label="Previous row"
              shortcut="k"
              size="small"
              unavailable={row.index === 0 ? "This is the first row" : undefined}
              onClick={move.previous}
            />
            <IconButton
              icon={ChevronRight}
              label="Next row"
              shortcut="j"
              size="small"
              unavailable={isLast ? "This is the last row" : undefined}
              onClick={move.next}
            />
            <IconButton
              icon={Shuffle}
              label="Random row"
              shortcut="r"
              size="small"
              unavailable={(count ?? 0) < 2 ? "There is no other row" : undefined}
              onClick={move.random}
            />
          </>
        )}
        {row ? (
          <IconButton icon={Table2} label="Change table" size="small" onClick={() => setChoosing(true)} />
        ) : (
          <Button size="small" variant="ghost" icon={Table2} busy={isReading} onClick={() => setChoosing(true)}>
            Fill from table
          </Button>
        )}
        {row && <IconButton icon={X} label="Remove table" size="small" onClick={move.remove} />}
      </div>
      {problem && <InlineBanner tone="error">{problem}</InlineBanner>}
      {isChoosing && (
        <TableDialog
          projectId={projectId}
          onChoose={(chosen) => {
            setChoosing(false);
            move.choose(chosen);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
