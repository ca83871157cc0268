"use client";

import type { Refusal } from "@/lib/contract/projects";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Timestamp } from "@/components/ui/timestamp";
import { counted, formatCount } from "@/lib/format/number";

import { groupReasons } from "./group-reasons";

interface RefusedItemsProps {
  /** Total number. */
  count: number;
  /** The newest items. */
  refusals: readonly Refusal[];
}

/** Rejected items of trace batches, with the reasons. */
export function RefusedItems({ count, refusals }: RefusedItemsProps) {
  if (count === 0) return undefined;
  const groups = groupReasons(refusals);
  return (
    <section aria-labelledby="refused" className="grid grid-cols-1 gap-2">
      <h2 id="refused" className="text-section font-semibold">
        Rejected items
      </h2>
      <InlineBanner tone="warning">
        {counted(count, "item sent here was", "items sent here were")} rejected.{" "}
        {count > refusals.length
          ? `The newest ${formatCount(refusals.length)} are listed below, grouped by reason.`
          : "All other items in the same batches were accepted."}
      </InlineBanner>
      <ul className="border-t border-line">
        {groups.map(({ reason, source, items, newest, callIds }) => (
          <li key={`${source} ${reason}`} className="grid gap-0.5 border-b border-line px-2 py-2">
            <p className="flex items-baseline gap-3">
              <span className="min-w-0 flex-1 wrap-anywhere">{reason}</span>
              <span className="shrink-0 font-medium">{formatCount(items)}</span>
            </p>
            <p className="text-meta wrap-anywhere text-muted">
              {source === "otlp" ? "OpenTelemetry" : "Calls API"}, last <Timestamp at={newest} />
              {callIds.length > 0 && (
                <>
                  {" · "}
                  <code>{callIds.join(" ")}</code>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
