"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";

import { usePeriod } from "@/components/data-table/use-period";
import { ErrorState } from "@/components/ui/error-state";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { TimeRange } from "@/components/ui/time-range";
import { useSettled } from "@/components/ui/use-settled";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { ObjectVersion } from "@/lib/contract/objects";
import { objectPath, withSearch } from "@/lib/format/address";
import { MEASURE_NAMES } from "@/lib/format/alert-words";
import { distinctColors } from "@/lib/format/category-color";
import { typeWords } from "@/lib/format/feedback-words";
import { feedbackTypes } from "@/lib/queries/feedback-list";
import { versionStats } from "@/lib/queries/version-stats";

import { useObjectPageState, versionMeasures } from "../page/use-page-state";
import { COUNTED_VERSIONS, countedVersions } from "./counted-versions";
import { VersionChart } from "./version-chart";
import { VersionTable } from "./version-table";

const measureOptions = versionMeasures.map((measure) => ({ value: measure, label: MEASURE_NAMES[measure] }));
/** The page has a parameter `from` for the version to compare with. */
const periodKeys = { from: "since", to: "until" };

interface VersionStatisticsProps {
  version: ObjectVersion;
  /** Those that are listed. */
  versions: readonly ObjectVersion[];
  hrefOf: (version: ObjectVersion) => string;
}

/** How the newest versions do: calls, errors, latency, cost and feedback of each, in total and over time. */
export function VersionStatistics({ version, versions, hrefOf }: VersionStatisticsProps) {
  const { project_id: projectId, kind, object_id: name } = version;
  const [{ measure: nextMeasure, scored: feedbackType }, setState] = useObjectPageState();
  const [period, setPeriod] = usePeriod(periodKeys);
  const zone = useTimeZone();
  const chosen = countedVersions(versions, version);
  const types = useQuery(feedbackTypes(projectId));
  const query = versionStats({ projectId, versions: chosen, feedbackType, period, zone });
  const { data, error, isPlaceholderData, refetch, isFetching } = useQuery(query);
  // Until the new numbers arrive, the old ones keep the range and type that they are for.
  const next = useMemo(
    () => ({ data, measure: nextMeasure, period, feedbackType }),
    [data, nextMeasure, period, feedbackType],
  );
  const { shown, isOld } = useSettled(next, !isPlaceholderData || error !== null);
  const colors = distinctColors(chosen.map(({ digest }) => digest));
  const colorOf = ({ digest }: ObjectVersion) => colors.get(digest) ?? "var(--faint)";
  const read = shown.data ?? [];
  const isUnused = shown.data === null || read.every(({ calls }) => calls.totals.length === 0);
  const typeOptions = [...new Set([feedbackType, ...(types.data?.keys() ?? [])])].filter(Boolean);
  return (
    <div className="grid min-h-0 flex-1 content-start gap-3 overflow-auto p-4">
      <div className="flex flex-wrap items-center gap-2">
        <TimeRange span={period} onChange={setPeriod} />
        <Select
          aria-label="Metric"
          options={measureOptions}
          value={nextMeasure}
          onValueChange={(measure) => void setState({ measure })}
        />
        <Select
          aria-label="Feedback counted"
          options={[
            { value: "", label: "All feedback" },
            ...typeOptions.map((type) => ({ value: type, label: typeWords(type) })),
          ]}
          value={feedbackType}
          onValueChange={(scored) => void setState({ scored })}
          className="max-w-56"
        />
      </div>
      {error && !isMissingEndpoint(error) && (
        <ErrorState
          title="Could not load the statistics"
          description={error.message}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {isMissingEndpoint(error) && (
        <p className="text-muted">
          This service does not count calls (it has no <code>/calls/stats</code>).
        </p>
      )}
      {shown.data === undefined && !error && <Skeleton className="h-64" />}
      {shown.data !== undefined && (
        <section aria-label="Statistics of versions" aria-busy={isOld} className="grid gap-3 aria-busy:opacity-50">
          {isUnused ? (
            <p className="text-muted">No call in this range used {name}.</p>
          ) : (
            <VersionChart measure={shown.measure} read={read} colorOf={colorOf} onPeriod={setPeriod} />
          )}
          {read.length > 0 && (
            <VersionTable read={read} shown={version} period={shown.period} hrefOf={hrefOf} colorOf={colorOf} />
          )}
        </section>
      )}
      <p className="max-w-prose text-label text-muted">
        {kind === "op"
          ? "Each call of an op has a version. "
          : "A call counts for a version if its inputs or attributes contain a ref to it, as those of W&B's SDKs and of the playground do, or if Langfuse's SDK has linked it to the prompt. "}
        {versions.length > COUNTED_VERSIONS &&
          `Only the ${COUNTED_VERSIONS} newest versions and the open one are counted. `}
        Cost of traces is that of whole traces with such a call. Feedback counts when it is given.{" "}
        <Link
          href={withSearch(objectPath(projectId, { kind, name, digest: version.digest }), { tab: "uses" })}
          className="underline"
        >
          Used by
        </Link>{" "}
        lists the calls.
      </p>
    </div>
  );
}
