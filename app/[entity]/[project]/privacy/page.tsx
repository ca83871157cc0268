import { PrivacyScreen } from "@/components/privacy/privacy-screen";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf } from "@/lib/format/address";
import { privacyPath } from "@/lib/format/privacy-address";
import { maskingRules } from "@/lib/queries/masking";
import { projectRetention } from "@/lib/queries/retention";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Privacy");

export default async function PrivacyPage({ params }: PageProps<"/[entity]/[project]/privacy">) {
  const projectId = projectIdOf(await params);
  await requireSession(privacyPath(projectId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        cache.prefetchQuery(projectRetention(projectId, client)),
        cache.prefetchQuery(maskingRules(projectId, client)),
      ]}
    >
      <PrivacyScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
