"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { callsCount, type CallsListParams } from "./calls";

/** How many calls a view selects, counted anew whenever `latest`, the project's watermark, moves. Keep `params` stable. */
export function useLiveCount(params: CallsListParams, latest: string | null | undefined) {
  const cache = useQueryClient();
  const options = useMemo(() => callsCount(params), [params]);
  useEffect(() => {
    if (latest) void cache.invalidateQueries({ queryKey: options.queryKey });
  }, [cache, options, latest]);
  return useQuery(options);
}
