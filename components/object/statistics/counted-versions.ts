import type { ObjectVersion } from "@/lib/contract/objects";

/** Versions that are compared: each is counted by itself. */
export const COUNTED_VERSIONS = 8;

/** The newest versions that exist, newest first, and the shown one if it is older. */
export function countedVersions(versions: readonly ObjectVersion[], shown: ObjectVersion): ObjectVersion[] {
  const newest = versions
    .filter((version) => version.deleted_at === undefined)
    .toSorted((a, b) => b.version_index - a.version_index)
    .slice(0, COUNTED_VERSIONS);
  return newest.some(({ digest }) => digest === shown.digest) ? newest : [...newest, shown];
}
