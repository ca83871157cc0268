"use client";

import { ObjectPage } from "@/components/object/page/object-page";
import { VersionFeedback } from "@/components/feedback/version-feedback";
import type { ObjectKind } from "@/lib/contract/objects";

interface ObjectScreenProps {
  projectId: string;
  kind: ObjectKind;
  name: string;
  digest: string;
  serviceUrl: string;
}

/** Composes a version and the feedback on it. */
export function ObjectScreen(props: ObjectScreenProps) {
  return <ObjectPage {...props} feedbackOn={(version) => <VersionFeedback key={version.digest} version={version} />} />;
}
