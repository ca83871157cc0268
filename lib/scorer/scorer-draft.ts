import type { ObjectVersion } from "@/lib/contract/objects";

/** The key of the draft of a new scorer, or of the next version of one. */
export function scorerDraftKey(projectId: string, version?: Pick<ObjectVersion, "object_id" | "digest">): string {
  if (!version) return `new scorer:${projectId}`;
  return `scorer:${projectId}:${encodeURIComponent(version.object_id.toWellFormed())}:${version.digest}`;
}
