"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { InlineBanner } from "@/components/ui/inline-banner";
import { counted, formatCount } from "@/lib/format/number";

interface DuplicatesProps {
  /** Undefined while they are being counted. */
  counts: { known: number; repeated: number } | undefined;
  error: Error | null;
  /** Number of selected calls. */
  calls: number;
  addsCopies: boolean;
  onChange: (addsCopies: boolean) => void;
}

/** How many of the calls would be in the dataset twice, and whether they are added. */
export function Duplicates({ counts, error, calls, addsCopies, onChange }: DuplicatesProps) {
  const choice = (
    <Checkbox checked={addsCopies} onCheckedChange={(on) => onChange(on === true)}>
      Add duplicates too
    </Checkbox>
  );
  if (error)
    return (
      <div className="grid gap-1">
        <InlineBanner tone="warning">Duplicates could not be counted: {error.message}</InlineBanner>
        {choice}
      </div>
    );
  if (!counts)
    return (
      <p role="status" className="text-meta text-muted">
        Looking for duplicates…
      </p>
    );
  const { known, repeated } = counts;
  if (known + repeated === 0)
    return (
      <p role="status" className="text-meta text-muted">
        No duplicates.
      </p>
    );
  const share = (count: number) =>
    calls === 1 ? "This row" : `${count === calls ? "All" : `${formatCount(count)} of`} ${counted(calls, "row")}`;
  const parts = [
    ...(known > 0 ? [`${share(known)} ${known === 1 ? "is" : "are"} already in the dataset.`] : []),
    ...(repeated > 0
      ? [`${share(repeated)} ${repeated === 1 ? "repeats" : "repeat"} that of another selected call.`]
      : []),
  ];
  return (
    <div className="grid gap-1">
      <InlineBanner tone="warning">
        {parts.join(" ")} {known + repeated === 1 ? "It is" : "They are"} {addsCopies ? "added again." : "left out."}
      </InlineBanner>
      {choice}
    </div>
  );
}
