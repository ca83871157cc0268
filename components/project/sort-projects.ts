import type { Sort } from "@/components/data-table/column";
import type { Project } from "@/lib/contract/projects";

/** Projects in the order of a column; those without a value last in both directions, ties by name. */
export function sortProjects(projects: readonly Project[], { id, direction }: Sort): Project[] {
  const sign = direction === "asc" ? 1 : -1;
  return projects.toSorted((a, b) => {
    const [left, right] = [sortValue(a, id), sortValue(b, id)];
    if (left !== undefined && right !== undefined && left !== right) return left < right ? -sign : sign;
    if (left === undefined && right !== undefined) return 1;
    if (left !== undefined && right === undefined) return -1;
    return a.project_id < b.project_id ? -1 : 1;
  });
}

function sortValue(project: Project, column: string): string | number | undefined {
  switch (column) {
    case "calls":
      return project.calls;
    case "last":
      return project.last_call_at;
    case "created":
      return project.created_at;
    default:
      return project.project_id;
  }
}
