"use client";

import { ChevronLeft, ChevronRight, Shuffle, Table2, X } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRef, useState, type Dispatch } from "react";

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

const TableDialog = dynamic(async () => (await import("@/components/pickers/table-dialog")).TableDialog, {
  ssr: false,
});

interface RowBarProps {
  projectId: string;
  document: PlaygroundDocument;
  /** Whether there are no variables, so that it is shown only as long as there is a table. */
  isAlone: boolean;
  edit: Dispatch<Edit>;
}

/** The table row that fills the variables, with the way to other rows. */
export function RowBar({ projectId, document: playground, isAlone, edit }: RowBarProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { row, count, isReading, problem, ...move } = useRow(projectId, playground, edit);
  const chooser = useRef<HTMLButtonElement>(null);
  const remove = () => {
    (isAlone ? document.getElementById("main") : chooser.current)?.focus({ preventScroll: true });
    move.remove();
  };
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
        {/* One element with and without a table, so that it keeps the focus. */}
        <Button
          ref={chooser}
          size="small"
          variant="ghost"
          icon={Table2}
          busy={isReading && !row}
          aria-label={row && "Change table"}
          title={row && "Change table"}
          onClick={() => setChoosing(true)}
        >
          {!row && "Fill from table"}
        </Button>
        {row && <IconButton icon={X} label="Remove table" size="small" onClick={remove} />}
      </div>
      {problem && <InlineBanner tone="error">{problem}</InlineBanner>}
      {isChoosing && (
        <TableDialog
          projectId={projectId}
          title="Fill variables from a table"
          description="Each variable gets the value of the column with its name. You can choose other columns afterwards."
          onChoose={({ digest, dataset }) => {
            setChoosing(false);
            move.choose({ table: digest, ...(dataset && { dataset: dataset.object_id }) });
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
