import type { Metadata } from "next";

import { requireSession } from "@/lib/auth/session";
import { decodeSegment, projectIdOf, trainingJobPath } from "@/lib/format/address";

import { JobScreen } from "./job-screen";

export const metadata: Metadata = { title: "Job" };

export default async function JobRoute({ params }: PageProps<"/[entity]/[project]/training/[id]">) {
  const { id, ...names } = await params;
  const projectId = projectIdOf(names);
  const jobId = decodeSegment(id);
  const { serviceUrl } = await requireSession(trainingJobPath(projectId, jobId));
  return <JobScreen projectId={projectId} jobId={jobId} serviceUrl={serviceUrl} />;
}
