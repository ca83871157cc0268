"use client";

import { useQueries, useQuery } from "@tanstack/react-query";

import type { ObjectLabel } from "@/lib/contract/labels";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { labelsOfObjects } from "@/lib/queries/labels";

export interface ListedObject extends ObjectVersion {
  /** Its labels with the versions that they are on: `production v2`. */
  onVersions: readonly string[];
}

/** Objects with all their labels, also those on versions that are not the latest; read page by page. */
export function useLabelled(
  projectId: string,
  pages: readonly (readonly ObjectVersion[])[],
  isEnabled: boolean,
): ListedObject[] {
  const found = useQueries({
    queries: pages.map((rows) => ({
      ...labelsOfObjects({ projectId, names: rows.map(({ object_id: name }) => name) }),
      enabled: isEnabled && rows.length > 0,
    })),
    combine: (reads) => reads.flatMap(({ data = [] }) => data),
  });
  return withLabels(pages.flat(), found);
}

/** The labels of objects with the versions that they are on, by the name of the object. */
export function useLabelsOf(projectId: string, names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const { data = [] } = useQuery({ ...labelsOfObjects({ projectId, names }), enabled: names.length > 0 });
  return byObject(data);
}

export function withLabels(rows: readonly ObjectVersion[], labels: readonly ObjectLabel[]): ListedObject[] {
  const found = byObject(labels);
  return rows.map((row) => ({ ...row, onVersions: found.get(row.object_id) ?? [] }));
}

function byObject(labels: readonly ObjectLabel[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { object_id: name, label, version_index: index } of labels)
    found.set(name, [...(found.get(name) ?? []), `${label} ${versionName(index)}`]);
  return found;
}
