import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { cellOf, cellText } from "@/lib/table/columns";

/** Maximum number of characters that a cell can show. */
const CELL_CHARS = 240;

interface ValueCellProps {
  /** Undefined while the row is being read. */
  val: JsonText | undefined;
  /** Names of the path to the value. */
  names: readonly string[];
}

/** The value of a row in a column: a dash if there is none, and every digit as it was sent. */
export function ValueCell({ val, names }: ValueCellProps) {
  if (!val) return <Skeleton className="w-2/3" />;
  const node = cellOf(JsonNode.parse(val), names);
  if (!node) return <span className="text-faint">—</span>;
  const text = cellText(node, CELL_CHARS);
  const isData = node.kind !== "string";
  return (
    <span title={text} className={cn(isData && "font-mono", node.kind === "null" && "text-muted")}>
      {node.kind === "string" ? <bdi>{text}</bdi> : text}
    </span>
  );
}
