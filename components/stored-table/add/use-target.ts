"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { fieldPath } from "@/lib/contract/expression";
import type { ObjectVersion } from "@/lib/contract/objects";
import { JsonNode } from "@/lib/json/node";
import { tableOf } from "@/lib/table/table-of";
import { datasetsList, tableCount, tableProfile, tableRows } from "@/lib/queries/tables";

/** The latest version of the name that rows are added to. */
export interface Target {
  version: ObjectVersion;
  /** Digest of the table of its rows; undefined if it is no dataset. */
  table: string | undefined;
  /** Number of its rows, once known. */
  count: number | undefined;
  /** The names of the members of its rows; empty until they are known. */
  columns: readonly string[];
  /** Whether its columns are being read. */
  isReading: boolean;
}

/** What has the name that was entered, if anything, and the names of the datasets that can be chosen. */
export function useTarget(projectId: string, name: string) {
  const [found, setFound] = useState<ObjectVersion>();
  const datasets = useInfiniteQuery(datasetsList({ projectId, q: "" }));
  const listed = (datasets.data?.pages ?? [])
    .flatMap((page) => page.rows)
    .flatMap(({ dataset }) => (dataset?.is_latest === 1 ? [dataset] : []));
  const known = listed.find(({ object_id: id }) => id === name);
  const version = found?.object_id === name && !(known && known.version_index > found.version_index) ? found : known;
  const table = version && tableOf(version.val, projectId);
  const params = { projectId, digest: table ?? "" };
  const { data: count } = useQuery({ ...tableCount(params), enabled: table !== undefined });
  const first = { sort: null, digests: [] };
  const { data: rows, isLoading } = useQuery({
    ...tableRows(params, first, { offset: 0 }),
    enabled: table !== undefined,
  });
  const { data: profile, isLoading: isProfiling } = useQuery({ ...tableProfile(params), enabled: table !== undefined });
  const columns = useMemo(() => {
    const members = (rows ?? []).flatMap(({ val }) => [...JsonNode.parse(val).entries()].map(([key]) => key));
    const profiled = (profile?.columns ?? []).flatMap(({ path }) => (path === "" ? [] : (fieldPath(path)?.[0] ?? [])));
    return [...new Set([...members, ...profiled])];
  }, [rows, profile]);
  const target: Target | undefined = version && { version, table, count, columns, isReading: isLoading || isProfiling };
  return {
    names: listed.map(({ object_id: id }) => id),
    target,
    /** Sets the version that the service has, if that was not known here. */
    setFound,
  };
}
