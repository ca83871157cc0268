"use client";

import { hashKey, type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/**
 * A query that is read again whenever `mark` changes: a project's watermark, or the rows that its numbers belong to.
 * `isBehind` is true while the data belongs to an earlier mark. `leastMs` is the minimum time between two readings.
 */
export function useFollowing<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  mark: unknown,
  leastMs: (data: Data) => number = () => 0,
) {
  const cache = useQueryClient();
  const query = useQuery(options);
  const { queryKey } = options;
  const key = hashKey(queryKey);
  const [read, setRead] = useState({ key, mark });
  if (read.key !== key || (read.mark === undefined && mark !== undefined)) setRead({ key, mark });

  const { data, dataUpdatedAt, isFetching } = query;
  const isDue = !isFetching && mark !== read.mark;
  const nextAt = dataUpdatedAt + (data === undefined ? 0 : leastMs(data));
  useEffect(() => {
    if (!isDue) return undefined;
    const readAgain = () => {
      setRead({ key, mark });
      void cache.invalidateQueries({ queryKey, exact: true });
    };
    const timer = setTimeout(readAgain, Math.max(0, nextAt - Date.now()));
    return () => clearTimeout(timer);
    // The hash is compared instead of the key, which is a new array in every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cache, key, mark, isDue, nextAt]);
  return { ...query, isBehind: isFetching || mark !== read.mark };
}
