import { versionAlias } from "./version-alias";

/** The number of the first version that people see, as in Langfuse; refs and `version_index` count from 0. */
const FIRST = 1;

/** The number of the version with an index. */
export function versionNumber(index: number): number {
  return index + FIRST;
}

/** The index of the version with a number. */
export function versionIndex(number: number): number {
  return number - FIRST;
}

/** The version with an index as people see it: `v1` is the first. */
export function versionName(index: number): string {
  return `v${versionNumber(index)}`;
}

/**
 * A version as people write it, as refs and the API write it: `v1` becomes `v0`; a digest, a label and `latest` stay.
 * Undefined for `v0`, which is no version.
 */
export function versionInRefs(written: string): string | undefined {
  const alias = versionAlias(written);
  if (alias === undefined || alias === "latest") return written;
  return alias < FIRST ? undefined : `v${versionIndex(alias)}`;
}

/** As `versionInRefs`, of an address: `v0` is the first version, as it was when addresses counted from 0. */
export function versionInAddress(written: string): string {
  return versionInRefs(written) ?? "v0";
}

/** As `versionInRefs`; throws an Error with a message for the user. */
export function requireVersionInRefs(written: string): string {
  const inRefs = versionInRefs(written);
  if (inRefs === undefined) throw new Error(`There is no version ${written}; the first one is ${versionName(0)}.`);
  return inRefs;
}

/** A version of a ref as people write it: `v0` becomes `v1`; a digest, a label and `latest` stay. */
export function versionOfRef(inRef: string): string {
  const alias = versionAlias(inRef);
  return alias === undefined || alias === "latest" ? inRef : versionName(alias);
}
