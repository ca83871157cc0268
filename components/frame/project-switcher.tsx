"use client";

import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";

import { onDemand } from "@/components/ui/on-demand";
import { Popover } from "@/components/ui/popover";

const projectList = onDemand(() => import("./project-list"));

/** Shows the open project and links to all others. */
export function ProjectSwitcher({ projectId }: { projectId?: string }) {
  const [open, setOpen] = useState(false);
  const projects = projectList.useModule();
  const [entity, ...name] = projectId?.split("/") ?? [];
  return (
    <Popover
      label="Projects"
      content={projectList}
      open={open}
      onOpenChange={setOpen}
      className="w-80 p-0"
      trigger={
        <button
          type="button"
          title={projectId}
          className="inline-flex h-7 max-w-72 min-w-0 items-center gap-1 rounded-control px-2 font-medium hover:bg-hover data-[state=open]:bg-hover"
        >
          {projectId ? (
            <span className="truncate">
              <span className="text-muted max-sm:hidden">{entity} / </span>
              {name.join("/")}
            </span>
          ) : (
            "All projects"
          )}
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
        </button>
      }
    >
      {projects && <projects.ProjectList current={projectId} onNavigate={() => setOpen(false)} />}
    </Popover>
  );
}
