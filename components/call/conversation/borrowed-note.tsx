import Link from "next/link";

import type { Call } from "@/lib/contract/calls";
import { callPath } from "@/lib/format/address";
import { callName } from "@/lib/format/call-name";

interface BorrowedNoteProps {
  /** The call that the payload is from. */
  from: Call | undefined;
  side: "input" | "output";
}

/** Says that a payload is not that of the call on the page. */
export function BorrowedNote({ from, side }: BorrowedNoteProps) {
  if (!from) return undefined;
  return (
    <p className="py-1 text-meta text-muted italic">
      This call has no {side}. Showing the {side} of{" "}
      <Link href={callPath(from.project_id, from.id)} className="underline">
        {callName(from)}
      </Link>
      , the {side === "input" ? "first" : "last"} model call in its trace.
    </p>
  );
}
