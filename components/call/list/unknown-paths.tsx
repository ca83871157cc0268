"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { Button } from "@/components/ui/button";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { fieldAt, shortPath } from "@/lib/filter/fields";
import { nearestPath, pathsIn, withPath } from "@/lib/filter/filter-paths";
import { formatFilter } from "@/lib/filter/format-filter";
import { feedbackFields } from "@/lib/queries/call-extras";
import { pathOccurs, payloadPaths } from "@/lib/queries/call-facets";

import { readFilter } from "./filter/filters";

/** Number of paths of a filter that are looked for. */
const maxPaths = 3;

interface UnknownPathsProps {
  projectId: string;
  /** The filter that found no calls. */
  q: string;
  onChange: (q: string) => void;
}

/** The paths in a filter that no call of the project has, each with the nearest one that calls do have. */
export function UnknownPaths({ projectId, q, onChange }: UnknownPathsProps) {
  const read = readFilter(q);
  const filter = "filter" in read ? read.filter : undefined;
  const paths = filter ? pathsIn(filter).slice(0, maxPaths) : [];
  const unknown = useQueries({
    queries: paths.map((path) => pathOccurs(projectId, path)),
    combine: (results) => paths.filter((_, index) => results[index]?.data === false),
  });
  const all = useMemo(() => ({ projectId, view: { ...NEWEST_TRACES, roots: false } }), [projectId]);
  const isAsked = unknown.length > 0;
  const { data: inPayloads = [] } = useQuery({ ...payloadPaths(all), enabled: isAsked });
  const { data: inFeedback = [] } = useQuery({ ...feedbackFields(projectId), enabled: isAsked });
  if (!filter || !isAsked) return undefined;
  const known = [...inFeedback, ...inPayloads].flatMap((path) => [shortPath(path), path]);
  return (
    <ul className="grid gap-2">
      {unknown.map((path) => {
        const nearest = nearestPath(path, known);
        return (
          <li key={path} className="flex min-w-0 flex-wrap items-center gap-2">
            <span>
              No call has a value at <code className="wrap-anywhere">{nameOf(path)}</code>.
            </span>
            {nearest !== undefined && (
              <Button onClick={() => onChange(formatFilter(withPath(filter, path, nearest)))}>
                <span className="truncate">Use {nameOf(nearest)}</span>
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const nameOf = (path: string) => fieldAt(path)?.name ?? path;
