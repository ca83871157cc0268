import { TableSkeleton } from "@/components/data-table/table-skeleton";

/** Placeholder for the list of projects while it loads. */
export default function ProjectsLoading() {
  return (
    <section aria-busy aria-labelledby="projects" className="flex min-h-0 flex-1 flex-col">
      <h1 id="projects" className="px-4 pt-4 pb-3 text-title font-semibold">
        Projects
      </h1>
      <div className="border-t border-line">
        <TableSkeleton rows={6} label="Loading projects" />
      </div>
    </section>
  );
}
