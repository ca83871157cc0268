import { requireSession } from "@/lib/auth/session";
import { playgroundPath, projectIdOf } from "@/lib/format/address";

import { PlaygroundScreen } from "./playground-screen";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Playground");

export default async function PlaygroundPage({ params }: PageProps<"/[entity]/[project]/playground">) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(playgroundPath(projectId));
  return <PlaygroundScreen projectId={projectId} serviceUrl={serviceUrl} />;
}
