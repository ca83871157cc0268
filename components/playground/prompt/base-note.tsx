"use client";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { versionName } from "@/lib/contract/version-name";
import type { PromptSource } from "@/lib/playground/document";

import type { PromptBase } from "./use-prompt-base";

/** Why a new version is not based on the version that its text comes from, or why nothing can be saved yet. */
export function BaseNote({ source: { name, version }, base }: { source: PromptSource; base: PromptBase }) {
  const { version: used, isGone, isKnown, isReading, error, retry } = base;
  if (error)
    return (
      <InlineBanner
        tone="error"
        action={
          <Button size="small" busy={isReading} onClick={retry}>
            Retry
          </Button>
        }
      >
        Could not read {isGone ? "the latest version" : versionName(version)} of {name}: {error.message}
      </InlineBanner>
    );
  if (!isGone || !isKnown) return null;
  return (
    <InlineBanner tone="warning">
      {used
        ? `${versionName(version)} was deleted. The new version is based on ${versionName(used.version_index)}, the latest one.`
        : `${versionName(version)} was deleted. No version of ${name} is left, so this saves a new prompt.`}
    </InlineBanner>
  );
}
