"use client";

import type { ObjectVersion } from "@/lib/contract/objects";
import { versionRef } from "@/lib/contract/refs";

import { FeedbackOn } from "./feedback-on";

/** The feedback on a version of an object or op, and the forms to add some. */
export function VersionFeedback({ version }: { version: ObjectVersion }) {
  const { project_id: projectId, object_id: name, kind, digest } = version;
  return (
    <FeedbackOn
      subject={{ projectId, ref: versionRef(projectId, { kind, name, digest }) }}
      className="border-t border-line bg-raised py-2 sm:max-h-[50%]"
    />
  );
}
