import { inSentence } from "@/lib/format/in-sentence";

import { TableSkeleton } from "./table-skeleton";

/** What a phone shows instead of the server's rows, which are those of a wide window. */
export function PhoneSkeleton({ label }: { label: string }) {
  return (
    <div className="sm:hidden">
      <TableSkeleton rows={12} label={`Loading ${inSentence(label)}`} />
    </div>
  );
}
