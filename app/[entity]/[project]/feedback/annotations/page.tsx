import type { Metadata } from "next";

import { AnnotationList } from "@/components/feedback/annotations/annotation-list";
import { requireSession } from "@/lib/auth/session";
import { annotationsPath, projectIdOf } from "@/lib/format/address";

interface AnnotationsPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: AnnotationsPageProps): Promise<Metadata> {
  return { title: `Annotations · ${projectIdOf(await params)}` };
}

export default async function AnnotationsPage({ params }: AnnotationsPageProps) {
  const projectId = projectIdOf(await params);
  await requireSession(annotationsPath(projectId));
  return <AnnotationList projectId={projectId} />;
}
