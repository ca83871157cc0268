import type { ObjectLabel } from "@/lib/contract/labels";

/** Labels that are offered before they exist. */
const SUGGESTED = ["production", "staging"];

/** A line of the menu: a label, and where it is if it is on a version. */
export interface ShownLabel {
  label: string;
  on: ObjectLabel | undefined;
  isProtected: boolean;
}

/** The labels of an object, the protected ones of its project, and those that most projects have; alphabetical. */
export function shownLabels(labels: readonly ObjectLabel[], protectedLabels: readonly string[]): ShownLabel[] {
  const byName = new Map(labels.map((one) => [one.label, one]));
  const names = new Set([...byName.keys(), ...protectedLabels, ...SUGGESTED]);
  return [...names]
    .toSorted()
    .map((label) => ({ label, on: byName.get(label), isProtected: protectedLabels.includes(label) }));
}
