import { SignedIn } from "@/app/signed-in";
import { projectIdOf } from "@/lib/format/address";

import { ProjectColors } from "./project-colors";

export default async function ProjectLayout({ params, children }: LayoutProps<"/[entity]/[project]">) {
  const projectId = projectIdOf(await params);
  return (
    <SignedIn projectId={projectId}>
      <ProjectColors projectId={projectId}>{children}</ProjectColors>
    </SignedIn>
  );
}
