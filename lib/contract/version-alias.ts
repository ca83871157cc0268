/** `latest`, or `v` and a version's index. */
export type VersionAlias = "latest" | number;

const INDEX = /^v(\d{1,9})$/;

/** The version that a digest field means if it is not a digest: `latest` or `v<index>`; undefined for a digest. */
export function versionAlias(digest: string): VersionAlias | undefined {
  if (digest === "latest") return "latest";
  const index = INDEX.exec(digest)?.[1];
  return index === undefined ? undefined : Number(index);
}
