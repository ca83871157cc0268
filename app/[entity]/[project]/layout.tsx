import type { ReactNode } from "react";

import { SignedIn } from "@/app/signed-in";
import { projectIdOf } from "@/lib/format/address";

import { ProjectColors } from "./project-colors";

interface ProjectLayoutProps {
  params: Promise<{ entity: string; project: string }>;
  children: ReactNode;
}

export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const projectId = projectIdOf(await params);
  return (
    <SignedIn projectId={projectId}>
      <ProjectColors projectId={projectId}>{children}</ProjectColors>
    </SignedIn>
  );
}
