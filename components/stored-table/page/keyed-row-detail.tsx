"use client";

import { X } from "lucide-react";

import { JsonView } from "@/components/json/json-view";
import { IconButton } from "@/components/ui/icon-button";
import { LongText } from "@/components/ui/long-text";
import { useShortcuts } from "@/components/ui/shortcuts";
import { fieldPath } from "@/lib/contract/expression";
import { formatCount } from "@/lib/format/number";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { cellOf } from "@/lib/table/columns";
import { changedPaths, type KeyedRow } from "@/lib/table/key-diff";

/** A row that differs: each changed value before and after, or all of a removed or added row. */
export function KeyedRowDetail({ row, onClose }: { row: KeyedRow; onClose: () => void }) {
  useShortcuts("Open row", [{ keys: "escape", description: "Close row", run: onClose }]);
  const at = row.change === "changed" ? row.after.original_index : row.original_index;
  return (
    <section aria-label="Changed row" className="flex h-full min-h-0 flex-col max-sm:border-t max-sm:border-line">
      <header className="flex min-h-11 items-center gap-2 border-b border-line px-4 py-1">
        <h2 className="text-section font-semibold">
          Row {formatCount(at)}, {row.change}
        </h2>
        <IconButton icon={X} label="Close" shortcut="escape" onClick={onClose} className="ml-auto" />
      </header>
      {row.change === "changed" ? (
        <dl className="min-h-0 flex-1 overflow-auto px-4 py-2">
          {changedPaths(row.before.val, row.after.val).map((path) => (
            <div key={path} className="grid gap-1 border-b border-line py-2 last:border-b-0">
              <dt className="text-meta font-medium wrap-anywhere">
                <bdi>{path === "" ? "Row" : path}</bdi>
              </dt>
              <dd className="rounded-control bg-error-soft px-2 py-1">
                <span className="text-meta text-muted">Before</span>
                <Value val={row.before.val} path={path} />
              </dd>
              <dd className="rounded-control bg-success-soft px-2 py-1">
                <span className="text-meta text-muted">After</span>
                <Value val={row.after.val} path={path} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <JsonView json={row.val} name="row" label="Row value" className="min-h-0 flex-1 p-4" />
      )}
    </section>
  );
}

function Value({ val, path }: { val: JsonText; path: string }) {
  const node = cellOf(JsonNode.parse(val), path === "" ? [] : (fieldPath(path) ?? []));
  if (!node) return <p className="text-muted">No value</p>;
  const text = node.string();
  return <LongText text={text ?? node.raw} mono={text === undefined} />;
}
