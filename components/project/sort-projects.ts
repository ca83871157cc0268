import type { Sort } from "@/components/data-table/column";

import type { ListedProject } from "./use-project-days";

/** Projects in the order of a column; those without a value last in both directions, ties by name. */
export function sortProjects(projects: readonly ListedProject[], { id, direction }: Sort): ListedProject[] {
  const sign = direction === "asc" ? 1 : -1;
  return projects.toSorted((a, b) => {
    const [left, right] = [sortValue(a, id), sortValue(b, id)];
    if (left !== undefined && right !== undefined && left !== right) return left < right ? -sign : sign;
    if (left === undefined && right !== undefined) return 1;
    if (left !== undefined && right === undefined) return -1;
    return a.project_id < b.project_id ? -1 : 1;
  });
}

function sortValue(project: ListedProject, column: string): string | number | undefined {
  switch (column) {
    case "calls":
      return project.calls;
    case "last":
      return project.last_call_at;
    case "traces":
      return project.day?.traces;
    case "failed":
      return project.day?.failed_traces;
    case "failing":
      return project.day?.failing_traces;
    case "p95":
      return project.day?.latency_p95_ms;
    case "feedback":
      return project.day?.feedback?.count;
    case "created":
      return project.created_at;
    default:
      return project.project_id;
  }
}
