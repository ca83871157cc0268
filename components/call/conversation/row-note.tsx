import Link from "next/link";

import { readAnyRef } from "@/lib/contract/refs";
import { refPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";

/** Maximum number of refs that are linked. */
const LINKED = 3;

/** Links to the rows that texts of a payload are from. */
export function RowNote({ refs }: { refs: readonly string[] }) {
  if (refs.length === 0) return undefined;
  const more = refs.length - LINKED;
  return (
    <p className="py-1 text-meta text-muted italic">
      Values from{" "}
      {refs.slice(0, LINKED).map((text, index) => (
        <span key={text}>
          {index > 0 && ", "}
          <RefLink text={text} />
        </span>
      ))}
      {more > 0 && ` and ${formatCount(more)} more`}
    </p>
  );
}

/** A ref by the name of its object or table, and the last step of its path. */
function RefLink({ text }: { text: string }) {
  const ref = readAnyRef(text);
  if (!ref) return text;
  const name = ref.kind === "object" || ref.kind === "op" ? ref.name : ref.kind;
  const last = ref.path.at(-1);
  return (
    <Link href={refPath(ref)} title={text} className="underline">
      {last?.edge === "attr" || last?.edge === "key" ? `${name}: ${last.value}` : name}
    </Link>
  );
}
