import type { Metadata } from "next";

import { UploadForm } from "@/components/stored-table/upload/upload-form";
import { requireSession } from "@/lib/auth/session";
import { newTablePath, projectIdOf } from "@/lib/format/address";

export const metadata: Metadata = { title: "Upload a table" };

export default async function NewTablePage({ params }: PageProps<"/[entity]/[project]/tables/new">) {
  const projectId = projectIdOf(await params);
  await requireSession(newTablePath(projectId));
  return <UploadForm projectId={projectId} />;
}
