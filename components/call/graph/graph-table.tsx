import { counted, formatCount } from "@/lib/format/number";
import { formatDuration } from "@/lib/format/duration";
import type { AgentGraph, GraphEdge } from "@/lib/trace/agent-graph";

import { stepName } from "./step-words";

const headClass = "px-2 py-1 text-right font-normal first:text-left";
const nameClass = "max-w-60 truncate px-2 py-1 text-left font-normal";
const cellClass = "px-2 py-1 text-right whitespace-nowrap";
const relations: Record<GraphEdge["type"], string> = { call: "calls", next: "followed by" };

/** The steps of a graph and the connections between them, as numbers. */
export function GraphTable({ graph: { nodes, edges } }: { graph: AgentGraph }) {
  const names = new Map(nodes.map((node) => [node.key, stepName(node)]));
  const nameOf = (key: string) => names.get(key) ?? key;
  return (
    <div className="grid gap-3 text-meta tabular-nums">
      <table aria-label="Steps">
        <thead className="text-muted">
          <tr>
            {["Step", "Kind", "Calls", "Errors", "Running", "Total latency", "Average latency", "Called by"].map(
              (word) => (
                <th key={word} scope="col" className={headClass}>
                  {word}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={node.key} className="border-t border-line">
              <th scope="row" title={nameOf(node.key)} className={nameClass}>
                <bdi>{nameOf(node.key)}</bdi>
              </th>
              <td className={cellClass}>{node.kind ?? "—"}</td>
              <td className={cellClass}>{formatCount(node.calls.length)}</td>
              <td className={cellClass}>{formatCount(node.errors)}</td>
              <td className={cellClass}>{formatCount(node.running)}</td>
              <td className={cellClass}>{formatDuration(node.timed > 0 ? node.totalMs : undefined)}</td>
              <td className={cellClass}>{formatDuration(node.timed > 0 ? node.totalMs / node.timed : undefined)}</td>
              <td className={nameClass}>
                {[...node.callers].map(([key, count]) => `${nameOf(key)} ${formatCount(count)}×`).join(", ") || "—"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table aria-label="Connections between steps">
        <thead className="text-muted">
          <tr>
            {["From", "Relation", "To", "Count", "Back to an earlier step"].map((word) => (
              <th key={word} scope="col" className={headClass}>
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {edges.map((edge) => (
            <tr key={edge.key} className="border-t border-line">
              <th scope="row" title={nameOf(edge.from)} className={nameClass}>
                <bdi>{nameOf(edge.from)}</bdi>
              </th>
              <td className={cellClass}>{relations[edge.type]}</td>
              <td title={nameOf(edge.to)} className={nameClass}>
                <bdi>{nameOf(edge.to)}</bdi>
              </td>
              <td className={cellClass}>{formatCount(edge.count)}</td>
              <td className={cellClass}>{edge.returns > 0 ? counted(edge.returns, "time") : "—"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
