import type { ReactNode } from "react";

import { SignedIn } from "@/app/signed-in";
import { projectIdOf } from "@/lib/format/address";

interface ProjectLayoutProps {
  params: Promise<{ entity: string; project: string }>;
  children: ReactNode;
}

export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  return <SignedIn projectId={projectIdOf(await params)}>{children}</SignedIn>;
}
