import { formatCount } from "@/lib/format/number";
import { closesLoop, type GraphEdge } from "@/lib/trace/agent-graph";

interface GraphLegendProps {
  drawn: readonly GraphEdge[];
  /** The number of all edges. */
  all: number;
}

/** What the arrows of a graph mean, as far as it has them, and how many are not drawn. */
export function GraphLegend({ drawn, all }: GraphLegendProps) {
  const has = (type: GraphEdge["type"]) => drawn.some((edge) => edge.type === type);
  const hasCounts = drawn.some(({ count }) => count > 1);
  return (
    <p className="flex shrink-0 flex-wrap gap-x-4 border-t border-line px-4 py-1 text-label text-muted">
      {has("call") && <Entry words="calls" />}
      {has("next") && <Entry words="runs next" dashes="5 4" />}
      {drawn.some(closesLoop) && (
        <span>
          <span aria-hidden>↺ </span>back to an earlier step
        </span>
      )}
      {hasCounts && <span>× number of calls</span>}
      {drawn.length < all && (
        <span>
          {formatCount(drawn.length)} of {formatCount(all)} connections drawn, the most frequent ones; all are in the
          table
        </span>
      )}
    </p>
  );
}

function Entry({ words, dashes }: { words: string; dashes?: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden width="24" height="8" className="text-control">
        <path d="M0,4H24" stroke="currentColor" strokeDasharray={dashes} />
      </svg>
      {words}
    </span>
  );
}
