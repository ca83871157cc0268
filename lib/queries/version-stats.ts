import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { TimeStats } from "@/lib/contract/call-stats";
import type { ObjectVersion } from "@/lib/contract/objects";
import { NEWEST_TRACES, zonedView } from "@/lib/filter/calls-view";
import type { TimeSpan } from "@/lib/filter/time-span";
import { versionFilterText } from "@/lib/filter/version-calls";
import type { TimeZone } from "@/lib/format/time";
import { countedRange } from "./calls-over-time";
import { selectCalls } from "./select-calls";

/** What became of the calls of a version. */
export interface VersionStats {
  version: ObjectVersion;
  /** Of the calls themselves, and of the feedback on them and on the roots of their traces in the same time. */
  calls: TimeStats;
  /** Of all calls of their traces, in the same buckets. */
  traces: TimeStats;
}

interface VersionStatsParams {
  projectId: string;
  versions: readonly ObjectVersion[];
  /** The feedback that is counted; every type if empty. */
  feedbackType: string;
  period: TimeSpan;
  zone: TimeZone;
}

/**
 * Statistics of the calls of each version (see `versionFilter`), all in the same buckets; null if the project has no
 * calls.
 */
export function versionStats(
  { projectId, versions, feedbackType, period, zone }: VersionStatsParams,
  client: Client = browserClient,
) {
  const name = versions[0]?.object_id;
  const digests = versions.map(({ digest }) => digest);
  return queryOptions({
    queryKey: ["calls", "of-versions", { projectId, name, digests, feedbackType, period, zone }] as const,
    queryFn: async ({ signal }): Promise<VersionStats[] | null> => {
      const now = Date.now();
      const view = zonedView({ ...NEWEST_TRACES, roots: false, ...period }, zone);
      const range = await countedRange(projectId, view, now, client, signal);
      if (!range) return null;
      const feedback = { feedback_type: feedbackType || undefined };
      const readOne = async (version: ObjectVersion): Promise<VersionStats> => {
        const q = versionFilterText(version);
        const selection = await selectCalls({ ...NEWEST_TRACES, roots: false, q }, now);
        const body = { project_id: projectId, ...selection, ...range, timezone: zone };
        const [calls, traces] = await Promise.all([
          client.request("callsStats", { ...body, feedback }, { signal }),
          client.request("callsStats", { ...body, whole_traces: true }, { signal }),
        ]);
        return { version, calls, traces };
      };
      return Promise.all(versions.map(readOne));
    },
    enabled: versions.length > 0,
    placeholderData: keepPreviousData,
  });
}
