"use client";

import { ChevronsUpDown } from "lucide-react";
import Link from "next/link";

import { projectPath } from "./location";

/** The open project. */
export function ProjectSwitcher({ projectId }: { projectId?: string }) {
  if (!projectId) return <Link href="/">Projects</Link>;
  return (
    <Link
      href={projectPath(projectId)}
      className="inline-flex h-7 items-center gap-1 rounded-control px-2 font-medium hover:bg-hover"
    >
      {projectId}
      <ChevronsUpDown aria-hidden className="size-3.5 text-muted" />
    </Link>
  );
}
