import type { Metadata } from "next";

import { FeedbackList } from "@/components/feedback/list/feedback-list";
import { requireSession } from "@/lib/auth/session";
import { feedbackPath, projectIdOf } from "@/lib/format/address";

interface FeedbackPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: FeedbackPageProps): Promise<Metadata> {
  return { title: `Feedback · ${projectIdOf(await params)}` };
}

export default async function FeedbackPage({ params }: FeedbackPageProps) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(feedbackPath(projectId));
  return <FeedbackList projectId={projectId} serviceUrl={serviceUrl} />;
}
