"use client";

import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { objectPath, withSearch } from "@/lib/format/address";

interface NewerVersionChoiceProps {
  projectId: string;
  latest: ObjectVersion;
  /** The version that was to be replaced; undefined if the name was to be new. */
  base: ObjectVersion | undefined;
  isSaving: boolean;
  onSave: () => void;
}

/** Why nothing was saved yet: there is a version that the text is not based on. */
export function NewerVersionChoice({ projectId, latest, base, isSaving, onSave }: NewerVersionChoiceProps) {
  const { object_id: name, digest, version_index: version } = latest;
  const changes = base ? { tab: "changes", from: base.digest } : {};
  return (
    <div className="grid gap-2">
      <InlineBanner tone="warning">
        {base
          ? `Not saved yet: ${versionName(version)} is the latest version, but your text is based on ${versionName(base.version_index)}. A new version will not contain what ${versionName(version)} changed.`
          : `Not saved yet: a prompt named ${name} already exists. Enter another name, or save a new version of it.`}
      </InlineBanner>
      <span className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isSaving} onClick={onSave}>
          Save anyway
        </Button>
        <Link
          href={withSearch(objectPath(projectId, { kind: "object", name, digest }), changes)}
          target="_blank"
          className={buttonClass("secondary")}
        >
          {base ? "Show its changes" : `Show ${versionName(version)}`}
        </Link>
      </span>
    </div>
  );
}
